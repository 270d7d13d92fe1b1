/**
 * The hub is killed outright at random moments while players order and pay; the outside world lives on. Nothing that
 * was acknowledged may be lost, and every order ends paid, once.
 */
import { randomInt } from 'node:crypto'
import type { Order, PaymentState, RouteResponse } from '@playhub/contract'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type ApiPlayer, call, register } from './api.ts'
import { eventually, startWorld, type World } from './world.ts'

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

const rounds = 24
const itemId = 'islandm3-hints'
const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
const random = seededRandom(seed)

let world: World
let player: ApiPlayer
let restart: Promise<void> | undefined

beforeAll(async () => {
  world = await startWorld()
  player = await register(world)
})
afterAll(() => world?.close())

test(`an order survives ${rounds} kills of the hub at any moment and ends paid once`, async () => {
  onTestFailed(() => console.error(`Run it again with KILL_SEED=${seed}`))
  const paid: string[] = []
  for (let round = 0; round < rounds; round++) {
    const moment = Object.keys(moments)[round % Object.keys(moments).length] as Moment
    paid.push(await buyWhileTheHubDies(moment).catch((cause) => failure(round, moment, cause)))
  }
  await expectBooksToAgree(paid)
})

function failure(round: number, moment: Moment, cause: unknown): never {
  throw new Error(`Round ${round + 1}, killed while ${moment}: ${(cause as Error).message}`, { cause })
}

/** One player's way from the wish to the receipt, with the hub killed once on it. @returns the order's id */
async function buyWhileTheHubDies(moment: Moment): Promise<string> {
  const step = async <T>(name: Moment, work: () => Promise<T>): Promise<T> => {
    const killed = name === moment ? killWithin(moments[name]) : undefined
    const [outcome] = await Promise.all([work(), killed])
    return outcome
  }

  const order = await step('ordering', () => ask<Order>('POST', '/payments/create', { itemId }))
  await step('marking as pending', () => ask('GET', `/payments/set-pending/${order.id}`))
  const opened = await step('opening the payment', () => open(order.id))
  await expectAcknowledged(order.id, opened.id)
  await step('confirming', () => confirm(opened))
  // Nobody asks the hub how the order stands: what it owes, it must do by itself.
  const notice = await step('settling', () => noticeOf(order.id))
  await step('telling', () => receiptOf(order.id))
  await restart

  const state = await ask<PaymentState>('GET', `/payments/get/${order.id}`)
  expect(state).toMatchObject({ status: 'paid', payload: { itemId, purchaseId: notice.purchaseId } })
  expect(await paymentsInTheBooksFor(order.id)).toEqual([
    {
      provider: 'stripe',
      id: opened.id,
      hubPaymentId: order.id,
      amountMinor: state.payload.amountMinor,
      currency: state.payload.currency,
      status: 'succeeded',
    },
  ])
  return order.id
}

async function killWithin(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random() * ms))
  await world.killHub()
  await expect(fetch(`${world.hubUrl}/healthz`)).rejects.toThrow('fetch failed')
  restart = world.startHub()
  await restart
}

/** Calls the hub as a patient client: no answer at all means asking again, a refusal is an answer. */
function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  return eventually(async () => {
    try {
      return await call<T>(world, method, path, { jwt: player.jwt, ...(body !== undefined && { body }) })
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  }, `${method} ${path}`)
}

type Opened = RouteResponse<'GET /payments/stripe/create/{id}'>

const open = (orderId: string) => ask<Opened>('GET', `/payments/stripe/create/${orderId}`)

/** What the hub has said still stands, whether it was killed in between or not. */
async function expectAcknowledged(orderId: string, intentId: string): Promise<void> {
  const state = await ask<PaymentState>('GET', `/payments/get/${orderId}`)
  expect(state).toMatchObject({ status: 'pending', payload: { paymentId: orderId, itemId } })
  expect((await open(orderId)).id).toBe(intentId)
}

/** Pays as the card form in the buyer's browser does: straight at the provider. */
async function confirm({ id, clientSecret }: Opened): Promise<void> {
  const response = await fetch(`${world.sandboxUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  expect(await response.json()).toMatchObject({ status: 'succeeded' })
}

type Notice = { id: string; verified: boolean; body: { data: { paymentId: string; purchaseId: string } } }

async function noticesOf(orderId: string): Promise<Notice[]> {
  const answer = await fetch(`${world.sandboxUrl}/game-server/notices?project=islandm3`)
  const notices = (await answer.json()) as Notice[]
  return notices.filter(({ body }) => body.data.paymentId === orderId)
}

async function noticeOf(orderId: string): Promise<{ purchaseId: string }> {
  const [notice] = await eventually(async () => {
    const notices = await noticesOf(orderId)
    return notices.length > 0 ? notices : undefined
  }, `the notice of order ${orderId}`)
  return (notice as Notice).body.data
}

async function receiptOf(orderId: string): Promise<void> {
  const link = await eventually(async () => {
    const path = `/user/get-receipt-link?privatePaymentId=${orderId}`
    const answer = await ask<RouteResponse<'GET /user/get-receipt-link'>>('GET', path)
    return answer.data.result ?? undefined
  }, `the receipt of order ${orderId}`)
  await eventually(async () => {
    const receipt = await fetch(new URL(link, world.hubUrl)).catch(() => undefined)
    return receipt?.headers.get('content-type') === 'application/pdf' || undefined
  }, `the PDF behind ${link}`)
}

type Payment = { id: string; hubPaymentId: string; status: string }

async function books(): Promise<Payment[]> {
  return (await (await fetch(`${world.sandboxUrl}/control/payments`)).json()) as Payment[]
}

async function paymentsInTheBooksFor(orderId: string): Promise<Payment[]> {
  return (await books()).filter(({ hubPaymentId }) => hubPaymentId === orderId)
}

/** After all the dying: no charge without an order, no order without its one purchase and its one notice. */
async function expectBooksToAgree(paid: string[]): Promise<void> {
  const history = await ask<RouteResponse<'GET /payments/get-user-payments'>>(
    'GET',
    '/payments/get-user-payments?limit=100',
  )
  const transactions = history.data.result.map(({ uuid, status }) => ({ uuid, status }))
  expect(transactions).toEqual(paid.toReversed().map((uuid) => ({ uuid, status: 'paid' })))
  const charged = (await books()).filter(({ status }) => status === 'succeeded')
  expect(charged.map(({ hubPaymentId }) => hubPaymentId).toSorted()).toEqual(paid.toSorted())
  const owned = await ask<RouteResponse<'GET /purchases'>>('GET', '/purchases')
  expect(owned.data.result.map(({ paymentId }) => paymentId).toSorted()).toEqual(paid.toSorted())
  for (const orderId of paid) {
    const notices = await noticesOf(orderId)
    expect(notices.every(({ verified }) => verified)).toBe(true)
    expect(new Set(notices.map(({ id }) => id)).size, `notices of order ${orderId}`).toBe(1)
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
