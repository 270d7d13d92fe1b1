import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { useCallback, useEffect, useRef, useState } from 'react'
import { codeOf, showErrorToast } from '../../lib/feedback/load.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { browserTexts } from '../../lib/language/texts.ts'
import type { CheckoutProps } from './checkout-props.ts'

/** A try to pay at a provider, on its way to a form. */
export type Attempt<Opened> = { name: 'opening' } | { name: 'failed' } | { name: 'open'; at: Opened }

/**
 * Opens the payment at a provider as soon as its form is shown, or the open one again.
 * @param open  Asks the server, and fetches what the form needs.
 */
export function useAttempt<Opened>(
  provider: PaymentProvider,
  open: () => Promise<Opened>,
  onHint: CheckoutProps['onHint'],
) {
  const [attempt, setAttempt] = useState<Attempt<Opened>>({ name: 'opening' })
  const latest = useRef({ open, onHint })
  useEffect(() => {
    latest.current = { open, onHint }
  })

  const begin = useCallback(async (): Promise<Attempt<Opened>> => {
    try {
      return { name: 'open', at: await latest.current.open() }
    } catch (error) {
      tellOpeningTrouble(provider, codeOf(error), latest.current.onHint)
      return { name: 'failed' }
    }
  }, [provider])

  useEffect(() => {
    let isWanted = true
    void begin().then((next) => isWanted && setAttempt(next))
    return () => {
      isWanted = false
    }
  }, [begin])

  return {
    attempt,
    async retry() {
      setAttempt({ name: 'opening' })
      setAttempt(await begin())
    },
    /** The form turned out not to work. */
    giveUp: () => setAttempt({ name: 'failed' }),
  }
}

/** Says why a payment did not open. One that is paid already is no trouble: the server is asked about it. */
export function tellOpeningTrouble(
  provider: PaymentProvider,
  code: string | null,
  onHint: CheckoutProps['onHint'],
): void {
  if (code === 'PAYMENT_ALREADY_PAID') onHint('money-moving')
  else if (code === 'PAYMENTS_METHODS_NOT_EXIST' || code === 'PAYMENTS_PROVIDER_DATA_NOT_EXIST') {
    showErrorToast(code)
  } else if (code === 'PAYMENT_IN_PROGRESS') toastRefusal(code)
  else if (provider === 'stripe') showErrorToast('CREATE_PAYMENT_STRIPE_ERROR')
  else toastRefusal('PROVIDER_UNAVAILABLE')
}

function toastRefusal(code: 'PAYMENT_IN_PROGRESS' | 'PROVIDER_UNAVAILABLE'): void {
  toast.error(browserTexts().t(`errors:refusal.${code}`), code)
}
