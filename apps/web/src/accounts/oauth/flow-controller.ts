import type { AuthState } from '@playhub/contract'
import { eventCodes } from '@playhub/contract/events'
import type { Popup } from '../../lib/browser/popup.ts'
import {
  clearFlow,
  newFlowId,
  type OAuthFlow,
  type OAuthMethod,
  type Purpose,
  saveFlow,
  saveFlowId,
} from './flow.ts'
import { type FlowResult, failure } from './flow-result.ts'
import { pollFlow } from './poll-flow.ts'

export type FlowStage =
  | { name: 'choosing' }
  | { name: 'starting'; method: OAuthMethod }
  /**
   * `url` is for a link to the provider when the browser has blocked the popup. `isPopupGone`: the popup looks closed,
   * so the player may start again, but it may still be open.
   */
  | { name: 'waiting'; method: OAuthMethod; url: string | null; isPopupGone: boolean }

/** A flow's dependencies on browser and server. */
export type FlowDeps = {
  purpose: Purpose
  /** Creates a flow on the server. @returns its verifier. */
  createFlow(id: string): Promise<string>
  fetchState(flow: OAuthFlow): Promise<AuthState>
  toAuthorizeUrl(flow: OAuthFlow): string
  /** Providers forbid framing, so a framed hub uses a popup. */
  isFramed: boolean
  /** Must be called synchronously in a click handler. @returns null when the browser blocks the popup. */
  openPopup(): Pick<Popup, 'isClosed' | 'close' | 'goTo'> | null
  redirect(url: string): void
}

export type FlowCallbacks = {
  stage(stage: FlowStage): void
  result(result: FlowResult, method: OAuthMethod): void
  unreachable(): void
}

export type FlowController = ReturnType<typeof createFlowController>

/** Runs OAuth flows: redirects the window to the provider, or opens a popup and polls for the result. */
export function createFlowController(deps: FlowDeps, on: FlowCallbacks) {
  let isBusy = false
  let stopCurrent: () => void = () => undefined

  async function begin(method: OAuthMethod): Promise<void> {
    if (isBusy) return
    isBusy = true
    let isStopped = false
    clearFlow()
    const popup = deps.isFramed ? deps.openPopup() : null
    stopCurrent = () => {
      isStopped = true
      popup?.close()
    }
    on.stage({ name: 'starting', method })
    const flow = await openFlow(deps, method)
    if (isStopped) return
    if (!flow) finish(failure(eventCodes.SIGN_IN_STATE_NOT_SET), method)
    else if (deps.isFramed) {
      stopCurrent = waitForPopup(deps, flow, popup, { ...on, result: finish })
    } else redirect(deps, flow)
  }

  function finish(result: FlowResult, method: OAuthMethod): void {
    stop()
    // A logged-in player leaves the screen; the method list would flash.
    if (result.name !== 'signed-in') on.stage({ name: 'choosing' })
    on.result(result, method)
  }

  /** Starts again in a new popup. Must be called synchronously in a click handler. */
  function retry(method: OAuthMethod): Promise<void> {
    stop()
    return begin(method)
  }

  function cancel(): void {
    stop()
    on.stage({ name: 'choosing' })
  }

  /** Stops polling and closes the popup, without calling back. */
  function stop(): void {
    stopCurrent()
    stopCurrent = () => undefined
    isBusy = false
  }

  return { begin, retry, cancel, stop }
}

async function openFlow(
  { createFlow, purpose }: Pick<FlowDeps, 'createFlow' | 'purpose'>,
  method: OAuthMethod,
): Promise<OAuthFlow | null> {
  const id = newFlowId()
  try {
    const verifier = await createFlow(id)
    saveFlowId(id)
    return { id, verifier, method, purpose }
  } catch {
    return null
  }
}

/** The tab returns to `/session/loginDone`, which continues the flow. */
function redirect(deps: FlowDeps, flow: OAuthFlow): void {
  saveFlow(flow)
  deps.redirect(deps.toAuthorizeUrl(flow))
}

/**
 * Polls for the result of a login in a popup.
 * @returns Stops polling and closes the popup.
 */
function waitForPopup(
  deps: FlowDeps,
  flow: OAuthFlow,
  popup: ReturnType<FlowDeps['openPopup']>,
  on: FlowCallbacks,
): () => void {
  const { method } = flow
  const url = deps.toAuthorizeUrl(flow)
  popup?.goTo(url)
  const waiting = { name: 'waiting', method, url: popup ? null : url } as const
  on.stage({ ...waiting, isPopupGone: false })
  let isPopupGone = false
  let isStopped = false
  const fetchState = async () => {
    // Check before the request, because a finished popup closes itself.
    const isClosed = popup?.isClosed() === true
    const state = await deps.fetchState(flow)
    if (isClosed && !isPopupGone && !isStopped && state.status === 'waiting') {
      isPopupGone = true
      on.stage({ ...waiting, isPopupGone })
    }
    return state
  }
  const stopPolling = pollFlow(fetchState, false, {
    result: (result) => on.result(result, method),
    unreachable: on.unreachable,
  })
  return () => {
    isStopped = true
    stopPolling()
    popup?.close()
  }
}
