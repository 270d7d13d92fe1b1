import {
  type BridgeCall,
  type BridgeErrorCode,
  type BridgeEvent,
  type BridgeEvents,
  type CallParams,
  type CallResult,
  type SavedValue,
  sdkErrors,
} from '@playhub/contract/bridge-protocol'

/** Equal to the version in package.json; `write-version.ts` updates it. */
export const SDK_VERSION = '1.1.0'

/** The build sets it in the files for games of portals. */
declare const PORTAL_SDK: string | undefined

/** Games of portals call no function of ours: there is no local mode, and they merge no saves. */
export const isForPortal: boolean = typeof PORTAL_SDK !== 'undefined'

/** Two versions of a save, parsed; null where there is none. */
// biome-ignore lint/suspicious/noExplicitAny: as `JSON.parse`, for games that do not name the type
export interface SaveConflict<T = any> {
  mine: T | null
  theirs: T | null
  /** The common start of both. */
  base: T | null
}

/** The SDK's only error. Branch on `code`; `message` is for the developer's console. */
export class PlayhubError extends Error {
  // Declared only: fields would need helpers in the oldest browsers.
  declare readonly code: BridgeErrorCode
  /** With `SAVE_CONFLICT`. */
  declare readonly conflict?: SaveConflict
  /** @internal */
  declare readonly current?: SavedValue | null

  constructor(
    code: BridgeErrorCode,
    message: string = (sdkErrors as Record<string, string>)[code] ?? code,
    current?: SavedValue | null,
  ) {
    super(message)
    this.name = 'PlayhubError'
    this.code = code
    this.current = current ?? null
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
