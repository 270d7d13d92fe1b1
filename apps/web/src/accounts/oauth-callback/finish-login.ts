import { navigate } from '../../lib/browser/navigation.ts'
import { readHubContext } from '../../lib/context/hub-context.ts'
import { completeLogin, failLogin } from '../login/complete-login.ts'
import { finishLinking } from '../oauth/finish-linking.ts'
import { clearFlow, type OAuthFlow, readFlow } from '../oauth/flow.ts'
import { withFailure } from '../oauth/flow-failure.ts'
import type { FlowResult } from '../oauth/flow-result.ts'
import { consentPath, forgetHeldLogin } from '../oauth/held-login.ts'
import { readLoginResult } from './login-result.ts'

/** Why a window is on the callback page. */
export type Callback =
  /** This tab was redirected to a provider and has returned: poll its flow. */
  | { name: 'flow'; flow: OAuthFlow }
  /** The address contains the result, because the flow failed early. */
  | { name: 'result'; result: FlowResult; flow: OAuthFlow | null }
  /** A popup with a polling hub. A result in its URL may be unknown to the hub. */
  | { name: 'popup'; result: FlowResult | null }
  /** An app reads the result in the address. */
  | { name: 'app' }
  | { name: 'none' }

/** @param resultText  The JSON in the address, if any. */
export function readCallback(resultText: string | null, isPopup: boolean): Callback {
  const flow = readFlow()
  if (resultText !== null) {
    const result = readLoginResult(resultText)
    if (result.name === 'for-app' || readHubContext().source === 'mobile') return { name: 'app' }
    return isPopup && !flow ? { name: 'popup', result } : { name: 'result', result, flow }
  }
  if (flow) return { name: 'flow', flow }
  return isPopup ? { name: 'popup', result: null } : { name: 'none' }
}

/** Finishes this tab's flow: continues as the player, or returns to the login page, silently if cancelled. */
export async function finishLogin(result: FlowResult, flow: OAuthFlow | null): Promise<void> {
  clearFlow()
  if (result.name !== 'consent-required') forgetHeldLogin()
  if (flow && flow.purpose !== 'sign-in') await finishLinking(result, flow.method)
  else if (result.name === 'signed-in') await completeLogin(result.result)
  else if (result.name === 'consent-required') navigate(consentPath, { replace: true })
  else if (result.name !== 'failed') navigate('/session/login', { replace: true })
  else if (!(await failLogin(result.errorCode))) {
    navigate(withFailure('/session/login', result.errorCode, flow?.method), { replace: true })
  }
}
