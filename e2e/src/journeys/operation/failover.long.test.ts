/**
 * Kills a replicated PostgreSQL's primary during purchases and promotes its synchronous standby, once per round.
 * FAILOVER_ROUNDS sets the round count.
 */
import type { Order, PaymentState } from '@playhub/contract'
import { ensureDebianProgram } from '@playhub/test-kit/debian-program'
import { postgresPrograms } from '@playhub/test-kit/postgres/postgres-server'
import { expect, onTestFinished, test } from 'vitest'
import { register } from '../../environment/api.ts'
import { startEnvironment, waitUntil } from '../../environment/environment.ts'
import { type PostgresPair, startPostgresPair } from '../../environment/postgres-pair.ts'

const runs = Number(process.env.FAILOVER_ROUNDS ?? 20)
const buyers = 6
const paymentTimeoutMs = 300_000
const runTimeoutMs = 60_000

type Purchase = { id: string; createdAt: number; isDecided: boolean; paidAt?: number }

const haproxy = ensureDebianProgram('haproxy')
const missing = [!haproxy && 'HAProxy', !postgresPrograms() && 'PostgreSQL'].filter(Boolean)

test(
  `${runs} failovers under purchases lose no acknowledged order, double none, and the hubs recover by themselves`,
  async (context) => {
    if (!haproxy || missing.length > 0)
      return context.skip(`${missing.join(' and ')} cannot be installed here`)
    const cleanups: (() => Promise<void>)[] = []
    onTestFinished(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup()
    })
    const databases = await startPostgresPair(haproxy)
    cleanups.push(databases.close)
    const environment = await startEnvironment({ DATABASE_URL: databases.url, LOG_LEVEL: 'fatal' }, 2)
    cleanups.push(environment.close)
    const pids = environment.hubPids()

    const purchases: Purchase[] = []
    const unexpected: string[] = []
    let refused = 0
    let isBuying = true
    const players = await Promise.all(Array.from({ length: buyers }, () => register(environment)))

    /** @returns undefined when the hub refuses for now */
    async function request<T>(
      hubUrl: string,
      jwt: string,
      path: string,
      body?: unknown,
    ): Promise<T | undefined> {
      try {
        const response = await fetch(`${hubUrl}/api${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            authorization: `Bearer ${jwt}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        if (response.ok) return JSON.parse(text) as T
        if (response.status === 503) refused += 1
        else unexpected.push(`${path}: ${response.status} ${text.slice(0, 200)}`)
      } catch (error) {
        unexpected.push(`${path}: ${(error as Error).message}`)
      }
      return undefined
    }

    async function buy(jwt: string, hubUrl: string): Promise<void> {
      const ask = <T>(path: string, body?: unknown) =>
        waitUntil(() => request<T>(hubUrl, jwt, path, body), path, runTimeoutMs)
      while (isBuying) {
        const { id } = await ask<Order>('/payments/create', { itemId: 'islandm3-hints' })
        const purchase: Purchase = { id, createdAt: performance.now(), isDecided: false }
        purchases.push(purchase)
        await ask(`/payments/stripe/create/${id}`)
        await environment.decidePayment(id, 'succeed')
        purchase.isDecided = true
        // A payment whose event met the failover is applied later; the player goes on with another order.
        const deadline = performance.now() + 3000
        while (!purchase.paidAt && performance.now() < deadline) {
          const { status } = await ask<PaymentState>(`/payments/get/${id}`)
          if (status === 'paid') purchase.paidAt = performance.now()
        }
      }
    }

    const buying = players.map(({ jwt }, index) => buy(jwt, environment.hubUrls[index % 2] as string))
    const recoveriesMs: number[] = []
    for (let run = 0; run < runs; run++) {
      await untilPaidAfter(performance.now())
      const killedAt = performance.now()
      await databases.killPrimary()
      await databases.promoteStandby()
      recoveriesMs.push((await untilPaidAfter(killedAt)) - killedAt)
      await databases.rebuildStandby()
    }
    isBuying = false
    await Promise.all(buying)

    /** Waits for a paid order created after an instant. */
    function untilPaidAfter(instant: number): Promise<number> {
      return waitUntil(
        async () => purchases.find(({ createdAt, paidAt }) => createdAt > instant && paidAt)?.paidAt,
        'the next paid order',
        runTimeoutMs,
      )
    }

    const ids = purchases.map(({ id }) => id)
    await expectEachPaidOnce(
      databases,
      ids,
      players.map(({ userId }) => userId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    await expectEachChargedOnce(environment.sandboxUrl, ids)
    expect(unexpected).toEqual([])
    expect(environment.hubPids(), 'no hub was restarted').toEqual(pids)

    const sorted = recoveriesMs.toSorted((one, other) => one - other)
    const medianMs = sorted[Math.floor(sorted.length / 2)] as number
    const seconds = (ms = 0) => (ms / 1000).toFixed(1)
    console.log(
      `${runs} failovers, ${ids.length} orders: 0 lost, 0 doubled. From the kill to the next paid order: median ` +
        `${seconds(medianMs)} s, at least ${seconds(sorted[0])} s, at most ${seconds(sorted.at(-1))} s. ` +
        `${refused} calls were refused with 503.`,
    )
  },
  runs * runTimeoutMs + paymentTimeoutMs,
)

type StoredOrder = { id: string; status: string; purchases: number; webhooks: number; receipts: number }

/** Every acknowledged order is stored and ends up paid, with one purchase, one webhook and one receipt. */
async function expectEachPaidOnce(
  databases: PostgresPair,
  ids: string[],
  playerIds: string[],
): Promise<void> {
  const playerIdList = playerIds.map((id) => `'${id}'`).join(', ')
  const read = () =>
    databases.query<StoredOrder>(`
      select id, status,
        (select count(*)::int from purchases where order_id = orders.id) as purchases,
        (select count(*)::int from webhooks where order_id = orders.id and state = 'delivered') as webhooks,
        (select count(*)::int from receipts where order_id = orders.id) as receipts
      from orders where player_id in (${playerIdList})`)
  const acknowledged = new Set(ids)
  const isComplete = (order: StoredOrder) =>
    order.status === 'paid' && order.webhooks > 0 && order.receipts > 0
  await waitUntil(
    async () =>
      (await read()).every((order) => isComplete(order) || !acknowledged.has(order.id)) || undefined,
    'the final state of every order',
    paymentTimeoutMs,
  )
  const stored = await read()
  const storedIds = new Set(stored.map(({ id }) => id))
  expect(
    ids.filter((id) => !storedIds.has(id)),
    'lost orders',
  ).toEqual([])
  const once = { status: 'paid', purchases: 1, webhooks: 1, receipts: 1 }
  const known = stored.filter(({ id }) => acknowledged.has(id))
  expect(
    known.filter((order) => !isSubset(once, order)),
    'orders that are not paid once',
  ).toEqual([])
  // A call's response may have been lost, but never more than its order.
  const others = stored.filter(({ id }) => !acknowledged.has(id))
  expect(others.filter(({ status, purchases }) => status === 'paid' || purchases > 0)).toEqual([])
}

const isSubset = (expected: object, actual: object) =>
  Object.entries(expected).every(([name, value]) => actual[name as keyof typeof actual] === value)

async function expectEachChargedOnce(sandboxUrl: string, ids: string[]): Promise<void> {
  const response = await fetch(`${sandboxUrl}/control/payments`)
  const payments = (await response.json()) as { hubPaymentId: string; status: string }[]
  const charged = payments
    .filter(({ status }) => status === 'succeeded')
    .map(({ hubPaymentId }) => hubPaymentId)
  expect(charged.toSorted()).toEqual(ids.toSorted())
}
