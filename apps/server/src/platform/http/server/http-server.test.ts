import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { createConnection, Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { test as hubTest } from '../../../../test/support/hub-test.ts'
import { DAY_MS } from '../../clock.ts'
import { refuseBrokenRequest } from './broken-requests.ts'
import { httpServer, openConnectionsMs, stopListening } from './http-server.ts'
import { spreadOverTurns } from './request-turns.ts'

type Options = {
  requestTimeout?: number
  maxConnectionsPerIp?: number | null
  stallTimeoutMs?: number
  longUploads?: { paths: RegExp; timeoutMs: number }
}

async function listen(
  { requestTimeout = 30_000, maxConnectionsPerIp = null, stallTimeoutMs, longUploads }: Options = {},
  handle: () => Promise<string> = async () => 'hello',
) {
  const app = Fastify({
    requestTimeout,
    return503OnClosing: false,
    clientErrorHandler: refuseBrokenRequest,
    serverFactory: httpServer({
      maxConnectionsPerIp,
      ...(stallTimeoutMs !== undefined && { stallTimeoutMs }),
      ...(longUploads && { longUploads }),
    }),
  })
  app.get('/', handle)
  app.post('/', async ({ body }) => body)
  app.post('/builds', async ({ body }) => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { app }
}

/** `keepalive_timeout` in `deploy/nginx.conf`, and `keepalive` in `deploy/Caddyfile`. */
const proxyKeepAliveMs = 2000

/** A connection whose received text grows. */
async function connect(
  app: FastifyInstance,
): Promise<{ socket: Socket; received(): string; closed: Promise<void> }> {
  const { port } = app.server.address() as { port: number }
  const socket = createConnection({ port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => {})
  await once(socket, 'connect')
  return { socket, received: () => text, closed }
}

const get = 'GET / HTTP/1.1\r\nhost: hub.test\r\n\r\n'

test('a body that never ends is cut off with 408', async () => {
  const { app } = await listen({ requestTimeout: 200 })
  const { socket, received, closed } = await connect(app)
  socket.write(
    'POST / HTTP/1.1\r\nhost: hub.test\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  await closed
  expect(received()).toMatch(/^HTTP\/1\.1 408 /)
})

test('a client that sends on after 408 is disconnected', async () => {
  const { app } = await listen({ requestTimeout: 200 })
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const { port } = app.server.address() as { port: number }
  const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(
    'POST / HTTP/1.1\r\nhost: hub.test\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  const [served] = await accepted
  await expect.poll(() => served.destroyed, { timeout: 3000 }).toBe(true)
})

hubTest('a request that cookies of another host made too large deletes them', async ({ hub }) => {
  for (const path of ['/', '/api/me', '/api/operator/v1/session']) {
    const { socket, received, closed } = await connect(hub.app)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: hub.test\r\ncookie: a=${'x'.repeat(20_000)}\r\n\r\n`)
    await closed
    expect(received()).toMatch(/^HTTP\/1\.1 431 .*\r\nClear-Site-Data: "cookies"\r\n/)
  }
})

test('an upload that stalls is ended, and a client that waits for the hub is not', async () => {
  const uploads = { paths: /^\/builds/, timeoutMs: 60_000 }
  const wait = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 600))
  const { app } = await listen({ stallTimeoutMs: 150, longUploads: uploads }, wait)
  const upload = await connect(app)
  upload.socket.write(
    'POST /builds HTTP/1.1\r\nhost: hub.test\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  const waiting = await connect(app)
  waiting.socket.write(get)
  await upload.closed
  await expect.poll(waiting.received).toContain('done')
})

test('requests that arrive together are handled over several turns, and a health check at once', async () => {
  let turn = 0
  const turns: number[] = []
  const order: string[] = []
  const handle = spreadOverTurns(({ url = '' }) => {
    turns.push(turn)
    order.push(url)
    const until = performance.now() + 2
    while (performance.now() < until);
  })
  for (let n = 0; n < 20; n++) handle(...fakeExchange(`/${n}`))
  handle(...fakeExchange('/readyz'))
  expect(order).toEqual(['/0', '/readyz'])
  for (; order.length < 21 && turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(order.filter((url) => url !== '/readyz')).toEqual(Array.from({ length: 20 }, (_, n) => `/${n}`))
  const perTurn = Object.values(Object.groupBy(turns.slice(2), String)).map((handled) => handled?.length ?? 0)
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2)
})

test('a request whose client has left meanwhile is not handled', async () => {
  const order: string[] = []
  const handle = spreadOverTurns(({ url = '' }) => {
    order.push(url)
    const until = performance.now() + 2
    while (performance.now() < until);
  })
  const left = fakeExchange('/left')
  handle(...fakeExchange('/first'))
  handle(...left)
  handle(...fakeExchange('/last'))
  left[0].destroy()
  await expect.poll(() => order).toEqual(['/first', '/last'])
})

function fakeExchange(url: string): [IncomingMessage, ServerResponse] {
  const request = Object.assign(new IncomingMessage(new Socket()), { url })
  return [request, new ServerResponse(request)]
}

test('an upload may take longer than other bodies', async () => {
  const { app } = await listen({
    requestTimeout: 200,
    longUploads: { paths: /^\/builds/, timeoutMs: 60_000 },
  })
  const send = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: hub.test\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`
  const [slow, upload] = [await connect(app), await connect(app)]
  upload.socket.write(send('/builds'))
  slow.socket.write(send('/'))
  await slow.closed
  expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /)
  upload.socket.write('}')
  await expect.poll(upload.received).toMatch(/^HTTP\/1\.1 200 /)
})

test('headers that never end are cut off as well', async () => {
  const { app } = await listen({ requestTimeout: 200 })
  const { socket, received, closed } = await connect(app)
  socket.write('GET / HTTP/1.1\r\nhost: hub.test\r\nx-slow: ')
  await closed
  expect(received()).toMatch(/^HTTP\/1\.1 408 /)
})

test('a client that waits longer for a response keeps its connection', async () => {
  const accepted = Promise.withResolvers<Socket>()
  const { app } = await listen({ stallTimeoutMs: 100 }, async () => {
    await once(await accepted.promise, 'timeout')
    return 'late'
  })
  app.server.once('connection', accepted.resolve)
  const { socket, received } = await connect(app)
  socket.write(get)
  await expect.poll(received).toContain('late')
})

test('a connection whose client takes nothing of a response ends', async () => {
  const { app } = await listen({ stallTimeoutMs: 500 }, async () => 'x'.repeat(32 * 1024 * 1024))
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const { socket, closed } = await connect(app)
  closed.catch(() => {})
  socket.pause()
  socket.write(get)
  const [served] = await accepted
  await once(served, 'close')
  expect(served.bytesWritten).toBeGreaterThan(0)
})

hubTest(
  'the hub gives a client 30 seconds to take a response, and 20 minutes to send a game',
  async ({ hub }) => {
    const { requestTimeout, headersTimeout, timeout } = hub.app.server
    expect({ requestTimeout, headersTimeout, timeout }).toEqual({
      requestTimeout: 1_200_000,
      headersTimeout: 10_000,
      timeout: 30_000,
    })
  },
)

hubTest('TRACE does not return what a client has sent', async ({ hub }) => {
  for (const path of ['/', '/api/me', '/games/en/', '/main_images/logo.svg']) {
    const { socket, received, closed } = await connect(hub.app)
    socket.write(
      `TRACE ${path} HTTP/1.1\r\nhost: hub.test\r\nx-secret: of-the-client\r\nconnection: close\r\n\r\n`,
    )
    await closed
    expect([path, received()]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 404 /)])
    expect(received()).not.toContain('of-the-client')
  }
})

hubTest('a connection that is reset while its request waits fails no rate limit', async ({ hub }) => {
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'Playhub2030' })
  const request = `POST /api/auth/login-by-email HTTP/1.1\r\nhost: ${new URL(hub.url).host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  for (let times = 0; times < 20; times++) {
    const { socket, closed } = await connect(hub.app)
    socket.write(request.repeat(20))
    socket.resetAndDestroy()
    await closed
  }
  expect((await hub.call('GET /control/get-games-data')).status).toBe(200)
  expect(hub.logs()).not.toContain('Request failed')
})

test('connections of an address beyond the ceiling are closed, until others end', async () => {
  const { app } = await listen({ maxConnectionsPerIp: 2 })
  const first = await connect(app)
  const second = await connect(app)
  const third = await connect(app)
  await third.closed
  second.socket.write(get)
  await once(second.socket, 'data')
  first.socket.destroy()
  await first.closed
  // The server sees the connection close a moment later.
  for (;;) {
    const next = await connect(app)
    next.socket.write(get)
    const outcome = await Promise.race([next.closed, once(next.socket, 'data')])
    if (outcome) break
  }
})

/** Begins to stop, and waits until the server refuses connections. */
async function stop(
  { app }: { app: FastifyInstance },
  openForMs?: number,
): Promise<{ stopped: Promise<void> }> {
  const { port } = app.server.address() as { port: number }
  const stopped = stopListening(app.server, openForMs)
  for (;;) {
    const socket = createConnection({ port, host: '127.0.0.1' })
    const isRefused = await once(socket, 'connect').then(
      () => false,
      ({ code }) => code === 'ECONNREFUSED',
    )
    socket.destroy()
    if (isRefused) return { stopped }
  }
}

test('a server that stops listening answers requests on open connections, and closes each', async () => {
  const { app } = await listen()
  const { socket, received, closed } = await connect(app)
  socket.write(get)
  await once(socket, 'data')
  expect(received()).toMatch(/connection: keep-alive/i)
  const { stopped } = await stop({ app })
  socket.write(
    'POST / HTTP/1.1\r\nhost: hub.test\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  )
  await closed
  expect(received()).toMatch(/hello[\s\S]+ 200 OK[\s\S]*connection: close[\s\S]*\{\}$/i)
  await stopped
})

test('a response to a request from before the server stopped listening closes its connection, too', async () => {
  const reached = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const { app } = await listen({}, async () => {
    reached.resolve()
    await held.promise
    return 'held'
  })
  const { socket, received, closed } = await connect(app)
  socket.write(get)
  await reached.promise
  const { stopped } = await stop({ app })
  held.resolve()
  await closed
  expect(received()).toMatch(/connection: close[\s\S]*held$/i)
  await stopped
})

test('a server that stops listening leaves idle connections open for longer than a proxy does', async () => {
  const { app } = await listen()
  const { socket, received, closed } = await connect(app)
  const { stopped } = await stop({ app }, 1)
  await stopped
  socket.write(get)
  await closed
  expect(received()).toContain('hello')
  expect(openConnectionsMs).toBeGreaterThan(proxyKeepAliveMs)
})

test('a server without open connections stops at once', async () => {
  const { app } = await listen()
  const { stopped } = await stop({ app }, DAY_MS)
  await stopped
})
