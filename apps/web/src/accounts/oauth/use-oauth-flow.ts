import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { openPopup } from '../../lib/browser/popup.ts'
import { readHubContext } from '../../lib/context/hub-context.ts'
import { isFramed } from '../../lib/embedding/embedding.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { authorizeUrl, type OAuthFlow, type OAuthMethod, type Purpose } from './flow.ts'
import {
  createFlowController,
  type FlowController,
  type FlowDeps,
  type FlowStage,
} from './flow-controller.ts'
import { type FlowResult, toFlowResult } from './flow-result.ts'
import { holdFlow } from './held-login.ts'

/**
 * Logging in with a provider, or linking one.
 * @param onResult  Called only after a popup: a redirected tab gets its result on `/session/loginDone`.
 */
export function useOAuthFlow(purpose: Purpose, onResult: (result: FlowResult, method: OAuthMethod) => void) {
  const [stage, setStage] = useState<FlowStage>({ name: 'choosing' })
  const latestOnResult = useRef(onResult)
  useEffect(() => {
    latestOnResult.current = onResult
  })
  const controller = useRef<FlowController>(null)
  /** Created on the first click, which may come before effects have run. */
  const getController = () => {
    controller.current ??= createFlowController(browserDeps(purpose), {
      stage: setStage,
      result: (result, method) => latestOnResult.current(result, method),
      unreachable: () => showErrorToast('CHECK_USER_AUTH_STATE_ERROR'),
    })
    return controller.current
  }
  useEffect(() => {
    // The Back button may restore the page from the back/forward cache mid-flow.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && controller.current?.cancel()
    window.addEventListener('pageshow', onPageShow)
    return () => {
      window.removeEventListener('pageshow', onPageShow)
      controller.current?.stop()
    }
  }, [])
  return {
    stage,
    begin: (method: OAuthMethod) => void getController().begin(method),
    retry: (method: OAuthMethod) => void getController().retry(method),
    cancel: () => controller.current?.cancel(),
  }
}

const routes = {
  'sign-in': 'POST /auth/set-user-auth-state',
  link: 'POST /me/identities/link',
  confirm: 'POST /me/reauthentication/provider',
} as const

function browserDeps(purpose: Purpose): FlowDeps {
  return {
    purpose,
    createFlow: async (id) => (await call(routes[purpose], { body: { id } })).data.verifier,
    fetchState: fetchFlowState,
    toAuthorizeUrl: (flow) => authorizeUrl(flow, readHubContext().session),
    isFramed: isFramed(),
    openPopup,
    redirect: (url) => window.location.assign(url),
  }
}

/** Holds a flow that waits for the player's consent. */
export async function fetchFlowState(flow: OAuthFlow) {
  const { id, verifier } = flow
  const headers = { 'auth-state-verifier': verifier }
  const response = await call('GET /auth/check-user-auth-state/{id}', { params: { id } }, { headers })
  const { authData } = response.data
  if (authData.status === 'consent-required') holdFlow(flow)
  return authData
}

/** Creates the account of a held flow, or cancels the login. */
export async function decideFlowConsent({ id, verifier }: OAuthFlow, consent: boolean): Promise<FlowResult> {
  const headers = { 'auth-state-verifier': verifier }
  const response = await call('POST /auth/decide-consent', { body: { id, consent } }, { headers })
  return toFlowResult(response.data.authData) ?? { name: 'cancelled' }
}
