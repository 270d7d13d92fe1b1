import { navigate } from '../../lib/browser/navigation.ts'
import { readHubContext } from '../../lib/context/hub-context.ts'
import { endLinking } from '../oauth/finish-linking.ts'
import { forgetFlow, keptFlow, type SocialFlow } from '../oauth/flow.ts'
import { withFailure } from '../oauth/flow-failure.ts'
import type { FlowEnd } from '../oauth/flow-result.ts'
import { failSignIn, finishSignIn } from '../sign-in/finish-sign-in.ts'
import { readLoginResult } from './login-result.ts'

/** What brings a window to the page that ends a sign-in. */
export type Arrival =
  /** This tab went to a provider and is back. */
  | { name: 'flow'; flow: SocialFlow }
  /** The provider's way ended before a flow could be told of it. */
  | { name: 'ended'; end: FlowEnd; flow: SocialFlow | null }
  /** A popup of a hub that asks the server by itself; `end` is what that hub may not hear of. */
  | { name: 'popup'; end: FlowEnd | null }
  /** An app reads the address. */
  | { name: 'read' }
  | { name: 'nothing' }

/** @param result  The JSON of the address, if it has any. */
export function readArrival(result: string | null, isPopup: boolean): Arrival {
  const flow = keptFlow()
  if (result !== null) {
    const end = readLoginResult(result)
    if (end.name === 'for-others' || readHubContext().source === 'mobile') return { name: 'read' }
    return isPopup && !flow ? { name: 'popup', end } : { name: 'ended', end, flow }
  }
  if (flow) return { name: 'flow', flow }
  return isPopup ? { name: 'popup', end: null } : { name: 'nothing' }
}

/** The tab's own flow is over: on with the player, or back to the choice, silently where they changed their mind. */
export async function finishLogin(end: FlowEnd, flow: SocialFlow | null): Promise<void> {
  forgetFlow()
  if (flow?.purpose === 'link') await endLinking(end, flow.method)
  else if (end.name === 'signed-in') await finishSignIn(end.result)
  else if (end.name !== 'failed') navigate('/session/login', { replace: true })
  else if (!(await failSignIn(end.errorCode))) {
    navigate(withFailure('/session/login', end.errorCode, flow?.method), { replace: true })
  }
}
