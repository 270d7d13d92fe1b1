import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'

/** Where the receipt goes, and the way back to the choice. */
export function ReceiptLine(props: { email: string; isBusy: boolean; onChange: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <p className="flex min-h-11 items-center justify-between gap-3 text-15 text-soft">
      <span className="min-w-0 truncate">{t('form.receiptTo', { email: props.email })}</span>
      <Button
        kind="quiet"
        size="small"
        className="-me-3"
        onClick={props.isBusy ? undefined : props.onChange}
        aria-label={t('form.changeLabel')}
      >
        {t('form.change')}
      </Button>
    </p>
  )
}
