import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import { createMessageBudget } from './message-budget.ts'

/** A message from our frame. Its data is untrusted. */
export interface FrameMessage {
  origin: string
  data: unknown
  ports?: readonly MessagePort[]
}

/** The iframe element members used by the bridge. */
export type Frame = Pick<
  HTMLIFrameElement,
  'contentWindow' | 'src' | 'addEventListener' | 'removeEventListener'
>

/**
 * Listens to one frame's window messages. `contentWindow` is compared for each message, because it may change with a
 * reload. `data` is only deserialised after window, origin and budget have been checked.
 * @param read          Returns whether the message belongs to the bridge.
 * @param readUnlisted  The same for the frame's page at an unlisted origin: it gets refusals only.
 * @returns             Stops listening.
 */
export function listenToFrame(
  frame: Frame,
  origins: ReadonlySet<string>,
  read: (message: FrameMessage) => boolean,
  readUnlisted: (message: FrameMessage) => boolean,
): () => void {
  const withinBudget = createMessageBudget()
  let frameWindow: Window | null = null
  const onMessage = (event: MessageEvent) => {
    // A removed frame has no window, and its last messages arrive later.
    frameWindow = frame.contentWindow ?? frameWindow
    if (event.source === null || event.source !== frameWindow) return
    const readMessage = origins.has(event.origin) ? read : readUnlisted
    withinBudget(() => readMessage({ origin: event.origin, data: event.data, ports: event.ports }))
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/** Exact http(s) origins; anything else is dropped, above all `null` and wildcards. */
export function toOrigins(listed: readonly string[]): ReadonlySet<string> {
  const origins = listed.map((entry) => parseUrl(entry)).filter((url) => url !== null)
  return new Set(origins.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ origin }) => origin))
}

/** The target of a reply. An opaque origin cannot be addressed. */
export const toTarget = (origin: string): string => (origin === 'null' ? '*' : origin)
