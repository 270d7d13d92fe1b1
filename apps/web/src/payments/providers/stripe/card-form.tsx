import { formatMoney } from '@playhub/contract/money'
import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { PaymentElement } from '@stripe/react-stripe-js'
import { LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveShownWallets } from '../../order/wallets.ts'
import { ReceiptEmail, SecurityNote, SubmitBar } from '../form-parts.tsx'
import type { ProviderFormProps } from '../provider-attempt.ts'
import { type FormMessage, isPaidOrProcessing } from './intent-message.ts'
import { useStripePayment } from './use-stripe-payment.ts'

/** Stripe's card element with our submit button. After a declined card the form can be submitted again. */
export function CardForm(props: ProviderFormProps & { clientSecret: string }) {
  const { t, i18n } = useTranslation('payments')
  const [isReady, setIsReady] = useState(false)
  const { pay, isBusy, message } = useStripePayment(props)
  const price = formatMoney(props.charge, i18n.language)
  return (
    <form onSubmit={pay} className="flex flex-col gap-4">
      <ReceiptEmail email={props.receiptEmail} isBusy={isBusy} onChange={props.onChangeMethod} />
      <div className={cx('relative', !isReady && 'min-h-75')} aria-busy={!isReady}>
        {!isReady && <Skeleton className="absolute inset-0 rounded-card" />}
        <div className={cx('surface overflow-hidden', !isReady && 'opacity-0')}>
          <PaymentElement
            options={{ layout: 'tabs' }}
            onReady={() => setIsReady(true)}
            onAvailablePaymentMethodsChange={({ paymentMethods }) => saveShownWallets(paymentMethods)}
          />
        </div>
      </div>
      <SubmitBar message={<MessageBanner message={message} />}>
        <Button
          type="submit"
          size="large"
          isWide
          isLoading={isBusy}
          isDisabled={!isReady}
          disabledReason={t('form.notReady')}
        >
          {t('pay', { price })}
        </Button>
      </SubmitBar>
      <SecurityNote provider="stripe" />
    </form>
  )
}

/** Success is announced politely (`status`), a failure at once (`alert`). */
function MessageBanner({ message }: { message: FormMessage | null }) {
  const { t } = useTranslation('payments')
  const isSuccess = message?.kind === 'intent' && isPaidOrProcessing(message.label)
  const text = message && (message.kind === 'text' ? message.text : t(`intent.${message.label}`))
  return (
    <>
      <div role="status" className="empty:hidden">
        {isSuccess && (
          <p className="flex items-start gap-2 rounded-control border border-line bg-ink-2 px-4 py-3 text-15">
            <LoaderCircle size={20} aria-hidden="true" className="mt-px shrink-0 animate-spin text-paid" />
            {text}
          </p>
        )}
      </div>
      <ErrorBanner>{!isSuccess && text}</ErrorBanner>
    </>
  )
}
