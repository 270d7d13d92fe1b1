import type {
  BridgeCall,
  BridgeEvent,
  BridgeEvents,
  CallParams,
  CallResult,
} from '@playhub/contract/bridge-protocol'

export type EventListener = <E extends BridgeEvent>(event: E, payload: BridgeEvents[E]) => void

/** One end of the bridge: a port to a real hub, or the local stand-in. */
export interface Link {
  call<C extends BridgeCall>(call: C, params?: CallParams<C>): Promise<CallResult<C>>
  /** The one listener of everything the other side says unasked. */
  listen(listener: EventListener): void
  close(): void
}
