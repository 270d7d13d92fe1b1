import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { CalendarClock, Receipt, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Explains what deleting the account does, and asks for confirmation. */
export function DeletionDialog(props: {
  isOpen: boolean
  /** When the account would be deleted. */
  date: string
  isLoading: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { isOpen, date, isLoading, onConfirm, onClose } = props
  const { t } = useTranslation('profile')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('deletion.question')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('deletion.keep')}
          </Button>
          <Button kind="danger" isLoading={isLoading} onClick={onConfirm}>
            {t('deletion.confirm')}
          </Button>
        </>
      }
    >
      <dl className="grid gap-4">
        <Consequence icon={<Trash2 size={20} className="text-fail" />} name={t('deletion.goes')}>
          {t('deletion.goesText')}
        </Consequence>
        <Consequence icon={<Receipt size={20} className="text-soft" />} name={t('deletion.stays')}>
          {t('deletion.staysText')}
        </Consequence>
        <Consequence icon={<CalendarClock size={20} className="text-cool" />} name={t('deletion.undo')}>
          {t('deletion.undoText', { date })}
        </Consequence>
      </dl>
    </Dialog>
  )
}

function Consequence(props: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="relative ps-8">
      <dt className="text-15 font-semibold">
        <span aria-hidden="true" className="absolute start-0 top-0.5">
          {props.icon}
        </span>
        {props.name}
      </dt>
      <dd className="text-15 text-pretty text-soft">{props.children}</dd>
    </div>
  )
}
