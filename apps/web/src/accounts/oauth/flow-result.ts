import type { AuthState, SignedIn } from '@playhub/contract'
import { type EventCode, eventCodes } from '@playhub/contract/events'
import type { ToastCode } from '../../lib/feedback/load.ts'

/** How a flow ended. A player who changed their mind has cancelled it: nothing is said about that. */
export type FlowEnd =
  | { name: 'signed-in'; result: SignedIn }
  | { name: 'linked' }
  | { name: 'cancelled' }
  | { name: 'failed'; errorCode: EventCode }

export const failed = (errorCode: EventCode): FlowEnd => ({ name: 'failed', errorCode })

/** What the server's word means; null while the flow goes on. */
export function endOf({ status, result, errorCode }: AuthState): FlowEnd | null {
  if (status === 'waiting') return null
  if (status === 'linked' || status === 'cancelled') return { name: status }
  if (status === 'signed-in' && result) return { name: status, result }
  return isCancelled(errorCode) ? { name: 'cancelled' } : failed(eventCodeOf(errorCode))
}

/** What providers call a sign-in that the player cancelled (specification §8), and our own code for it. */
const cancelledCodes: unknown[] = [
  'user_cancelled_authorize',
  'popup_closed_by_user',
  'loginCancelled',
  'popup_closed',
  eventCodes.SIGN_IN_CANCELLED,
]

export const isCancelled = (errorCode: unknown) => cancelledCodes.includes(errorCode)

/** A code of ours, whoever sent it. */
export function eventCodeOf(errorCode: unknown): EventCode {
  const codes: number[] = Object.values(eventCodes)
  const code = Number(errorCode)
  return codes.includes(code) ? (code as EventCode) : eventCodes.SIGN_IN_FAILED
}

/** The specification's toast (§8) for a sign-in that failed. */
export function toastOf(errorCode: EventCode): ToastCode {
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
