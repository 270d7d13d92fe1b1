/**
 * Kills the hub with SIGKILL while a player orders and pays, while sandbox and games keep running, once per round.
 * Nothing acknowledged may be lost, and every order ends up paid once. KILL_ROUNDS sets the rounds for each provider;
 * with TEST_DATABASE_URL and KILL_HUBS=2 two hubs share the database, and a random one of them is killed.
 */
import { randomInt } from 'node:crypto'
import type { Order, PaymentProvider, PaymentState, RouteResponse } from '@playhub/contract'
import { expect, onTestFailed } from 'vitest'
import { call, register } from '../../environment/api.ts'
import { isLong, startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'

/** When a kill happens: at a random moment within this many milliseconds after a step begins. */
const stepWindowsMs = {
  'creating the order': 30,
  'marking it as pending': 30,
  'opening the payment': 60,
  paying: 30,
  'waiting for the webhook': 120,
  'waiting for the receipt': 60,
} as const
type Step = keyof typeof stepWindowsMs

const killedProviders = ['stripe', 'yookassa', 'yandex-pay'] as const satisfies PaymentProvider[]
type KilledProvider = (typeof killedProviders)[number]
const steps = Object.keys(stepWindowsMs) as Step[]

const runs = Number(process.env.KILL_ROUNDS ?? (isLong ? 8 : 2))
const hubCount = Number(process.env.KILL_HUBS ?? 1)
const databaseUrl = hubCount > 1 ? process.env.TEST_DATABASE_URL : undefined
/** A hub takes half a minute to start while other programs keep the machine busy. */
const restartTimeoutMs = 60_000
/**
 * A killed hub applies nothing until it runs again. Another hub takes over its jobs when their leases expire, within
 * half a minute.
 */
const paymentTimeoutMs = restartTimeoutMs + (hubCount > 1 ? 120_000 : 30_000)
const itemId = 'islandm3-hints'
const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
const random = seededRandom(seed)
/** Webhook and receipt are waited for one after the other. */
const runTimeoutMs = 2 * paymentTimeoutMs

const test = journey({
  start: () => startEnvironment(databaseUrl ? { DATABASE_URL: databaseUrl } : {}, hubCount),
})

for (const [index, provider] of killedProviders.entries()) {
  test(
    `an order at ${provider} survives ${runs} kills of the hub and ends up paid once`,
    async ({ environment }) => {
      onTestFailed(() => console.error(`Repeat with KILL_SEED=${seed}`))
      const buyer = await createBuyer(environment, provider)
      const paid: string[] = []
      for (let round = 0; round < runs; round++) {
        // Two rounds at each of three providers kill at all six steps.
        const killedAt = steps[(2 * index + round) % steps.length] as Step
        try {
          paid.push(await buyer.buy(killedAt))
        } catch (cause) {
          const { message } = cause as Error
          throw new Error(`Round ${round + 1}, killed while ${killedAt}: ${message}`, { cause })
        }
      }
      await buyer.expectTotals(paid)
    },
    runs * runTimeoutMs,
  )
}

/** A history shows a hundred orders at most, so each provider has its own buyer. */
async function createBuyer(environment: TestEnvironment, provider: KilledProvider) {
  const { jwt } = await register(environment)

  /** Calls a random hub until one responds. */
  const request = <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> =>
    waitUntil(async () => {
      const hubUrl = environment.hubUrls[Math.floor(random() * hubCount)] as string
      try {
        return await call<T>({ hubUrl }, method, path, { jwt, ...(body !== undefined && { body }) })
      } catch (error) {
        if (error instanceof TypeError) return undefined
        throw error
      }
    }, `${method} ${path}`)

  const orderState = (orderId: string) => request<PaymentState>('GET', `/payments/get/${orderId}`)
  const openPayment = (orderId: string) => openAt[provider](request, orderId)

  /** Buys from order to receipt, with the hub killed once. @returns  the order's id */
  async function buy(killedAt: Step): Promise<string> {
    let restart: Promise<void> | undefined
    async function runStep<T>(step: Step, run: () => Promise<T>): Promise<T> {
      const killed = step === killedAt ? killWithin(stepWindowsMs[step]) : undefined
      const [result] = await Promise.all([run(), killed])
      return result
    }
    async function killWithin(ms: number): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, random() * ms))
      const index = Math.floor(random() * hubCount)
      await environment.killHub(index)
      await expect(fetch(`${environment.hubUrls[index]}/healthz`)).rejects.toThrow('fetch failed')
      restart = environment.startHub(index)
      await restart
    }

    const { id } = await runStep('creating the order', () =>
      request<Order>('POST', '/payments/create', { itemId }),
    )
    await runStep('marking it as pending', () => request('GET', `/payments/set-pending/${id}`))
    const opened = await runStep('opening the payment', () => openPayment(id))
    // Everything acknowledged survives the kill.
    expect(await orderState(id)).toMatchObject({ status: 'pending', payload: { paymentId: id, itemId } })
    expect(await openPayment(id)).toBe(opened)
    await runStep('paying', () => environment.decidePayment(id, 'succeed'))
    // No request reads the order until the hub has applied it by itself.
    const webhook = await runStep('waiting for the webhook', () => waitForFirstWebhook(environment, id))
    await runStep('waiting for the receipt', () => waitForReceipt(id))
    await restart

    const state = await orderState(id)
    expect(state).toMatchObject({
      status: 'paid',
      payload: { itemId, purchaseId: webhook.body.data.purchaseId },
    })
    const { amountMinor, currency } = state.payload
    const payments = await providerPayments(environment)
    expect(payments.filter(({ hubPaymentId }) => hubPaymentId === id)).toEqual([
      {
        provider,
        id: expect.any(String),
        hubPaymentId: id,
        amountMinor,
        currency,
        status: paidStatus[provider],
      },
    ])
    return id
  }

  async function waitForReceipt(orderId: string): Promise<void> {
    const link = await waitUntil(
      async () => {
        const path = `/user/get-receipt-link?privatePaymentId=${orderId}`
        const { data } = await request<RouteResponse<'GET /user/get-receipt-link'>>('GET', path)
        return data.result ?? undefined
      },
      `the receipt of order ${orderId}`,
      paymentTimeoutMs,
    )
    await waitUntil(async () => {
      const receipt = await fetch(new URL(link, environment.hubUrl)).catch(() => undefined)
      return receipt?.headers.get('content-type') === 'application/pdf' || undefined
    }, `the PDF behind ${link}`)
  }

  /** There is no charge without an order, and no order without its one purchase and its one webhook. */
  async function expectTotals(paid: string[]): Promise<void> {
    const path = '/payments/get-user-payments?limit=100'
    const history = await request<RouteResponse<'GET /payments/get-user-payments'>>('GET', path)
    const transactions = history.data.result.map(({ uuid, status }) => ({ uuid, status }))
    expect(transactions).toEqual(paid.toReversed().map((uuid) => ({ uuid, status: 'paid' })))
    const charged = (await providerPayments(environment)).filter(
      (payment) => payment.provider === provider && payment.status === paidStatus[provider],
    )
    expect(charged.map(({ hubPaymentId }) => hubPaymentId).toSorted()).toEqual(paid.toSorted())
    const purchases = await request<RouteResponse<'GET /purchases'>>('GET', '/purchases')
    expect(purchases.data.result.map(({ paymentId }) => paymentId).toSorted()).toEqual(paid.toSorted())
    for (const orderId of paid) {
      const webhooks = await listWebhooks(environment, orderId)
      expect(webhooks.every(({ verified }) => verified)).toBe(true)
      expect(new Set(webhooks.map(({ id }) => id)).size, `webhooks of order ${orderId}`).toBe(1)
    }
  }

  return { buy, expectTotals }
}

