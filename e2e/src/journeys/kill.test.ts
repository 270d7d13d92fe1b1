/**
 * The hub is killed outright at random moments while players order and pay; the outside world lives on. Nothing that
 * was acknowledged may be lost, and every order ends paid, once. KILL_ROUNDS is how often, for each provider; with
 * TEST_DATABASE_URL and KILL_HUBS=2 two hubs share that database, and it is random which of them dies.
 */
import { randomInt } from 'node:crypto'
import {
  type Order,
  type PaymentProvider,
  type PaymentState,
  paymentProviders,
  type RouteResponse,
} from '@playhub/contract'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type ApiPlayer, call, register } from '../environment/api.ts'
import { eventually, startWorld, type World } from '../environment/test-environment.ts'

/** Where a kill may fall: within so many milliseconds of the beginning of each step. */
const moments = {
  ordering: 30,
  'marking as pending': 30,
  'opening the payment': 60,
  confirming: 30,
  settling: 120,
  telling: 60,
} as const
type Moment = keyof typeof moments

const rounds = Number(process.env.KILL_ROUNDS ?? 8)
const hubCount = Number(process.env.KILL_HUBS ?? 1)
const databaseUrl = hubCount > 1 ? process.env.TEST_DATABASE_URL : undefined
/** What a hub that died had begun, another one takes up when its leases end, within half a minute. */
const settlingPatienceMs = hubCount > 1 ? 120_000 : 30_000
const roundLimitMs = settlingPatienceMs + 15_000
const itemId = 'islandm3-hints'
const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
const random = seededRandom(seed)

let world: World
let player: ApiPlayer
let restart: Promise<void> | undefined

beforeAll(async () => {
  world = await startWorld(databaseUrl ? { DATABASE_URL: databaseUrl } : {}, hubCount)
})
afterAll(() => world?.close())

test.each(paymentProviders)(
  `an order at %s survives ${rounds} kills of the hub at any moment and ends paid once`,
  async (provider) => {
    onTestFailed(() => console.error(`Run it again with KILL_SEED=${seed}`))
    // A history shows a hundred orders at most, so each provider has a buyer of its own.
    player = await register(world)
    const paid: string[] = []
    for (let round = 0; round < rounds; round++) {
      const moment = Object.keys(moments)[round % Object.keys(moments).length] as Moment
      paid.push(await buyWhileTheHubDies(provider, moment).catch((cause) => failure(round, moment, cause)))
    }
    await expectBooksToAgree(provider, paid)
  },
  rounds * roundLimitMs,
)

function failure(round: number, moment: Moment, cause: unknown): never {
  throw new Error(`Round ${round + 1}, killed while ${moment}: ${(cause as Error).message}`, { cause })
}

/** One player's way from the wish to the receipt, with the hub killed once on it. @returns the order's id */
async function buyWhileTheHubDies(provider: PaymentProvider, moment: Moment): Promise<string> {
  const step = async <T>(name: Moment, work: () => Promise<T>): Promise<T> => {
    const killed = name === moment ? killWithin(moments[name]) : undefined
    const [outcome] = await Promise.all([work(), killed])
    return outcome
  }

  const order = await step('ordering', () => ask<Order>('POST', '/payments/create', { itemId }))
  await step('marking as pending', () => ask('GET', `/payments/set-pending/${order.id}`))
  const handover = await step('opening the payment', () => open[provider](order.id))
  await expectAcknowledged(provider, order.id, handover)
  await step('confirming', () => pay(order.id))
  // Nobody asks the hub how the order stands: what it owes, it must do by itself.
  const webhook = await step('settling', () => webhookOf(order.id))
  await step('telling', () => receiptOf(order.id))
  await restart

  const state = await ask<PaymentState>('GET', `/payments/get/${order.id}`)
  expect(state).toMatchObject({ status: 'paid', payload: { itemId, purchaseId: webhook.purchaseId } })
  expect(await paymentsInTheBooksFor(order.id)).toEqual([
    {
      provider,
      id: expect.any(String),
      hubPaymentId: order.id,
      amountMinor: state.payload.amountMinor,
      currency: state.payload.currency,
      status: paidStatus[provider],
    },
  ])
  return order.id
}

async function killWithin(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random() * ms))
  const place = Math.floor(random() * hubCount)
  await world.killHub(place)
  await expect(fetch(`${world.hubUrls[place]}/healthz`)).rejects.toThrow('fetch failed')
  restart = world.startHub(place)
  await restart
}

/** Calls any hub as a patient client: no answer at all means asking again, a refusal is an answer. */
function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  return eventually(async () => {
    const hubUrl = world.hubUrls[Math.floor(random() * hubCount)] as string
    try {
      return await call<T>({ ...world, hubUrl }, method, path, {
        jwt: player.jwt,
        ...(body !== undefined && { body }),
      })
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  }, `${method} ${path}`)
}

