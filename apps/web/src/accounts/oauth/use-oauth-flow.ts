import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { openPopup } from '../../lib/browser/popup.ts'
import { readHubContext } from '../../lib/context/hub-context.ts'
import { isFramed } from '../../lib/embedding/embedding.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { type Purpose, passportAddress, type SocialFlow, type SocialMethod } from './flow.ts'
import {
  createSocialFlow,
  type FlowStage,
  type FlowWorld,
  type SocialFlowControl,
} from './flow-controller.ts'
import type { FlowEnd } from './flow-result.ts'

/**
 * Signing in with a provider, or linking one, from a screen with a button for each.
 * @param onEnd  Told only while the screen stays: in a window of its own the hub leaves for the provider, and the flow
 *               ends on `/session/loginDone`.
 */
export function useSocialFlow(purpose: Purpose, onEnd: (end: FlowEnd, method: SocialMethod) => void) {
  const [stage, setStage] = useState<FlowStage>({ name: 'choosing' })
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  const control = useRef<SocialFlowControl>(null)
  /** Made by the first press, which may come before any effect has run. */
  const flow = () => {
    control.current ??= createSocialFlow(browserWorld(purpose), {
      stage: setStage,
      end: (how, method) => end.current(how, method),
      noAnswer: () => showErrorToast('CHECK_USER_AUTH_STATE_ERROR'),
    })
    return control.current
  }
  useEffect(() => {
    // Back from the provider by the browser's own button, the page may be as it was left.
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && control.current?.cancel()
    window.addEventListener('pageshow', onReturn)
    return () => {
      window.removeEventListener('pageshow', onReturn)
      control.current?.stop()
    }
  }, [])
  return {
    stage,
    begin: (method: SocialMethod) => void flow().begin(method),
    cancel: () => control.current?.cancel(),
  }
}

function browserWorld(purpose: Purpose): FlowWorld {
  const path = purpose === 'link' ? 'POST /me/identities/link' : 'POST /auth/set-user-auth-state'
  return {
    purpose,
    openFlow: async (id) => (await call(path, { body: { id } })).data.verifier,
    askAbout,
    addressOf: (flow) => passportAddress(flow, readHubContext().session),
    isFramed: isFramed(),
    openPopup,
    leaveFor: (address) => window.location.assign(address),
  }
}

/** How a flow stands, told to whoever holds its verifier. */
export async function askAbout({ id, verifier }: SocialFlow) {
  const headers = { 'auth-state-verifier': verifier }
  const answer = await call('GET /auth/check-user-auth-state/{id}', { params: { id } }, { headers })
  return answer.data.authData
}
