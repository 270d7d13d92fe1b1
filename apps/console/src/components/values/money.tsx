import { type Money as Amount, formatMoney } from '@playhub/contract/money'
import { useTranslation } from 'react-i18next'

/** An amount with its currency. Amounts in different currencies are listed, never added. */
export function Money({ money }: { money: Amount | readonly Amount[] }) {
  const { i18n } = useTranslation()
  const amounts = 'currency' in money ? [money] : money
  if (amounts.length === 0) return <span className="text-soft">–</span>
  return (
    <span className="numeric">
      {amounts.map((amount, index) => (
        <span key={amount.currency} className="whitespace-nowrap">
          {index > 0 && <span className="text-soft"> · </span>}
          {formatMoney(amount, i18n.language)}
        </span>
      ))}
    </span>
  )
}
