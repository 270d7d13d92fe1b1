import type { Money } from '@playhub/contract/money'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readErrorCode, showErrorToast } from '../../lib/feedback/load.ts'
import { showToast } from '../../lib/feedback/show-toast.ts'
import { readNewPrice } from '../order/offer-prices.ts'
import type { PaymentPopup } from './provider-page.ts'

export type PaymentHint = 'processing' | 'changed' | 'waiver' | { newPrice: Money }

export type ProviderFormProps = {
  paymentId: string
  charge: Money
  receiptEmail: string
  /** An attempt at this provider was open before the form was shown, so it may be processing or paid already. */
  isResumed: boolean
  /** The window from the press on Pay, for a provider with its own page. */
  popup: PaymentPopup
  /** Whether the provider is to remember the card; undefined where nobody asked. */
  remember?: boolean | undefined
  onAttempt: (change: AttemptChange) => void
  /**
   * The order may have changed, so poll now. `processing`: the form has reported success or is waiting for the bank.
   * `waiver`: the player must accept a statement first. `newPrice`: the order's price has ended.
   */
  onHint: (hint: PaymentHint) => void
  /** The player closed the provider's window, and the order is still pending. */
  onAbandoned: () => void
  /** Checks with the hub, right before a form charges. A form must not charge when it resolves to false. */
  confirmCharge: () => Promise<boolean>
  /** Goes back to the method and email choice. */
  onChangeMethod: () => void
}

/** `opened`: the provider has opened a payment, under its own id where the browser learns it. */
export type AttemptChange =
  | { name: 'opening' }
  | { name: 'opened'; providerId: string | null }
  | { name: 'failed' }

export type ProviderAttempt<Opened> =
  | { name: 'opening' }
  | { name: 'failed' }
  | { name: 'open'; opened: Opened }

/** The query of a call that opens an attempt. */
export function rememberQuery({ remember }: Pick<ProviderFormProps, 'remember'>) {
  return remember === undefined ? {} : { remember: remember ? ('true' as const) : ('false' as const) }
}

/**
 * Opens an attempt at a provider when its form mounts, or resumes the open one.
 * @param open  Creates the attempt on the server and loads what the form needs.
 */
export function useProviderAttempt<Opened extends { providerId: string | null }>(
  provider: PaymentProvider,
  open: () => Promise<Opened>,
  { onAttempt, onHint }: Pick<ProviderFormProps, 'onAttempt' | 'onHint'>,
) {
  const [attempt, setAttempt] = useState<ProviderAttempt<Opened>>({ name: 'opening' })
  const latest = useRef({ open, onAttempt, onHint })
  useEffect(() => {
    latest.current = { open, onAttempt, onHint }
  })

  const isMounted = useRef(false)

  const start = useCallback(async (): Promise<ProviderAttempt<Opened>> => {
    // The screen follows its visible form.
    const report = (change: AttemptChange) => isMounted.current && latest.current.onAttempt(change)
    try {
      return { name: 'open', opened: await reportAttempt(latest.current.open, report) }
    } catch (error) {
      showOpenFailure(provider, error, latest.current.onHint)
      return { name: 'failed' }
    }
  }, [provider])

  useEffect(() => {
    let isCurrent = true
    isMounted.current = true
    void start().then((next) => isCurrent && setAttempt(next))
    return () => {
      isCurrent = false
      isMounted.current = false
    }
  }, [start])

  return {
    attempt,
    async retry() {
      setAttempt({ name: 'opening' })
      setAttempt(await start())
    },
    /** Shows the failure screen, for a broken form. */
    fail: () => setAttempt({ name: 'failed' }),
  }
}

/** Opens an attempt and reports its progress. */
export async function reportAttempt<Opened extends { providerId: string | null }>(
  open: () => Promise<Opened>,
  onAttempt: (change: AttemptChange) => unknown,
): Promise<Opened> {
  onAttempt({ name: 'opening' })
  try {
    const opened = await open()
    onAttempt({ name: 'opened', providerId: opened.providerId })
    return opened
  } catch (error) {
    onAttempt({ name: 'failed' })
    throw error
  }
}

/**
 * Shows why an attempt did not open. A paid order is no failure: the next poll shows it. Effects of the player's own
 * acts in this window, cancelling or logging out, are shown there already.
 */
export function showOpenFailure(
  provider: PaymentProvider,
  error: unknown,
  onHint: ProviderFormProps['onHint'],
): void {
  const code = readErrorCode(error)
  const newPrice = readNewPrice(error, providerTerms[provider].currency)
  if (code === 'UNAUTHORIZED') return
  if (newPrice) onHint({ newPrice })
  else if (code === 'PAYMENT_CANCELLED' || code === 'PAYMENT_CLOSED') onHint('changed')
  else if (code === 'PAYMENT_ALREADY_PAID') onHint('processing')
  else if (code === 'WITHDRAWAL_WAIVER_REQUIRED') onHint('waiver')
  else if (code === 'PAYMENTS_METHODS_NOT_EXIST' || code === 'PAYMENTS_PROVIDER_DATA_NOT_EXIST') {
    showErrorToast(code)
  } else if (code !== null && isShownRefusal(code)) showRefusalToast(code)
  else if (provider === 'stripe') showErrorToast('CREATE_PAYMENT_STRIPE_ERROR')
  else showRefusalToast('PROVIDER_UNAVAILABLE')
}

/** Refusals with a reason of their own. */
const shownRefusals = [
  'PAYMENT_IN_PROGRESS',
  'ITEM_ALREADY_OWNED',
  'RECEIPT_EMAIL_REQUIRED',
  'LIMIT_REACHED',
] as const
type ShownRefusal = (typeof shownRefusals)[number]

function isShownRefusal(code: string): code is ShownRefusal {
  return shownRefusals.some((shown) => shown === code)
}

function showRefusalToast(code: ShownRefusal | 'PROVIDER_UNAVAILABLE'): void {
  void showToast('error', (t) => t(`errors:refusal.${code}`), code)
}
