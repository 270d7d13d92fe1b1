import { type PaymentProvider, paymentProviders, type RouteKey } from '@playhub/contract'
import { startSandbox } from '@playhub/sandbox'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type Context, createContext } from '../../src/context.ts'
import type { Provider } from '../../src/payments/provider.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { type CapturedEvent, startEventCapture } from '../support/payments/event-capture.ts'
import { providerAt } from '../support/payments/provider-environment.ts'
import { sandboxControl, stripeAt } from '../support/payments/sandbox-control.ts'
import { testClock } from '../support/test-clock.ts'
import { createTestDatabase } from '../support/test-database.ts'
import type { Player, TestHub } from '../support/test-hub.ts'
import { createFaults } from './faults.ts'
import { watchTransitions } from './transitions.ts'

export type Environment = Awaited<ReturnType<typeof startEnvironment>>

const password = 'Playhub2030'
/** Marked as bought once. */
export const oneTimeItem = 'islandm3-chest'
/** A bundle, of which a player can buy two a day. */
export const limitedItem = 'islandm3-boosters'

/** A bundle, a bonus, a sale for the first purchase and a limit, which every run meets. */
function addOffers({ catalogue }: Context): void {
  const bundle = catalogue.item(limitedItem)
  const project = catalogue.project('islandm3')
  if (!bundle || !project) throw new Error('The demo content has no island')
  bundle.contains = [{ item: 'islandm3-hints', quantity: 2 }]
  bundle.limit = { count: 2, per: 'day' }
  project.offers = [
    { id: 'first', kind: 'sale', items: 'all', percent: 20, for: 'first-purchase' },
    {
      id: 'more',
      kind: 'bonus',
      items: [bundle.id],
      adds: [{ item: 'islandm3-hints', quantity: 1 }],
      for: 'everyone',
    },
  ]
}

/**
 * A hub fast enough for thousands of orders: requests are injected without a socket, jobs run on demand, and hub and
 * sandbox share a test clock.
 * @param distort  Changes the hub's view of a provider, to simulate a hub with a bug.
 * @param isPrepaid  YooKassa takes prepayments (54-FZ), whose receipts the hub closes.
 */
