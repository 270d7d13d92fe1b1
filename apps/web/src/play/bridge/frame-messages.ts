import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import { createMessageBudget } from './message-budget.ts'

/** A message from our frame. Its data is untrusted. */
export interface FrameMessage {
  origin: string
  data: unknown
}

/** The iframe element members that the bridge needs. */
export type Frame = Pick<
  HTMLIFrameElement,
  'contentWindow' | 'src' | 'addEventListener' | 'removeEventListener'
>

/**
 * Listens to one frame's window messages. `contentWindow` is compared for each message, because it may change
 * with a reload. `data` is only deserialised after window, origin and budget have been checked.
 * @param read          Returns whether the message belongs to the bridge.
 * @param readUnlisted  The same for a page of the frame at an origin that is not listed: it gets refusals only.
 * @returns             Stops listening.
 */
export function listenToFrame(
  frame: Frame,
  origins: ReadonlySet<string>,
  read: (message: FrameMessage) => boolean,
  readUnlisted: (message: FrameMessage) => boolean,
): () => void {
  const withinBudget = createMessageBudget()
  const onMessage = (event: MessageEvent) => {
    if (event.source === null || event.source !== frame.contentWindow) return
    const readMessage = origins.has(event.origin) ? read : readUnlisted
    withinBudget(() => readMessage({ origin: event.origin, data: event.data }))
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
