import type { AuthState, LoggedIn } from '@playhub/contract'
import { type EventCode, eventCodes } from '@playhub/contract/events'
import type { ToastCode } from '../../lib/feedback/load.ts'

/** A flow's result. A cancelled flow shows no message. */
export type FlowResult =
  | { name: 'signed-in'; result: LoggedIn }
  /** The login of a new account continues at `consentPath`. */
  | { name: 'consent-required' }
  | { name: 'linked' }
  | { name: 'confirmed' }
  | { name: 'cancelled' }
  | { name: 'failed'; errorCode: EventCode }

export const failure = (errorCode: EventCode): FlowResult => ({ name: 'failed', errorCode })

/** The result in a state; null while the flow continues. */
export function toFlowResult({ status, result, errorCode }: AuthState): FlowResult | null {
  if (status === 'waiting') return null
  if (status === 'consent-required') return { name: status }
  if (status === 'linked' || status === 'confirmed' || status === 'cancelled') return { name: status }
  if (status === 'signed-in' && result) return { name: status, result }
  return isCancelled(errorCode) ? { name: 'cancelled' } : failure(toEventCode(errorCode))
}

/** Provider cancellation codes (specification §8), and our own. */
const cancelledCodes: unknown[] = [
  'user_cancelled_authorize',
  'popup_closed_by_user',
  'loginCancelled',
  'popup_closed',
  eventCodes.SIGN_IN_CANCELLED,
]

export const isCancelled = (errorCode: unknown) => cancelledCodes.includes(errorCode)

/** The event code in an untrusted value; `SIGN_IN_FAILED` if it is unknown. */
export function toEventCode(errorCode: unknown): EventCode {
  const code = Number(errorCode)
  return Object.values(eventCodes).find((known) => known === code) ?? eventCodes.SIGN_IN_FAILED
}

/** Returns the toast for a failed login (specification §8). */
export function toToast(errorCode: EventCode): ToastCode {
  switch (errorCode) {
    case eventCodes.SIGN_IN_UNKNOWN_METHOD:
      return 'MANUAL_REDIRECT_UNKNOWN_AUTH_TYPE'
    case eventCodes.SIGN_IN_STATE_NOT_SET:
      return 'SET_USER_AUTH_STATE_ERROR'
    case eventCodes.SIGN_IN_STATE_NOT_FOUND:
    case eventCodes.SIGN_IN_STATE_EXPIRED:
      return 'SET_USER_AUTH_STATE_ID_NOT_FOUND'
    default:
      return 'MANUAL_REDIRECT_ERROR'
  }
}
