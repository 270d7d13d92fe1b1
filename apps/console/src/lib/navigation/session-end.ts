import type { OperatorMe } from '@playhub/contract/operator'
import { type SessionEnd, sessionEnds } from '@playhub/contract/operator/constants'
import type { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'

/** `logged-out`: here, by the menu. `unknown`: a session was open in this tab, and the hub no longer knows it. */
type LoginReason = SessionEnd | 'logged-out' | 'unknown'
const reasons: readonly LoginReason[] = [...sessionEnds, 'logged-out', 'unknown']

export const toLoginReason = (value: unknown) => reasons.find((reason) => reason === value)

/**
 * Why the login page opens. Undefined for someone who was not logged in.
 * @param me  The operator whose session was open in this tab.
 */
export function getSessionEnd(
  { details }: ApiRefusal,
  me: Pick<OperatorMe, 'sessionEndsAt'> | undefined,
): LoginReason | undefined {
  const reason = toLoginReason(details.ended)
  if (reason || !me) return reason
  // The browser has deleted the cookie.
  return me.sessionEndsAt <= Date.now() ? 'expired' : 'unknown'
}
