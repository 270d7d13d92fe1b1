import {
  type BridgeCall,
  type BridgeErrorCode,
  type BridgeEvent,
  type BridgeEvents,
  bridgeErrors,
  type CallParams,
  type CallResult,
} from '@playhub/contract/bridge-protocol'

/** Equal to the version in package.json; `write-version.ts` updates it. */
export const SDK_VERSION = '1.0.0'

/** The only error that this SDK throws. Branch on `code`; `message` is for the developer's console. */
export class PlayhubError extends Error {
  readonly code: BridgeErrorCode

  constructor(code: BridgeErrorCode, message: string = bridgeErrors[code]) {
    super(message)
    this.name = 'PlayhubError'
    this.code = code
  }
}

export type EventListener = <E extends BridgeEvent>(event: E, payload: BridgeEvents[E]) => void

/** Carries calls and events: over a port to a real hub, or to the simulated hub of local mode. */
export interface Transport {
  /** Rejects with a `PlayhubError`. */
  call<C extends BridgeCall>(call: C, params?: CallParams<C>): Promise<CallResult<C>>
  /** Sets the one listener of the hub's events. */
  listen(listener: EventListener): void
  close(): void
}
