/**
 * Machine faults around a hub in its own process: stops, idle and slow connections, a full disk. Database and service
 * faults are in `apps/server/test/security/faults`.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Order, RouteResponse } from '@playhub/contract'
import { mountSmallDisk } from '@playhub/test-kit/small-disk'
import { expect, onTestFinished, test } from 'vitest'
import { type ApiPlayer, call, register } from '../../environment/api.ts'
import {
  listChildPids,
  startEnvironment,
  type TestEnvironment,
  waitUntil,
} from '../../environment/environment.ts'

const stops = 5
const idleSockets = 20_000
const slowSockets = 200
const itemId = 'islandm3-hints'

async function start(env: Record<string, string> = {}): Promise<TestEnvironment> {
  const environment = await startEnvironment({ SERVER_REQUESTS_PER_MINUTE: '1000000', ...env })
  onTestFinished(environment.close)
  return environment
}

type CallResponse = { status: number; body: unknown; retryAfter: string | null }

/** Opens a game for the player, and lets its server order for them until `stop`: a player has one unpaid order of an item. */
async function startOrders(environment: TestEnvironment, { jwt, userId }: ApiPlayer, concurrency: number) {
  await call(environment, 'POST', '/me/library/played', { jwt, body: { project: 'islandm3' } })
  const orders: string[] = []
  const responses: CallResponse[] = []
  let isRunning = true

  async function order(): Promise<void> {
    while (isRunning) {
      try {
        const response = await fetch(`${environment.hubUrl}/api/server/v1/payments`, {
          method: 'POST',
          headers: { authorization: 'Bearer sandbox_islandm3', 'content-type': 'application/json' },
          body: JSON.stringify({ itemId, playerId: userId }),
        })
        const body = await response.json()
        responses.push({ status: response.status, body, retryAfter: response.headers.get('retry-after') })
        if (response.ok) orders.push((body as Order).id)
      } catch {
        // The hub does not listen.
        await delay(10)
      }
    }
  }
  const ordering = Array.from({ length: concurrency }, order)
  return {
    orders,
    responses,
    stop: async () => {
      isRunning = false
      await Promise.all(ordering)
    },
  }
}

async function expectOrders(environment: TestEnvironment, jwt: string, orders: string[]): Promise<void> {
  for (const id of orders.slice(-200)) await call<unknown>(environment, 'GET', `/payments/get/${id}`, { jwt })
  expect(new Set(orders).size).toBe(orders.length)
}

test(`${stops} stops by SIGTERM under load answer every request that they have received and lose no order`, async () => {
  const environment = await start({ DRAIN_SECONDS: '1' })
  const player = await register(environment)
  const traffic = await startOrders(environment, player, 4)
  for (let times = 0; times < stops; times++) {
    const before = traffic.orders.length
    await waitUntil(async () => traffic.orders.length > before + 20 || undefined, 'orders')
    expect(await environment.stopHub()).toBe(0)
    await environment.startHub()
    const stopped = traffic.orders.length
    await waitUntil(async () => traffic.orders.length > stopped || undefined, 'an order after the restart')
  }
  await traffic.stop()
  expect(traffic.responses.filter(({ status }) => status !== 200)).toEqual([])
  await expectOrders(environment, player.jwt, traffic.orders)
})

test(`${idleSockets} connections that send nothing and ${slowSockets} that send slowly stop nobody`, async ({
  skip,
}) => {
  if (process.platform !== 'linux') return skip('There is no /proc here')
  const environment = await start()
  const others = slowSockets + 1000
  const limit = raiseOpenFiles(idleSockets + others)
  const idle = Math.min(idleSockets, limit - others)
  if (idle < idleSockets) console.log(`This system allows ${idle} idle connections`)
  const { jwt } = await register(environment)
  const { hostname, port } = new URL(environment.hubUrl)
  const open = new Set<Socket>()
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
  })

  async function openSocket(first = ''): Promise<void> {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.resume()
    await once(socket, 'connect')
    open.add(socket)
    if (first) socket.write(first)
  }
  for (let count = 0; count < idle; count += 100)
    await Promise.all(Array.from({ length: 100 }, () => openSocket()))
  const slowHeaders = `GET / HTTP/1.1\r\nhost: ${hostname}\r\nx-slow: `
  const slowBody = `POST /api/auth/login-by-email HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`
  for (let count = 0; count < slowSockets; count++) await openSocket(count % 2 ? slowHeaders : slowBody)
  // The hub closes the first ones after ten seconds, while others are being opened.
  expect(open.size).toBeGreaterThan(idle / 2)

  for (let count = 0; count < 50; count++)
    await call<Order>(environment, 'POST', '/payments/create', { jwt, body: { itemId } })
  // The timeouts themselves are in `platform/http/server/http-server.test.ts`.
  await waitUntil(async () => open.size === 0 || undefined, 'the end of idle and slow connections')
  await call(environment, 'GET', '/me', { jwt })
})

/**
 * Raises the open-file limit for this process and its children, if permitted.
 * @returns  the limit
 */
function raiseOpenFiles(limit: number): number {
  for (const pid of [process.pid, ...listChildPids(process.pid)]) {
    try {
      execFileSync('prlimit', ['--pid', String(pid), `--nofile=${limit}:${limit}`], { stdio: 'ignore' })
    } catch {
      // Only root may raise it, and not in every container.
    }
  }
  const limits = readFileSync('/proc/self/limits', 'utf8')
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0)
}

test('while the disk is full players read, orders are refused with 503, and the next one after it is made', async ({
  skip,
}) => {
  const disk = mountSmallDisk(64)
  if (!disk) return skip('No file system can be mounted here')
  const environment = await start({ DATA_DIR: disk.dir })
  const player = await register(environment)
  const { jwt } = player
  const traffic = await startOrders(environment, player, 2)
  await waitUntil(async () => traffic.orders.length > 10 || undefined, 'orders')
  disk.fill()
  const refusals = 200
  await waitUntil(
    async () => traffic.responses.filter(({ status }) => status !== 200).length >= refusals || undefined,
    'refusals',
  )
  await call<RouteResponse<'GET /me'>>(environment, 'GET', '/me', { jwt })
  expect((await fetch(`${environment.hubUrl}/games/en/`)).status).toBe(200)
  disk.free()
  const known = traffic.orders.length
  await waitUntil(async () => traffic.orders.length > known || undefined, 'an order after the fault')
  await traffic.stop()
  for (const response of traffic.responses.filter(({ status }) => status !== 200)) {
    expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
    expect(Number(response.retryAfter)).toBeGreaterThan(0)
  }
  await expectOrders(environment, jwt, traffic.orders)
})
