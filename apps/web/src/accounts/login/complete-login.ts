import type { LoggedIn } from '@playhub/contract'
import { type EventCode, eventCodes } from '@playhub/contract/events'
import { navigate } from '../../lib/browser/navigation.ts'
import { clearHubSession, readHubContext } from '../../lib/context/hub-context.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { showToast } from '../../lib/feedback/show-toast.ts'
import { storeLogin } from '../../lib/player/player.ts'
import { resetFailedAttempts } from '../captcha/failed-attempts.ts'
import { toToast } from '../oauth/flow-result.ts'
import { consentPath, forgetHeldLogin, holdLogin } from '../oauth/held-login.ts'
import { storeLastMethod } from './last-method.ts'
import { deliverFailure, deliverGuest, deliverLogin } from './login-result.ts'
import { forgetReferringPage, urlAfterLogin } from './return-to.ts'
import { returnUrl } from './return-url.ts'

/** Asks for a missing consent first. Stores the login, and hands the player over to the host, app or site behind the hub; otherwise goes back. */
export async function completeLogin(player: LoggedIn): Promise<void> {
  if (player.consentRequired) {
    holdLogin(player)
    return navigate(consentPath, { replace: true })
  }
  forgetHeldLogin()
  const { session } = readHubContext()
  const hasSessionExpired = session !== '' && player.session === ''
  resetFailedAttempts()
  storeLogin(player)
  storeLastMethod(player.currentAuthType)
  const isHandedOver = hasSessionExpired ? await reportExpiredSession() : await deliverLogin(player)
  if (isHandedOver) return
  if (!hasSessionExpired) void showToast('success', (t) => t('accounts:signedIn'))
  goTo(urlAfterLogin())
}

/** Delivers the result "guest" to the host, app or site behind the hub; otherwise goes back. */
export async function continueAsGuest(): Promise<void> {
  if (!(await deliverGuest())) goTo(returnUrl())
}

/**
 * Shows and delivers an OAuth flow's failure.
 * @returns whether the player has left the hub with it.
 */
export async function failLogin(errorCode: EventCode): Promise<boolean> {
  showErrorToast(toToast(errorCode))
  return deliverFailure(errorCode)
}

/** The player is logged in, but their hub session has expired. */
async function reportExpiredSession(): Promise<boolean> {
  void showToast('error', (t) => t('errors:refusal.SESSION_NOT_FOUND'), 'SESSION_NOT_FOUND')
  const isHandedOver = await deliverFailure(eventCodes.SESSION_INVALID)
  clearHubSession()
  return isHandedOver
}

function goTo(url: string): void {
  forgetReferringPage()
  navigate(url, { replace: true })
}
