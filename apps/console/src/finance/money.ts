import { currencies, formatMoney } from '@playhub/contract/money'
import { useTranslation } from 'react-i18next'

/** Amounts in unknown currencies are in minor units with the code. */
export function useMoney(code: string): (amountMinor: number) => string {
  const { i18n } = useTranslation()
  const currency = currencies.find((known) => known === code)
  return (amountMinor) =>
    currency ? formatMoney({ amountMinor, currency }, i18n.language) : `${amountMinor} ${code}`
}