/** Opens a payment. @returns  what the browser goes on with */
const open: Record<PaymentProvider, (orderId: string) => Promise<string>> = {
  stripe: async (orderId) =>
    (
      await ask<RouteResponse<'GET /payments/stripe/create/{id}'>>(
        'GET',
        `/payments/stripe/create/${orderId}`,
      )
    ).clientSecret,
  yookassa: async (orderId) =>
    (
      await ask<RouteResponse<'GET /payments/yookassa/create/{id}'>>(
        'GET',
        `/payments/yookassa/create/${orderId}`,
      )
    ).data.confirmationToken,
  'yandex-pay': async (paymentId) =>
    (
      await ask<RouteResponse<'POST /payments/yandex-pay/create'>>('POST', '/payments/yandex-pay/create', {
        paymentId,
      })
    ).data.paymentUrl,
}

const paidStatus: Record<PaymentProvider, string> = {
  stripe: 'succeeded',
  yookassa: 'succeeded',
  'yandex-pay': 'CAPTURED',
}

/** What the hub has said still stands, whether it was killed in between or not. */
async function expectAcknowledged(
  provider: PaymentProvider,
  orderId: string,
  handover: string,
): Promise<void> {
  const state = await ask<PaymentState>('GET', `/payments/get/${orderId}`)
  expect(state).toMatchObject({ status: 'pending', payload: { paymentId: orderId, itemId } })
  expect(await open[provider](orderId)).toBe(handover)
}

/** The buyer pays at the provider, which tells the hub until it answers. */
async function pay(orderId: string): Promise<void> {
  const response = await fetch(`${world.sandboxUrl}/control/payments/${orderId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'succeed' }),
  })
  expect(await response.json()).toMatchObject({ hubPaymentId: orderId })
}

type Webhook = { id: string; verified: boolean; body: { data: { paymentId: string; purchaseId: string } } }

async function webhooksOf(orderId: string): Promise<Webhook[]> {
  const answer = await fetch(`${world.sandboxUrl}/game-server/notices?project=islandm3`)
  const webhooks = (await answer.json()) as Webhook[]
  return webhooks.filter(({ body }) => body.data.paymentId === orderId)
}

async function webhookOf(orderId: string): Promise<{ purchaseId: string }> {
  const [webhook] = await eventually(
    async () => {
      const webhooks = await webhooksOf(orderId)
      return webhooks.length > 0 ? webhooks : undefined
    },
    `the webhook of order ${orderId}`,
    settlingPatienceMs,
  )
  return (webhook as Webhook).body.data
}

async function receiptOf(orderId: string): Promise<void> {
  const link = await eventually(
    async () => {
      const path = `/user/get-receipt-link?privatePaymentId=${orderId}`
      const answer = await ask<RouteResponse<'GET /user/get-receipt-link'>>('GET', path)
      return answer.data.result ?? undefined
    },
    `the receipt of order ${orderId}`,
    settlingPatienceMs,
  )
  await eventually(async () => {
    const receipt = await fetch(new URL(link, world.hubUrl)).catch(() => undefined)
    return receipt?.headers.get('content-type') === 'application/pdf' || undefined
  }, `the PDF behind ${link}`)
}

type Payment = { provider: string; id: string; hubPaymentId: string; status: string }

async function books(): Promise<Payment[]> {
  return (await (await fetch(`${world.sandboxUrl}/control/payments`)).json()) as Payment[]
}

async function paymentsInTheBooksFor(orderId: string): Promise<Payment[]> {
  return (await books()).filter(({ hubPaymentId }) => hubPaymentId === orderId)
}

/** After all the dying: no charge without an order, no order without its one purchase and its one webhook. */
async function expectBooksToAgree(provider: PaymentProvider, paid: string[]): Promise<void> {
  const history = await ask<RouteResponse<'GET /payments/get-user-payments'>>(
    'GET',
    '/payments/get-user-payments?limit=100',
  )
  const transactions = history.data.result.map(({ uuid, status }) => ({ uuid, status }))
  expect(transactions).toEqual(paid.toReversed().map((uuid) => ({ uuid, status: 'paid' })))
  const charged = (await books()).filter(
    (payment) => payment.provider === provider && payment.status === paidStatus[provider],
  )
  expect(charged.map(({ hubPaymentId }) => hubPaymentId).toSorted()).toEqual(paid.toSorted())
  const owned = await ask<RouteResponse<'GET /purchases'>>('GET', '/purchases')
  expect(owned.data.result.map(({ paymentId }) => paymentId).toSorted()).toEqual(paid.toSorted())
  for (const orderId of paid) {
    const webhooks = await webhooksOf(orderId)
    expect(webhooks.every(({ verified }) => verified)).toBe(true)
    expect(new Set(webhooks.map(({ id }) => id)).size, `webhooks of order ${orderId}`).toBe(1)
  }
}

/** The same numbers between 0 and 1 for the same seed (mulberry32), so that a failure can be looked at again. */
function seededRandom(start: number): () => number {
  let state = start | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
