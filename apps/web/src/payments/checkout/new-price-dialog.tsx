import { formatMoney, type Money } from '@playhub/contract/money'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { useTranslation } from 'react-i18next'

/** Asks before an item is bought at another price than the player has seen. */
export function NewPriceDialog(props: {
  was: Money
  now: Money
  isLoading?: boolean
  onContinue: () => void
  onClose: () => void
}) {
  const { t, i18n } = useTranslation('payments')
  const [was, now] = [props.was, props.now].map((money) => formatMoney(money, i18n.language))
  return (
    <ConfirmDialog
      isOpen
      title={t('newPrice.title')}
      description={t('newPrice.text', { was, now })}
      confirmLabel={t('newPrice.continue', { price: now })}
      cancelLabel={t('newPrice.stop')}
      isLoading={props.isLoading ?? false}
      onConfirm={props.onContinue}
      onClose={props.onClose}
    />
  )
}
