import { Button, type ButtonKind } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  label: string
  kind?: ButtonKind
  icon?: ReactNode
  /** The dialog's question, with object and amount. */
  title: string
  consequence: ReactNode
  confirmLabel?: string
  isDanger?: boolean
  /** Names the draft of the reason: the action and its object, `ban:<player>`. */
  reasonFor: string
  /** Further fields. */
  children?: ReactNode
  /** False keeps the dialog open: a field shows what is wrong. */
  check?: () => boolean
  /** The draft was sent or discarded: further fields are emptied. */
  onClear?: () => void
  /** Lies above the row's link. */
  className?: string
  /** @returns what has happened, for the toast. */
  onConfirm: (confirmation: Confirmation) => Promise<string>
}

/** A button for a change with a reason. Afterwards the page's data loads again. */
export function ActionButton(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const confirm = async (confirmation: Confirmation) => {
    toast.success(await props.onConfirm(confirmation))
    await revalidate()
  }
  return (
    <>
      <Button
        kind={props.kind ?? 'secondary'}
        size="small"
        icon={props.icon}
        onClick={() => setIsOpen(true)}
        className={props.className}
      >
        {props.label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={props.title}
        consequence={props.consequence}
        confirmLabel={props.confirmLabel ?? props.label}
        isDanger={props.isDanger}
        reasonFor={props.reasonFor}
        check={props.check}
        onClear={props.onClear}
        onConfirm={confirm}
      >
        {props.children}
      </ConfirmDialog>
    </>
  )
}
