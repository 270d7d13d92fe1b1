import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import type { RefusalHandler } from '@playhub/ui/feedback/use-submit.ts'
import { instantIn } from './countdown.ts'

/** When another code may be requested, after a refusal that says so. */
export function readResendAt(error: unknown): number | undefined {
  const seconds = error instanceof ApiRefusal ? error.details.retryInSeconds : undefined
  return typeof seconds === 'number' ? instantIn(seconds) : undefined
}

/**
 * Handles CODE_RESEND_TOO_SOON in a form that requests a code: the previously emailed code still works, so
 * the player goes on to enter it.
 * @param otherwise  Shows the refusal when that code is no longer valid.
 */
export function goToEarlierCode(
  onCode: (resendAt: number) => void,
  otherwise: RefusalHandler,
): RefusalHandler {
  return (refusal) => {
    const resendAt = readResendAt(refusal)
    if (refusal.details.isCodeValid === true && resendAt) onCode(resendAt)
    else otherwise(refusal)
  }
}
