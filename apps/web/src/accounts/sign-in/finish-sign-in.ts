import type { SignedIn } from '@playhub/contract'
import { type EventCode, eventCodes } from '@playhub/contract/events'
import { navigate } from '../../lib/browser/navigation.ts'
import { clearHubSession, readHubContext } from '../../lib/context/hub-context.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { browserTexts } from '../../lib/language/texts.ts'
import { signIn } from '../../lib/player/player.ts'
import { resetFailedAttempts } from '../captcha/failed-attempts.ts'
import { toastOf } from '../oauth/flow-result.ts'
import { forgetReturnAddress, returnAddress } from './return-to.ts'
import { deliverFailure, deliverGuest, deliverSignIn } from './sign-in-result.ts'

/**
 * The end of every way to sign in: keeps the login, and hands the player to whoever opened the hub for that, else
 * brings them back to where they came from.
 */
export async function finishSignIn(player: SignedIn): Promise<void> {
  const { session } = readHubContext()
  const isSessionLost = session !== '' && player.session === ''
  resetFailedAttempts()
  signIn(player)
  const isTakenOver = isSessionLost ? await loseHubSession() : await deliverSignIn(player)
  if (isTakenOver) return
  if (!isSessionLost) toast.success(browserTexts().t('accounts:signedIn'))
  goBack()
}

/** Guests play too: the one who opened the hub is told so. */
export async function continueAsGuest(): Promise<void> {
  if (!(await deliverGuest())) goBack()
}

/**
 * A sign-in with a provider did not work out.
 * @returns whether somebody was told who goes on from there.
 */
export async function failSignIn(errorCode: EventCode): Promise<boolean> {
  showErrorToast(toastOf(errorCode))
  return deliverFailure(errorCode)
}

/** The player is in, but the session that they were sent with has ended meanwhile. */
async function loseHubSession(): Promise<boolean> {
  toast.error(browserTexts().t('errors:refusal.SESSION_NOT_FOUND'), 'SESSION_NOT_FOUND')
  const isTold = await deliverFailure(eventCodes.SESSION_INVALID)
  clearHubSession()
  return isTold
}

function goBack(): void {
  const address = returnAddress()
  forgetReturnAddress()
  navigate(address, { replace: true })
}
