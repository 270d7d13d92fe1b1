import type { PaymentProcess } from '@playhub/contract'
import { formatMoney } from '@playhub/contract/money'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'
import { useTranslation } from 'react-i18next'
import { chargeOf, currencyOf } from '../order/prices.ts'

/** A quiet word when a provider charges in another currency than the price list is in. */
export function CurrencyNote(props: {
  data: PaymentProcess['paymentData']
  provider: PaymentProvider | undefined
}) {
  const { t, i18n } = useTranslation('payments')
  const { data, provider } = props
  const isOther = provider && providerTerms[provider].currency !== currencyOf(i18n.language)
  return (
    <p role="status" className="mt-2 text-13 text-pretty text-soft empty:hidden">
      {isOther &&
        t('otherCurrency', {
          provider: t(`provider.${provider}`),
          price: formatMoney(chargeOf(data, provider), i18n.language),
        })}
    </p>
  )
}
