import type { PaymentPayload, PaymentProcess } from '@playhub/contract'
import type { Money } from '@playhub/contract/money'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'
import { Price } from '@playhub/ui/price.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentOptions } from '../../order/payment-options.ts'
import { providerPrice } from '../../order/prices.ts'

type ResultFactsProps = {
  process: PaymentProcess
  /** The order's state; null while the server has not told it. */
  payload: PaymentPayload | null
  /** The provider whose form is open. */
  provider: PaymentProvider | undefined
}

/** The amount, how it is paid, and where the receipt goes. */
export function ResultFacts({ process, payload, provider: opened }: ResultFactsProps) {
  const { t } = useTranslation('payments')
  const getMethodName = useMethodName(process)
  const provider = payload?.attempt?.provider ?? opened
  const email = process.profileData.mailToReceiveCheck
  return (
    <dl className="divide-y divide-line rounded-control border border-line bg-ink-0 px-4 text-15">
      {provider && (
        <>
          <Fact name={t('result.amount')}>
            <Price money={getCharge(process, payload, provider)} className="font-semibold" />
          </Fact>
          <Fact name={t('result.method')}>{getMethodName(provider)}</Fact>
        </>
      )}
      {email && (
        <Fact name={t('result.receiptTo')}>
          <span title={email} className="block truncate">
            {email}
          </span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0 text-end">{children}</dd>
    </div>
  )
}

function getCharge(
  { paymentData }: PaymentProcess,
  payload: PaymentPayload | null,
  provider: PaymentProvider,
): Money {
  const { amountMinor, currency } = payload ?? {}
  return amountMinor && currency ? { amountMinor, currency } : providerPrice(paymentData, provider)
}

/** "Bank card · Stripe"; the provider alone when it is a method itself or takes several. */
function useMethodName(process: PaymentProcess): (provider: PaymentProvider) => string {
  const { t } = useTranslation('payments')
  return (provider) => {
    const name = t(`provider.${provider}`)
    const methods = paymentOptions(process).find((option) => option.provider === provider)?.methods
    const isNamedByMethod = !providerTerms[provider].hasOwnPage && methods && methods !== 'cardOrYooMoney'
    return isNamedByMethod ? `${t(`option.${methods}`)} · ${name}` : name
  }
}
