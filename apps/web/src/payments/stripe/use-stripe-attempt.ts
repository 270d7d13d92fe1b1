import type { Stripe } from '@stripe/stripe-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { codeOf, showTrouble } from '../../lib/load.ts'
import { browserTexts } from '../../lib/texts.ts'
import { toast } from '../../ui/toast.ts'
import type { CheckoutProps } from '../checkout-props.ts'
import { openStripe } from './open-stripe.ts'

export type StripeAttempt =
  | { name: 'opening' }
  | { name: 'failed' }
  | { name: 'open'; stripe: Stripe; clientSecret: string }

/** Opens the payment at Stripe, or the open one again, while its script loads. */
export function useStripeAttempt({ paymentId, onAttempt, onHint }: CheckoutProps) {
  const [attempt, setAttempt] = useState<StripeAttempt>({ name: 'opening' })
  const latest = useRef({ onAttempt, onHint })
  useEffect(() => {
    latest.current = { onAttempt, onHint }
  })

  const open = useCallback(async (): Promise<StripeAttempt> => {
    try {
      const stripe = openStripe()
      stripe.catch(() => undefined)
      const { clientSecret, id } = await call('GET /payments/stripe/create/{id}', {
        params: { id: paymentId },
      })
      latest.current.onAttempt(id)
      return { name: 'open', stripe: await stripe, clientSecret }
    } catch (error) {
      if (codeOf(error) === 'PAYMENT_ALREADY_PAID') latest.current.onHint('money-moving')
      else tellTrouble(codeOf(error))
      return { name: 'failed' }
    }
  }, [paymentId])

  useEffect(() => {
    let isWanted = true
    void open().then((next) => isWanted && setAttempt(next))
    return () => {
      isWanted = false
    }
  }, [open])

  const retry = async () => {
    setAttempt({ name: 'opening' })
    setAttempt(await open())
  }
  return { attempt, retry }
}

function tellTrouble(code: string | null): void {
  if (code === 'PAYMENT_IN_PROGRESS')
    toast.error(browserTexts().t('errors:refusal.PAYMENT_IN_PROGRESS'), code)
  else if (code === 'PAYMENTS_METHODS_NOT_EXIST') showTrouble('PAYMENTS_METHODS_NOT_EXIST')
  else showTrouble('CREATE_PAYMENT_STRIPE_ERROR')
}
