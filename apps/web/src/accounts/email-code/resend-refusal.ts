import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import type { RefusalHandler } from '@playhub/ui/feedback/use-submit.ts'
import { instantIn } from './countdown.ts'

/** Next time for requesting a code, from a refusal. */
export function readResendAt(error: unknown): number | undefined {
  const seconds = error instanceof ApiRefusal ? error.details.retryInSeconds : undefined
  return typeof seconds === 'number' ? instantIn(seconds) : undefined
}

/**
 * Handles CODE_RESEND_TOO_SOON in a form requesting a code: the previously emailed code still works, so the player goes
 * on to enter it.
 * @param otherwise  Shows the refusal when the old code is no longer valid.
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
