import { useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentIntent } from '@stripe/stripe-js'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../../../lib/language/texts.ts'
import type { CheckoutProps } from '../checkout-props.ts'
import { type FormWord, isMoneyMoving, wordOfError, wordsOfIntent } from './intent-message.ts'

type Options = Pick<CheckoutProps, 'paymentId' | 'isResumed' | 'onHint'> & { clientSecret: string }

/** One try with a card after another. Whatever Stripe answers here is shown, and then the server is asked. */
export function useStripePayment({ paymentId, clientSecret, isResumed, onHint }: Options) {
  const stripe = useStripe()
  const elements = useElements()
  const [isBusy, setIsBusy] = useState(false)
  const [word, setWord] = useState<FormWord | null>(null)
  const isUnderWay = useRef(false)
  const hint = useRef(onHint)
  useEffect(() => {
    hint.current = onHint
  })

  /** @returns whether the form is done with, because money is on its way. */
  const hear = useCallback((intent: PaymentIntent): boolean => {
    const words = wordsOfIntent(intent.status)
    setWord({ kind: 'intent', words })
    hint.current(isMoneyMoving(words) ? 'money-moving' : 'changed')
    return isMoneyMoving(words)
  }, [])

  // A payment that was open before may be past the form already, or back from the bank.
  useEffect(() => {
    if (!stripe || !isResumed) return
    let isWanted = true
    void stripe.retrievePaymentIntent(clientSecret).then(({ paymentIntent }) => {
      if (!isWanted || !paymentIntent || !isWorthAWord(paymentIntent)) return
      setIsBusy(hear(paymentIntent))
    })
    return () => {
      isWanted = false
    }
  }, [stripe, clientSecret, isResumed, hear])

  const confirm = async (): Promise<boolean> => {
    if (!stripe || !elements) return false
    const { error: unfinished } = await elements.submit()
    if (unfinished) return false
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: returnAddress(paymentId) },
    })
    if (paymentIntent) return hear(paymentIntent)
    if (error) setWord(wordOfError(error))
    hint.current('changed')
    return false
  }

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (isUnderWay.current || isBusy) return
    isUnderWay.current = true
    setIsBusy(true)
    setWord(null)
    try {
      setIsBusy(await confirm())
    } catch (error) {
      setIsBusy(false)
      setWord({ kind: 'intent', words: 'other' })
      throw error
    } finally {
      isUnderWay.current = false
    }
  }
  return { pay, isBusy, word }
}

/** A form that nobody has tried yet has nothing to say about the payment. */
function isWorthAWord({ status, last_payment_error: failure }: PaymentIntent): boolean {
  return status !== 'requires_payment_method' ? status !== 'requires_confirmation' : Boolean(failure)
}

/** Where a bank that wants a page of its own sends the player back to. */
function returnAddress(paymentId: string): string {
  const path = `/payments/stripe/${encodeURIComponent(paymentId)}`
  return `${location.origin}${path}?locale=${currentLanguage()}`
}