type Request = <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>

/** Opens a payment. @returns  what the browser continues with */
const openAt: Record<KilledProvider, (request: Request, orderId: string) => Promise<string>> = {
  stripe: async (request, id) => {
    const path = `/payments/stripe/create/${id}`
    return (await request<RouteResponse<'GET /payments/stripe/create/{id}'>>('GET', path)).clientSecret
  },
  yookassa: async (request, id) => {
    const path = `/payments/yookassa/create/${id}`
    const { data } = await request<RouteResponse<'GET /payments/yookassa/create/{id}'>>('GET', path)
    return data.confirmationToken
  },
  'yandex-pay': async (request, paymentId) => {
    const path = '/payments/yandex-pay/create'
    const body = { paymentId }
    return (await request<RouteResponse<'POST /payments/yandex-pay/create'>>('POST', path, body)).data
      .paymentUrl
  },
}

const paidStatus: Record<KilledProvider, string> = {
  stripe: 'succeeded',
  yookassa: 'succeeded',
  'yandex-pay': 'CAPTURED',
}

type Webhook = { id: string; verified: boolean; body: { data: { paymentId: string; purchaseId: string } } }

async function listWebhooks({ sandboxUrl }: TestEnvironment, orderId: string): Promise<Webhook[]> {
  const response = await fetch(`${sandboxUrl}/game-server/notices?project=islandm3`)
  const webhooks = (await response.json()) as Webhook[]
  return webhooks.filter(({ body }) => body.data.paymentId === orderId)
}

function waitForFirstWebhook(environment: TestEnvironment, orderId: string): Promise<Webhook> {
  return waitUntil(
    async () => (await listWebhooks(environment, orderId))[0],
    `the webhook of order ${orderId}`,
    paymentTimeoutMs,
  )
}

type ProviderPayment = { provider: string; id: string; hubPaymentId: string; status: string }

async function providerPayments({ sandboxUrl }: TestEnvironment): Promise<ProviderPayment[]> {
  return (await (await fetch(`${sandboxUrl}/control/payments`)).json()) as ProviderPayment[]
}

/** Mulberry32: the same numbers between 0 and 1 for the same seed, so a failure can be repeated. */
function seededRandom(start: number): () => number {
  let state = start | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
