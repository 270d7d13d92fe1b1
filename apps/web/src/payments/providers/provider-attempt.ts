import type { Money } from '@playhub/contract/money'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { useCallback, useEffect, useRef, useState } from 'react'
import { codeOf, showErrorToast } from '../../lib/feedback/load.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { browserTexts } from '../../lib/language/texts.ts'

export type ProviderFormProps = {
  paymentId: string
  charge: Money
  receiptEmail: string
  /** An attempt at this provider was open before the form was shown, so it may be processing or paid already. */
  isResumed: boolean
  /** The provider has opened a payment, under this id of its own. */
  onAttempt: (providerId: string) => void
  /** The order may have changed, so poll now. `processing`: the form has reported success or is waiting for the bank. */
  onHint: (hint: 'processing' | 'changed') => void
  /** The player closed the provider's window, and the order is still pending. */
  onAbandoned: () => void
  /** Checks with the hub, right before a form charges. A form must not charge when it resolves to false. */
  confirmCharge: () => Promise<boolean>
  /** Back to the choice of method and email. */
  onChangeMethod: () => void
}

export type ProviderAttempt<Opened> =
  | { name: 'opening' }
  | { name: 'failed' }
  | { name: 'open'; opened: Opened }

/**
 * Opens an attempt at a provider when its form mounts, or resumes the open one.
 * @param open  Creates the attempt on the server and loads what the form needs.
 */
export function useProviderAttempt<Opened>(
  provider: PaymentProvider,
  open: () => Promise<Opened>,
  onHint: ProviderFormProps['onHint'],
) {
  const [attempt, setAttempt] = useState<ProviderAttempt<Opened>>({ name: 'opening' })
  const latest = useRef({ open, onHint })
  useEffect(() => {
    latest.current = { open, onHint }
  })

  const start = useCallback(async (): Promise<ProviderAttempt<Opened>> => {
    try {
      return { name: 'open', opened: await latest.current.open() }
    } catch (error) {
      showOpenFailure(provider, codeOf(error), latest.current.onHint)
      return { name: 'failed' }
    }
  }, [provider])

  useEffect(() => {
    let isMounted = true
    void start().then((next) => isMounted && setAttempt(next))
    return () => {
      isMounted = false
    }
  }, [start])

  return {
    attempt,
    async retry() {
      setAttempt({ name: 'opening' })
      setAttempt(await start())
    },
    /** Shows the failure screen, for a form that turns out not to work. */
    fail: () => setAttempt({ name: 'failed' }),
  }
}

/**
 * Shows why an attempt did not open. An order that is already paid is no failure: the next poll shows it. What the player
 * has caused in this window, by cancelling or signing out, is shown there already.
 */
export function showOpenFailure(
  provider: PaymentProvider,
  code: string | null,
  onHint: ProviderFormProps['onHint'],
): void {
  if (code === 'UNAUTHORIZED') return
  if (code === 'PAYMENT_CANCELLED') onHint('changed')
  else if (code === 'PAYMENT_ALREADY_PAID') onHint('processing')
  else if (code === 'PAYMENTS_METHODS_NOT_EXIST' || code === 'PAYMENTS_PROVIDER_DATA_NOT_EXIST') {
    showErrorToast(code)
  } else if (code !== null && isShownRefusal(code)) showRefusalToast(code)
  else if (provider === 'stripe') showErrorToast('CREATE_PAYMENT_STRIPE_ERROR')
  else showRefusalToast('PROVIDER_UNAVAILABLE')
}

/** Refusals that say why. */
const shownRefusals = ['PAYMENT_IN_PROGRESS', 'ITEM_ALREADY_OWNED', 'RECEIPT_EMAIL_REQUIRED'] as const
type ShownRefusal = (typeof shownRefusals)[number]

function isShownRefusal(code: string): code is ShownRefusal {
  return shownRefusals.some((shown) => shown === code)
}

function showRefusalToast(code: ShownRefusal | 'PROVIDER_UNAVAILABLE'): void {
  toast.error(browserTexts().t(`errors:refusal.${code}`), code)
}
