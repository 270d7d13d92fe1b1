import type { EventCode } from '@playhub/contract'
import type { Frame } from './frame-messages.ts'
import type { LegacyReply } from './legacy-messages.ts'

interface SenderOptions {
  frame: Frame
  origins: ReadonlySet<string>
  /** The game uses the SDK's port, so it receives no legacy messages unless it sends one. */
  hasPort(): boolean
  onLoad(): void
}

export type LegacySender = ReturnType<typeof createLegacySender>

/**
 * Sends messages to one exact origin: the one that the game has sent from, else the frame URL's once it has loaded.
 */
export function createLegacySender({ frame, origins, hasPort, onLoad }: SenderOptions) {
  let senderOrigin: string | null = null
  let isLoaded = false
  const handleLoad = () => {
    isLoaded = true
    onLoad()
  }
  frame.addEventListener('load', handleLoad)

  function targetOrigin(): string | null {
    if (senderOrigin) return senderOrigin
    if (!isLoaded || hasPort()) return null
    const origin = URL.parse(frame.src)?.origin
    return origin && origins.has(origin) ? origin : null
  }

  return {
    canSend: () => targetOrigin() !== null,
    send(type: LegacyReply['type'], data: unknown, errorCode: EventCode | null = null): void {
      const origin = targetOrigin()
      if (!origin) return
      const reply: LegacyReply = { type, data, isError: errorCode !== null, errorCode }
      frame.contentWindow?.postMessage(reply, origin)
    },
    replyTo(origin: string): void {
      senderOrigin = origin
    },
    close: () => frame.removeEventListener('load', handleLoad),
  }
}
