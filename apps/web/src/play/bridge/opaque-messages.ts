import type { LegacyReply } from './legacy-messages.ts'

/** A live page responds within this time. */
const TIMEOUT_MS = 2_000
const MAX_WAITING = 50

export type OpaqueMessages = ReturnType<typeof createOpaqueMessages>

/**
 * Window messages of a game without an origin. All pages in its frame have the origin `null`, so a port from the first
 * one, which knew the play's id, proves it is still there. A port ends with its page.
 */
export function createOpaqueMessages() {
  let port: MessagePort | null = null
  let waiting: { run: () => void; requestedAt: number }[] = []
  return {
    isOpen: () => port !== null,
    /** Further pages get none: the first one may have passed the id on. */
    open(given: MessagePort | undefined): void {
      if (port || !given) return
      port = given
      port.onmessage = () => {
        const [first, ...rest] = waiting
        waiting = rest
        if (first && performance.now() - first.requestedAt < TIMEOUT_MS) first.run()
      }
    },
    /** Runs it if the first page is still there. */
    whenThere(run: () => void): void {
      if (!port || waiting.length >= MAX_WAITING) return
      waiting.push({ run, requestedAt: performance.now() })
      port.postMessage(null)
    },
    send(data: LegacyReply): void {
      port?.postMessage({ data, origin: location.origin })
    },
    close(): void {
      port?.close()
      waiting = []
    },
  }
}
