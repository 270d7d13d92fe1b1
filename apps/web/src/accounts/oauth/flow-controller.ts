import type { AuthState } from '@playhub/contract'
import { eventCodes } from '@playhub/contract/events'
import {
  forgetFlow,
  keepFlow,
  newFlowId,
  noteFlowId,
  type Purpose,
  type SocialFlow,
  type SocialMethod,
} from './flow.ts'
import { type FlowEnd, failed } from './flow-result.ts'
import { watchFlow } from './poll-flow.ts'

/** Where the screen stands. */
export type FlowStage =
  | { name: 'choosing' }
  | { name: 'starting'; method: SocialMethod }
  /** The address is there when the player has to open it by hand, because the browser let no window open. */
  | { name: 'waiting'; method: SocialMethod; address: string | null }

/** A window of ours in which a provider asks who it is. */
export type Popup = { isClosed(): boolean; close(): void; goTo(address: string): void }

/** The browser and the server, as a flow needs them. */
export type FlowWorld = {
  purpose: Purpose
  /** Opens a flow on the server. @returns its verifier. */
  openFlow(id: string): Promise<string>
  askAbout(flow: SocialFlow): Promise<AuthState>
  addressOf(flow: SocialFlow): string
  /** A provider lets nobody frame it: a hub in a frame asks in a popup. */
  isFramed: boolean
  /** Must be called while a press is being handled. @returns null when the browser refuses. */
  openPopup(): Popup | null
  leaveFor(address: string): void
}

export type SocialFlowControl = ReturnType<typeof createSocialFlow>

/** Takes a player to a provider and back: the whole window, or a popup and questions about how it ended. */
export function createSocialFlow(
  world: FlowWorld,
  tell: {
    stage(stage: FlowStage): void
    end(end: FlowEnd, method: SocialMethod): void
    noAnswer(): void
  },
) {
  let isBusy = false
  /** Ends what the current flow has set going. */
  let stopCurrent: () => void = () => undefined

  async function begin(method: SocialMethod): Promise<void> {
    if (isBusy) return
    isBusy = true
    let isStopped = false
    forgetFlow()
    const popup = world.isFramed ? world.openPopup() : null
    stopCurrent = () => {
      isStopped = true
      popup?.close()
    }
    tell.stage({ name: 'starting', method })
    const flow = await open(method)
    if (isStopped) return
    if (!flow) finish(failed(eventCodes.SIGN_IN_STATE_NOT_SET), method)
    else if (world.isFramed) waitFor(flow, popup)
    else leaveWith(flow)
  }

  async function open(method: SocialMethod): Promise<SocialFlow | null> {
    const id = newFlowId()
    try {
      const verifier = await world.openFlow(id)
      noteFlowId(id)
      return { id, verifier, method, purpose: world.purpose }
    } catch {
      return null
    }
  }

  /** The tab comes back to `/session/loginDone`, which goes on from here. */
  function leaveWith(flow: SocialFlow): void {
    keepFlow(flow)
    world.leaveFor(world.addressOf(flow))
  }

  function waitFor(flow: SocialFlow, popup: Popup | null): void {
    const { method } = flow
    const address = world.addressOf(flow)
    popup?.goTo(address)
    tell.stage({ name: 'waiting', method, address: popup ? null : address })
    const stopWatching = watchFlow(
      () => world.askAbout(flow),
      () => popup?.isClosed() ?? false,
      { end: (end) => finish(end, method), noAnswer: tell.noAnswer },
    )
    stopCurrent = () => {
      stopWatching()
      popup?.close()
    }
  }

  /** Who is in goes on from here: the choice would only flash by. */
  function finish(end: FlowEnd, method: SocialMethod): void {
    stop()
    if (end.name !== 'signed-in') tell.stage({ name: 'choosing' })
    tell.end(end, method)
  }

  /** Back to the choice; what the provider's window still says is not waited for. */
  function cancel(): void {
    stop()
    tell.stage({ name: 'choosing' })
  }

  /** Ends every question and window, and says nothing more. */
  function stop(): void {
    stopCurrent()
    stopCurrent = () => undefined
    isBusy = false
  }

  return { begin, cancel, stop }
}
