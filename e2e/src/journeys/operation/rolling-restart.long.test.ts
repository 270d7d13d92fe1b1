/** Restarts two hubs behind a reverse proxy, one after the other, while players buy. */
import type { Order, PaymentState } from '@playhub/contract'
import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { expect, onTestFinished, test } from 'vitest'
import { register } from '../../environment/api.ts'
import { isLong, startEnvironment } from '../../environment/environment.ts'
import {
  freePort,
  type ProxyKind,
  proxyPrograms,
  startReverseProxy,
} from '../../environment/reverse-proxy.ts'

const restarts = Number(process.env.RESTARTS ?? (isLong ? 10 : 2))
const buyers = 8
const restartTimeoutMs = 30_000

test.for<ProxyKind>(['nginx', 'caddy'])(
  `${restarts} rolling restarts of two hubs behind %s fail no request of any method`,
  { timeout: (restarts + 6) * restartTimeoutMs },
  async (kind, context) => {
    const program = proxyPrograms[kind]()
    if (!program || !postgresPrograms()) return context.skip(`${kind} or PostgreSQL cannot be installed here`)
    const cleanups: (() => Promise<void>)[] = []
    onTestFinished(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup()
    })
    const database = await startPostgres({ onCleanup: (cleanup) => void cleanups.push(cleanup) })
    const port = await freePort()
    const env = {
      DATABASE_URL: database.url,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: 'true',
      DRAIN_SECONDS: '4',
    }
    const environment = await startEnvironment(env, 2)
    cleanups.push(environment.close)
    const proxy = await startReverseProxy(kind, program, { port, hubUrls: environment.hubUrls })
    cleanups.push(proxy.close)

    const { jwt } = await register({ ...environment, hubUrl: proxy.url })
    const failures: string[] = []
    let requests = 0
    let isBuying = true

    async function request<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T | undefined> {
      requests += 1
      try {
        const response = await fetch(`${proxy.url}/api${path}`, {
          method,
          headers: {
            authorization: `Bearer ${jwt}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        if (response.ok) return JSON.parse(text) as T
        failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
      } catch (error) {
        failures.push(`${method} ${path}: ${(error as Error).message}`)
      }
      return undefined
    }

    async function buy(): Promise<void> {
      while (isBuying) {
        const order = await request<Order>('POST', '/payments/create', { itemId: 'islandm3-hints' })
        if (!order) continue
        await request('GET', `/payments/stripe/create/${order.id}`)
        await request<PaymentState>('GET', `/payments/get/${order.id}`)
        await request('POST', '/payments/cancel', { paymentId: order.id })
      }
    }

    const buying = Array.from({ length: buyers }, buy)
    for (let restart = 0; restart < restarts; restart++) {
      const index = restart % 2
      expect(await environment.stopHub(index)).toBe(0)
      await environment.startHub(index)
    }
    isBuying = false
    await Promise.all(buying)
    expect(failures).toEqual([])
    expect(requests).toBeGreaterThan(restarts * buyers)
  },
)
