import type { PortalSdk } from './plays/portal-sdks.ts'
import type { ItemSaveKey } from './saves/limits.ts'

/**
 * Messages between the hub's page and the boot script, which the hub puts first into every page of an uploaded build.
 * They travel by `postMessage`, before and beside the SDK's port: a build may have no SDK.
 */
export const BOOT = 'playhub:boot'

/** From the game's page. `playId` is the start data's. */
export type BootMessage = { type: typeof BOOT; playId: string } & (
  | { event: 'started' }
  /** With a port: the page has no origin, and its window messages are answered there. */
  | { event: 'messages' }
  /**
   * The page's loaded bytes so far, uncompressed files only when the browser reports no transfer size; and the hosts
   * outside the build, at most 50.
   */
  | { event: 'loaded'; bytes: number; files: number; hosts: string[] }
  | { event: 'pong' }
  /** An uncaught error, its text at most 300 characters, and how often it came. */
  | { event: 'error'; message: string; count: number }
  /**
   * All items of the game's `localStorage` or IndexedDB as JSON, and the version of the save they follow. The response
   * has the same number. With `savedAt` an ended page has left them, and the hub has another save than theirs.
   */
  | { event: ItemSaveKey; value: string; version: number; number?: number; savedAt?: number }
  /** The game has written to a storage tied to its page, because the browser refuses it another. */
  | { event: 'unkept' }
  /** Running audio contexts and media elements, sent when it changes. */
  | { event: 'sound'; running: number }
  /** Frames per second over 10 s since the first input: the median and the worst second. */
  | { event: 'frames'; median: number; worst: number }
  /** In the checker: what the game has used of a portal's SDK since the last message. */
  | { event: 'compat'; sdk: PortalSdk; uses: CompatUse[] }
)

/** A game's uses of one member of a portal's SDK, such as `ysdk.adv.showFullscreenAdv`. */
export type CompatUse = { name: string; count: number; isMissing: boolean }

/** Report of one part of the boot script. */
export type BootEvent = BootMessage extends infer Message
  ? Message extends BootMessage
    ? Omit<Message, 'type' | 'playId'>
    : never
  : never

/** To the game's page. */
export type BootRequest = { type: typeof BOOT } & (
  | { event: 'ping' }
  | { event: 'mute'; isMuted: boolean }
  | ({ event: ItemSaveKey } & StorageRequest)
)

/**
 * The save of the game's `localStorage` or IndexedDB has this version now. With a value the items are others: another tab or device
 * has changed them, or they are merged.
 */
export interface StorageRequest {
  value?: string
  version: number
  /** Number of the report taken by the hub. */
  number?: number
}
