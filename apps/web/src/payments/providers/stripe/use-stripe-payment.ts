import { useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentIntent } from '@stripe/stripe-js'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../../../lib/language/messages.ts'
import { paymentUrl } from '../../order/payment-url.ts'
import type { ProviderFormProps } from '../provider-attempt.ts'
import { errorMessage, type FormMessage, intentLabel, isPaidOrProcessing } from './intent-message.ts'

type Options = Pick<ProviderFormProps, 'paymentId' | 'isResumed' | 'onHint' | 'confirmCharge'> & {
  clientSecret: string
}

/** Submits the card form, as often as needed. Stripe's response is shown, but only the server decides the result. */
export function useStripePayment({ paymentId, clientSecret, isResumed, onHint, confirmCharge }: Options) {
  const stripe = useStripe()
  const elements = useElements()
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<FormMessage | null>(null)
  const isSubmitting = useRef(false)
  const latestOnHint = useRef(onHint)
  useEffect(() => {
    latestOnHint.current = onHint
  })

  /** @returns Whether the form stays busy, because the intent succeeded or is processing. */
  const showIntent = useCallback((intent: PaymentIntent): boolean => {
    const label = intentLabel(intent.status)
    setMessage({ kind: 'intent', label })
    latestOnHint.current(isPaidOrProcessing(label) ? 'processing' : 'changed')
    return isPaidOrProcessing(label)
  }, [])

  // A resumed intent may be past the form already, for example after a redirect to the bank.
  useEffect(() => {
    if (!stripe || !isResumed) return
    let isMounted = true
    void stripe.retrievePaymentIntent(clientSecret).then(({ paymentIntent }) => {
      if (!isMounted || !paymentIntent || isUntried(paymentIntent)) return
      setIsBusy(showIntent(paymentIntent))
    })
    return () => {
      isMounted = false
    }
  }, [stripe, clientSecret, isResumed, showIntent])

  const confirm = async (): Promise<boolean> => {
    if (!stripe || !elements) return false
    const { error: validationError } = await elements.submit()
    if (validationError) setMessage(errorMessage(validationError))
    if (validationError || !(await confirmCharge())) return false
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      // The URL after a bank's own page.
      confirmParams: { return_url: location.origin + paymentUrl(paymentId, 'stripe', currentLanguage()) },
    })
    if (paymentIntent) return showIntent(paymentIntent)
    if (error) setMessage(errorMessage(error))
    latestOnHint.current('changed')
    return false
  }

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (isSubmitting.current || isBusy) return
    isSubmitting.current = true
    setIsBusy(true)
    setMessage(null)
    try {
      setIsBusy(await confirm())
    } catch (error) {
      setIsBusy(false)
      setMessage({ kind: 'intent', label: 'other' })
      throw error
    } finally {
      isSubmitting.current = false
    }
  }
  return { pay, isBusy, message }
}

/** An unconfirmed intent, so there is nothing to show. */
function isUntried({ status, last_payment_error: failure }: PaymentIntent): boolean {
  return status === 'requires_confirmation' || (status === 'requires_payment_method' && !failure)
}
