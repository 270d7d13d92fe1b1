import type { OrderStatus, PaymentProcess, PaymentState, RememberedCard } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import type { LoadedPayment } from '../order/payment-api.ts'
import type { PaymentPopup } from '../providers/provider-page.ts'

/** An operator's decision: the item is the player's without paying, or not. */
export type Closed = NonNullable<PaymentProcess['closed']>

/**
 * The player's choice with the press of Pay: a remembered card, or whether to remember the one in the form. Undefined where
 * nobody asked.
 */
export type CardUse = { card?: RememberedCard | undefined; remember?: boolean | undefined }

/** Content of the payment screen. */
export type Stage =
  | { name: 'loading' }
  | {
      name: 'unavailable'
      reason: 'alreadyPaid' | Closed | 'notFound' | 'noMethods' | 'error'
      process?: PaymentProcess
    }
  | { name: 'choosing'; process: PaymentProcess; isChangingMethod?: boolean }
  | {
      name: 'paying'
      process: PaymentProcess
      provider: PaymentProvider
      popup?: PaymentPopup
      use?: CardUse
    }

/**
 * Content of the result dialog. `expired`: the time to pay ran out. `abandoned`: the provider's window seems closed
 * while the order is pending.
 */
export type ShownResult = OrderStatus | Closed | 'expired' | 'abandoned'

/**
 * The initial stage for a loaded payment. An open attempt resumes at its provider; a requested provider's form opens at
 * once when the receipt email is known.
 * @param requested  The provider in the URL, or the player's last choice.
 */
export function initialStage({ process, state }: LoadedPayment, requested: PaymentProvider | null): Stage {
  const status = state?.status ?? process.status
  if (status === 'paid') return { name: 'unavailable', reason: 'alreadyPaid', process }
  const closed = state?.payload.closed ?? process.closed
  if (closed) return { name: 'unavailable', reason: closed, process }
  const provider = (status === 'pending' ? process.provider : null) ?? requested
  if (provider && isOffered(process, provider) && process.profileData.mailToReceiveCheck && !process.waiver) {
    return { name: 'paying', process, provider }
  }
  return { name: 'choosing', process: { ...process, provider } }
}

export function isOffered({ paymentsMethods }: PaymentProcess, provider: PaymentProvider): boolean {
  return paymentsMethods.some((offered) => offered.provider === provider)
}

export function toShownResult({ status, payload }: PaymentState): ShownResult {
  if (payload.closed) return payload.closed
  return status === 'none' && payload.attempt?.state === 'expired' ? 'expired' : status
}
