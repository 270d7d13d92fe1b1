import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'

/** Ends a key or a secret, after a question. */
export function RevokeButton(props: {
  label: string
  reasonFor: string
  question: string
  consequence: string
  /** Said when it has ended. */
  done: string
  onRevoke: (reason: string) => Promise<unknown>
}) {
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const revoke = async (reason: string) => {
    await props.onRevoke(reason)
    toast.success(props.done)
    await revalidate()
  }
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
        {props.label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={props.question}
        consequence={props.consequence}
        confirmLabel={props.label}
        isDanger
        reasonFor={props.reasonFor}
        onConfirm={({ reason }) => revoke(reason)}
      />
    </>
  )
}
