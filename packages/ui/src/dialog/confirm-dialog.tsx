import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Confirms an irreversible action. The button label should be the action's verb. A question with a loss accents the way
 * back, which also has the focus.
 */
export function ConfirmDialog(props: {
  isOpen: boolean
  title: ReactNode
  description?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  isDanger?: boolean | undefined
  isLoading?: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      actions={
        <>
          <Button kind={props.isDanger ? 'primary' : 'secondary'} onClick={props.onClose}>
            {props.cancelLabel ?? t('cancel')}
          </Button>
          <Button
            kind={props.isDanger ? 'danger' : 'primary'}
            isLoading={props.isLoading}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    />
  )
}
