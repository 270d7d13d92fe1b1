import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startLocalServer } from '@playhub/test-kit/local-server'
import { onTestFinished } from 'vitest'
import { type HubOptions, startTestHub, type TestHub } from '../test-hub.ts'

type Held = { isArrived: Promise<void>; release(): void }
type Hold = { pattern: RegExp; at: 'request' | 'response'; arrive(): void; released: Promise<void> }

/** A hub whose calls to the sandbox pass through a proxy, which can keep one in flight. */
export async function startHubOnHeldSandbox(
  options: HubOptions = {},
): Promise<{ hub: TestHub; hold(pattern: RegExp, at?: Hold['at']): Held }> {
  let target = ''
  const holds: Hold[] = []

  async function forward(request: IncomingMessage): Promise<Response> {
    const body = await buffer(request)
    const hold = takeHold(holds, `${request.method} ${request.url}`)
    if (hold?.at === 'request') await wait(hold)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const response = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    if (hold?.at === 'response') await wait(hold)
    return response
  }
  const { url, close } = await startLocalServer(async (request, response) => {
    const result = await forward(request)
    const headers = Object.fromEntries(result.headers)
    delete headers['content-length']
    delete headers['content-encoding']
    delete headers['transfer-encoding']
    response.writeHead(result.status, headers).end(Buffer.from(await result.arrayBuffer()))
  })
  onTestFinished(close)
  const hub = await startTestHub({ ...options, env: { ...options.env, SANDBOX_URL: url } })
  target = hub.sandboxUrl
  return {
    hub,
    /** Holds the next matching call, such as `POST /v1/payment_intents`. */
    hold(pattern, at = 'response') {
      const arrived = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      holds.push({ pattern, at, arrive: arrived.resolve, released: released.promise })
      return { isArrived: arrived.promise, release: released.resolve }
    },
  }
}

function takeHold(holds: Hold[], call: string): Hold | undefined {
  const place = holds.findIndex(({ pattern }) => pattern.test(call))
  return place < 0 ? undefined : holds.splice(place, 1)[0]
}

async function wait({ arrive, released }: Hold): Promise<void> {
  arrive()
  await released
}
