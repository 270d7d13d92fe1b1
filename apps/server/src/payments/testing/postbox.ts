import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A webhook as it came over the wire. */
export type Posted = { path: string; headers: IncomingHttpHeaders; raw: Buffer }

export type Postbox = {
  url: string
  /** The next webhook that says all these words and that nobody has taken out yet. */
  take(...words: string[]): Promise<Posted>
  /** Throws away what has come. */
  empty(): void
}

const patienceMs = 10_000

/**
 * Stands where the hub would and keeps what the providers post: a test reads it, or carries it to a hub, by hand.
 * @param onCleanup  Takes what ends it, where it shall outlive one test.
 */
export async function startPostbox(onCleanup: (end: () => void) => void = onTestFinished): Promise<Postbox> {
  const posted: Posted[] = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    posted.push({ path: request.url ?? '', headers: request.headers, raw: await buffer(request) })
    response.end()
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onCleanup(() => {
    server.closeAllConnections()
    server.close()
  })

  function takeOut(words: string[]): Posted | undefined {
    const place = posted.findIndex((one) => words.every((word) => says(one, word)))
    return place === -1 ? undefined : posted.splice(place, 1)[0]
  }

  return {
    empty: () => void posted.splice(0),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: (...words) =>
      new Promise((resolve, reject) => {
        const giveUp = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`No webhook has come that says ${words.join(' and ')}`))
        }, patienceMs)
        function look(): void {
          const found = takeOut(words)
          if (!found) return
          clearTimeout(giveUp)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Plain JSON, or a token that carries it. */
function says({ raw }: Posted, words: string): boolean {
  const text = raw.toString()
  const carried = Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()
  return text.includes(words) || carried.includes(words)
}
