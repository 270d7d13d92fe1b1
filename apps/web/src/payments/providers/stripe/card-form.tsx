import { formatMoney } from '@playhub/contract/money'
import { PaymentElement } from '@stripe/react-stripe-js'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PayBar } from '../../checkout/payment-panel.tsx'
import type { CheckoutProps } from '../checkout-props.ts'
import { ReceiptLine } from '../receipt-line.tsx'
import { SafeLine } from '../safe-line.tsx'
import { type FormWord, isMoneyMoving } from './intent-message.ts'
import { useStripePayment } from './use-stripe-payment.ts'

/** Stripe's form and the button that pays. A declined card says why, and the next try is one press away. */
export function CardForm(props: Omit<CheckoutProps, 'onAttempt'> & { clientSecret: string }) {
  const { t, i18n } = useTranslation('payments')
  const [isReady, setIsReady] = useState(false)
  const { pay, isBusy, word } = useStripePayment(props)
  const price = formatMoney(props.charge, i18n.language)
  return (
    <form onSubmit={pay} className="flex flex-col gap-4">
      <ReceiptLine email={props.receiptEmail} isBusy={isBusy} onChange={props.onReconsider} />
      <div className={cx('relative', !isReady && 'min-h-75')} aria-busy={!isReady}>
        {!isReady && <Skeleton className="absolute inset-0 rounded-card" />}
        <div className={cx('surface overflow-hidden', !isReady && 'opacity-0')}>
          <PaymentElement options={{ layout: 'tabs' }} onReady={() => setIsReady(true)} />
        </div>
      </div>
      <FormMessage word={word} />
      <PayBar>
        <Button
          type="submit"
          size="large"
          isWide
          isLoading={isBusy}
          isDisabled={!isReady}
          disabledReason={t('form.notReady')}
        >
          <span className="numeric">{t('pay', { price })}</span>
        </Button>
      </PayBar>
      <SafeLine provider="stripe" />
    </form>
  )
}

/** Good news and bad, each announced in its own tone. */
function FormMessage({ word }: { word: FormWord | null }) {
  const { t } = useTranslation('payments')
  const isGood = word?.kind === 'intent' && isMoneyMoving(word.words)
  const text = word && (word.kind === 'sentence' ? word.text : t(`intent.${word.words}`))
  return (
    <>
      <div role="status" className="empty:hidden">
        {isGood && (
          <p className="flex items-start gap-2 rounded-control border border-line bg-ink-2 px-4 py-3 text-15">
            <LoaderCircle size={20} aria-hidden="true" className="mt-px shrink-0 animate-spin text-paid" />
            {text}
          </p>
        )}
      </div>
      <div role="alert" className="empty:hidden">
        {text && !isGood && (
          <p className="flex items-start gap-2 rounded-control border border-fail/60 bg-fail/8 px-4 py-3 text-15">
            <CircleAlert size={20} aria-hidden="true" className="mt-px shrink-0 text-fail" />
            {text}
          </p>
        )}
      </div>
    </>
  )
}
