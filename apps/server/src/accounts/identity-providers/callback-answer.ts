import { IdentityNotProven, SignInCancelled } from './provider.ts'

/** How providers, and the scripts they give to apps, say that the person turned back. */
const cancellations = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_denied',
  'popup_closed_by_user',
  'loginCancelled',
])

/** @throws SignInCancelled when that is what the answer says. */
export function refuseCancelled({ error }: Record<string, string>): void {
  if (error && cancellations.has(error)) throw new SignInCancelled(error)
}

/**
 * The code that a callback brought.
 * @throws SignInCancelled or IdentityNotProven when it brought none.
 */
export function codeOf(answer: Record<string, string>): string {
  refuseCancelled(answer)
  // What is in the address may be anybody's words, so the log does not repeat them.
  if (answer.error) throw new IdentityNotProven('The provider reports an error')
  if (!answer.code) throw new IdentityNotProven('There is no code')
  return answer.code
}
