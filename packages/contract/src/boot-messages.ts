import type { PortalSdk } from './plays/portal-sdks.ts'

/**
 * Messages between the hub's page and the boot script, which the hub puts first into every page of an uploaded build.
 * They travel by `postMessage`, before and beside the SDK's port: a build may have no SDK.
 */
export const BOOT = 'playhub:boot'

/** From the game's page. `playId` is that of the start data. */
export type BootMessage = { type: typeof BOOT; playId: string } & (
  | { event: 'started' }
  /**
   * Bytes that the page has loaded so far, uncompressed files only when the browser tells no transfer size; and the hosts
   * outside the build, at most 50.
   */
  | { event: 'loaded'; bytes: number; files: number; hosts: string[] }
  | { event: 'pong' }
  /** An uncaught error, its text at most 300 characters, and how often it came. */
  | { event: 'error'; message: string; count: number }
  /** All items of the game's `localStorage` as JSON, and the version of the save that they follow. */
  | { event: 'storage'; value: string; version: number }
  /** Running audio contexts and media elements, sent when it changes. */
  | { event: 'sound'; running: number }
  /** Frames per second over 10 s since the first input: the median and the worst second. */
  | { event: 'frames'; median: number; worst: number }
  /** In the checker: what the game has used of a portal's SDK since the last message. */
  | { event: 'compat'; sdk: PortalSdk; uses: CompatUse[] }
)

/** How often a game has used one member of a portal's SDK, such as `ysdk.adv.showFullscreenAdv`. */
export type CompatUse = { name: string; count: number; isMissing: boolean }

/** What one part of the boot script reports. */
export type BootEvent = BootMessage extends infer Message
  ? Message extends BootMessage
    ? Omit<Message, 'type' | 'playId'>
    : never
  : never

/** To the game's page. */
export type BootRequest = { type: typeof BOOT } & (
  | { event: 'ping' }
  | { event: 'mute'; isMuted: boolean }
  | ({ event: 'storage' } & StorageRequest)
)

/**
 * The save of the game's `localStorage` has this version now. With a value the items are others: another tab or device
 * has changed them, or they are merged.
 */
export interface StorageRequest {
  value?: string
  version: number
}
