import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startLocalServer } from '@playhub/test-kit/local-server'
import { onTestFinished } from 'vitest'

/** A provider event as posted. */
export type CapturedEvent = { path: string; headers: IncomingHttpHeaders; raw: Buffer }

export type EventCapture = {
  url: string
  /** Removes and returns the next event with all these texts; waits for it up to 10 seconds. */
  take(...texts: string[]): Promise<CapturedEvent>
  /** Drops what has been captured. */
  clear(): void
}

const timeoutMs = 10_000

/**
 * Receives the providers' events in place of a hub. Tests read them, or deliver them to a hub.
 * @param onCleanup  Registers the clean-up, for a capture outliving one test.
 */
export async function startEventCapture(
  onCleanup: (cleanup: () => void) => void = onTestFinished,
): Promise<EventCapture> {
  const captured: CapturedEvent[] = []
  const waiting = new Set<() => void>()
  const { url, close } = await startLocalServer(async (request, response) => {
    captured.push({ path: request.url ?? '', headers: request.headers, raw: await buffer(request) })
    response.end()
    for (const check of waiting) check()
  })
  onCleanup(close)

  function takeOut(texts: string[]): CapturedEvent | undefined {
    const index = captured.findIndex((event) => texts.every((text) => contains(event, text)))
    return index === -1 ? undefined : captured.splice(index, 1)[0]
  }

  return {
    clear: () => void captured.splice(0),
    url,
    take: (...texts) =>
      new Promise((resolve, reject) => {
        const timeout = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`No provider event contains ${texts.join(' and ')}`))
        }, timeoutMs)
        function check(): void {
          const found = takeOut(texts)
          if (!found) return
          clearTimeout(timeout)
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
  }
}

/** Searches plain JSON, or a JWS payload. */
function contains({ raw }: CapturedEvent, text: string): boolean {
  const body = raw.toString()
  const payload = Buffer.from(body.split('.')[1] ?? '', 'base64url').toString()
  return body.includes(text) || payload.includes(text)
}