export async function startEnvironment(
  onCleanup: (cleanup: () => Promise<void> | void) => void,
  distort: (provider: Provider) => Provider = (provider) => provider,
  isPrepaid = false,
) {
  const clock = testClock('2030-01-01T00:00:00Z')
  const eventCapture = await startEventCapture(onCleanup)
  const sandbox = await startSandbox({
    ...{ port: 0, smtpPort: 0, hubUrl: eventCapture.url, now: clock.now },
    fiscalShops: isPrepaid ? ['yookassa'] : [],
  })
  const database = await createTestDatabase()
  const { db } = database
  const fiscal = isPrepaid
    ? { YOOKASSA_RECEIPT_VAT: '20', YOOKASSA_RECEIPT_MODE: 'full_prepayment' }
    : undefined
  const config = readConfig({
    HUB_MODE: 'sandbox',
    SANDBOX_URL: sandbox.url,
    SMTP_PORT: String(sandbox.smtpPort),
    CONTENT_DIR: new URL('../../../../content', import.meta.url).pathname,
    ...fiscal,
  })
  const faults = createFaults()
  const directProviders = Object.fromEntries(
    await Promise.all(
      paymentProviders.map(async (name) => [name, await providerAt(sandbox.url, name, fiscal)]),
    ),
  ) as Record<PaymentProvider, Provider>
  const providers = Object.fromEntries(
    paymentProviders.map((name) => [name, faults.wrap(distort(directProviders[name]))]),
  )

  async function open() {
    const context = await createContext(config, { clock, log: createLog('silent'), db, providers })
    const item = context.catalogue.item(oneTimeItem)
    if (!item) throw new Error(`There is no item ${oneTimeItem}`)
    item.once = true
    addOffers(context)
    context.catalogue.content().hub.legal.withdrawal = 'refund'
    const app = await buildApp(context, null)
    await app.ready()
    await context.payments.start()
    return { context, app }
  }

  let hub = await open()
  await watchTransitions(db)
  let players = 0

  async function close({ context, app }: { context: Context; app: { close(): Promise<void> } }) {
    await app.close()
    await context.mail.close()
    context.catalogue.close()
  }

  onCleanup(async () => {
    await close(hub)
    await db.destroy()
    await sandbox.close()
    await database.remove()
  })

  const call = (async (
    key: RouteKey,
    given: { params?: object; query?: object; body?: object; as?: Player },
  ) => {
    const [method, path = ''] = key.split(' ')
    const response = await hub.app.inject({
      method: method as 'GET' | 'POST',
      url: `/api${path.replace(/\{(\w+)\}/g, (_, name) => (given.params as Record<string, string>)[name] ?? '')}`,
      ...(given.as && { headers: { authorization: `Bearer ${given.as.jwt}` } }),
      ...(given.query && { query: given.query as Record<string, string> }),
      ...(given.body && { payload: given.body }),
    })
    if (response.statusCode === 500) throw new Error(`${key} failed: ${response.body}`)
    const ok = response.statusCode < 400
    return { ok, status: response.statusCode, body: response.json(), headers: new Headers() }
  }) as TestHub['call']

  /** Delivers an event to the hub. @returns  the response status */
  async function deliver({ path, headers, raw }: CapturedEvent): Promise<number> {
    const signature = headers['stripe-signature']
    const response = await hub.app.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': headers['content-type'] ?? 'application/json',
        ...(typeof signature === 'string' && { 'stripe-signature': signature }),
      },
      payload: raw,
    })
    if (response.statusCode === 500) throw new Error(`A provider event failed: ${response.body}`)
    return response.statusCode
  }

  /** A new player each time, because an earlier run's unpaid orders would be returned again. */
  async function logIn(): Promise<Player> {
    players += 1
    const email = `random-${players}@example.org`
    const userId = await hub.context.accounts.ensureEmailAccount({ email, password, name: 'Random' })
    return { jwt: await openSession({ userId, email }), userId, email, password }
  }

  /** @returns  the token of a new login session */
  async function openSession({ userId, email }: Pick<Player, 'userId' | 'email'>): Promise<string> {
    const setEmail = (change: { email: string | null; receiptEmail?: string | null }) =>
      db.updateTable('accounts').set(change).where('id', '=', userId).execute()
    await setEmail({ email })
    const response = await call('POST /auth/login-by-email', { body: { email, password } })
    if (!response.ok) throw new Error('The player cannot log in')
    // Avoids rendering emails, which would be most of the work.
    await setEmail({ email: null, receiptEmail: isPrepaid ? email : null })
    return response.body.data.result.jwt
  }

  /** Consumes the game server's pending failures. */
  async function restoreGameServer(): Promise<void> {
    const url = `${sandbox.url}/game-server/webhook/islandm3`
    while (!(await fetch(url, { method: 'POST', body: '{}' })).ok);
  }

  return {
    db,
    clock,
    restoreGameServer,
    directProviders,
    faults,
    isPrepaid,
    eventCapture,
    control: sandboxControl(sandbox.url),
    stripe: stripeAt(sandbox.url),
    sandboxUrl: sandbox.url,
    call,
    deliver,
    logIn,
    openSession,
    payments: () => hub.context.payments,
    setRefundHold(minutes: number): void {
      hub.context.catalogue.content().hub.console.refundHoldMinutes = minutes
    },
    /** Dependencies of operators' decisions. */
    decisionDeps: () => hub.context,
    /** Serves the hub's calls by HTTP, too. @returns its URL */
    listen: () => hub.app.listen({ port: 0 }),
    runDueJobs: () => hub.context.jobs.runDue(),
    /** Replaces the hub by a new one on the same database, which drops all state in memory. */
    async restart(): Promise<void> {
      const old = hub
      hub = await open()
      await close(old)
    },
  }
}
