/** Players who order and read while a fault lasts, and what must hold for their requests. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { SECOND_MS } from '../../../src/platform/clock.ts'
import { gameServerClient, openGame } from '../../support/game-server-client.ts'
import { hints, stripeCheckout } from '../../support/payments/stripe-checkout.ts'
import type { Player, TestHub } from '../../support/test-hub.ts'

const playerCount = 4
/** Settings for a fault's hub: its game server orders as fast as it can. */
export const trafficEnv = { SERVER_REQUESTS_PER_MINUTE: '100000000' }

const gameOrder = 'POST /server/v1/payments'

type Failure = { call: string; status: number; body: unknown; retryAfter: string | null; type: string | null }
type Traffic = {
  /** The game server's order ids. */
  orders: string[]
  /** Each player's order ids. */
  ownOrders: Set<string>[]
  failures: Failure[]
  /** Resolves after each player has been served `times` more times. */
  served(times: number): Promise<void>
  stop(): Promise<void>
}

function startTraffic(hub: TestHub, players: Player[]): Traffic {
  const counts = players.map(() => 0)
  const game = gameServerClient(hub)
  const traffic = {
    orders: [] as string[],
    ownOrders: players.map(() => new Set<string>()),
    failures: [] as Failure[],
  }
  let isRunning = true
  let onServed = () => {}

  type HubResponse = Pick<Awaited<ReturnType<TestHub['call']>>, 'ok' | 'status' | 'body' | 'headers'>
  async function ask(call: string, request: () => Promise<HubResponse>) {
    const { ok, status, body, headers } = await request()
    if (ok) return body
    const [retryAfter, type] = [headers.get('retry-after'), headers.get('content-type')]
    traffic.failures.push({ call, status, body, retryAfter, type })
    return undefined
  }

  async function play(as: Player, index: number): Promise<void> {
    while (isRunning) {
      // Makes an order each time, unlike the player's own call.
      const order = await ask(gameOrder, () =>
        game.call('POST /payments', { body: { itemId: hints, playerId: as.userId } }),
      )
      if (order) traffic.orders.push((order as { id: string }).id)
      const own = await ask('POST /payments/create', () =>
        hub.call('POST /payments/create', { as, body: { itemId: hints } }),
      )
      if (own) traffic.ownOrders[index]?.add((own as { id: string }).id)
      const me = await ask('GET /me', () => hub.call('GET /me', { as }))
      if (!order || !own || !me) continue
      counts[index] = (counts[index] ?? 0) + 1
      onServed()
    }
  }
  const playing = players.map(play)

  return Object.assign(traffic, {
    served(times: number) {
      const before = [...counts]
      return new Promise<void>((resolve) => {
        onServed = () => {
          if (counts.every((count, index) => count >= (before[index] ?? 0) + times)) resolve()
        }
      })
    },
    async stop() {
      isRunning = false
      await Promise.all(playing)
    },
  })
}

export type Fault = {
  begin(): Promise<void> | void
  end(): Promise<void> | void
  /** Duration; by default until the hub has refused ten requests, if it refuses any. */
  lastsMs?: number
  /** True if the hub refuses requests while the fault lasts. Default: true. */
  refuses?: boolean
}

/**
 * Lets players order through a fault, and one pay in it. Refusals are 503 with `Retry-After` and end with the fault,
 * every player is served again, and no order is lost or doubled.
 */
export async function surviveFault(hub: TestHub, { begin, end, lastsMs, refuses = true }: Fault) {
  const players = await Promise.all(Array.from({ length: playerCount }, () => hub.logIn()))
  for (const player of players) await openGame(hub, player)
  const payer = await hub.logIn()
  const checkout = stripeCheckout(hub)
  const opened = await checkout.orderAndOpen(payer)
  const traffic = startTraffic(hub, players)
  try {
    await traffic.served(2)
    expect(traffic.failures).toEqual([])
    await begin()
    await checkout.decide(opened.intentId)
    if (lastsMs !== undefined) await delay(lastsMs)
    else if (refuses) await expect.poll(() => traffic.failures.length).toBeGreaterThanOrEqual(10)
    await end()
    await traffic.served(1)
    const refused = traffic.failures.length
    await traffic.served(2)
    expect(traffic.failures.length, 'refusals after the recovery').toBe(refused)
  } finally {
    await traffic.stop()
  }

  for (const failure of traffic.failures) {
    expect(failure).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
    expect(Number(failure.retryAfter)).toBeGreaterThan(0)
    expect(failure.type).toContain('application/problem+json')
  }
  if (!refuses) expect(traffic.failures).toEqual([])
  await expectOrders(hub, players, traffic)

  hub.clock.advance(SECOND_MS)
  expect(await checkout.get(payer, opened.orderId)).toMatchObject({ status: 'paid' })
  expect(await checkout.purchases(payer)).toHaveLength(1)
  expect(hub.logs()).not.toContain('Request failed')
}

/** A refused request may have made its order, but never two; a player's own calls make one. */
async function expectOrders(hub: TestHub, players: Player[], traffic: Traffic): Promise<void> {
  const { orders, ownOrders, failures } = traffic
  const ids = players.map(({ userId }) => userId)
  const stored = await hub.context.db.selectFrom('orders').select('id').where('playerId', 'in', ids).execute()
  const storedIds = new Set(stored.map(({ id }) => id))
  const own = ownOrders.map((known) => [...known])
  expect(own.map(([id]) => id && storedIds.delete(id))).toEqual(players.map(() => true))
  expect(own.every(({ length }) => length === 1)).toBe(true)
  expect(orders.filter((id) => !storedIds.has(id))).toEqual([])
  expect(new Set(orders).size).toBe(orders.length)
  const refusedOrders = failures.filter(({ call }) => call === gameOrder).length
  expect(storedIds.size).toBeLessThanOrEqual(orders.length + refusedOrders)
}
