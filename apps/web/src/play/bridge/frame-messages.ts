import { createReadingAllowance } from './message-budget.ts'

/** A message that came from our frame at a listed origin; what it says is still a stranger's word. */
export interface FrameLetter {
  origin: string
  data: unknown
}

/** The part of an iframe element that the bridge needs. */
export type Frame = Pick<
  HTMLIFrameElement,
  'contentWindow' | 'src' | 'addEventListener' | 'removeEventListener'
>

/**
 * Hears the window messages of one frame. The frame element is asked for its window each time, because a reload
 * or a replaced frame changes it; the message is not even unpacked before window, origin and allowance are right.
 * @param read  Tells whether the letter was one of the bridge's.
 * @returns what stops the listening.
 */
export function listenToFrame(
  frame: Frame,
  origins: ReadonlySet<string>,
  read: (letter: FrameLetter) => boolean,
): () => void {
  const allow = createReadingAllowance()
  const onMessage = (message: MessageEvent) => {
    if (message.source === null || message.source !== frame.contentWindow) return
    if (!origins.has(message.origin)) return
    allow(() => read({ origin: message.origin, data: message.data }))
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/** Exact origins only; whatever is no http address, `null` and wildcards above all, is left out. */
export function toOrigins(listed: readonly string[]): ReadonlySet<string> {
  const origins = listed.map((entry) => URL.parse(entry)).filter((url) => url !== null)
  return new Set(origins.filter(({ protocol }) => /^https?:$/.test(protocol)).map(({ origin }) => origin))
}
