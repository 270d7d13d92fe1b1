import { type PaymentProvider, paymentProviders, type RouteKey } from '@playhub/contract'
import { startSandbox } from '@playhub/sandbox'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { type Context, createContext } from '../../../context.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import type { Player, TestHub } from '../../../testing/test-hub.ts'
import type { Provider } from '../../providers/provider.ts'
import { type Posted, startPostbox } from '../postbox.ts'
import { providerAt } from '../provider-world.ts'
import { sandboxControl } from '../sandbox-control.ts'
import { stripeAt } from '../stripe-account.ts'
import { watchMoves } from './moves.ts'
import { createTroubles } from './troubles.ts'

export type World = Awaited<ReturnType<typeof startWorld>>

const email = 'random@example.org'
const password = 'Playhub2030'

/**
 * A hub without its socket and without its own time, quick enough for thousands of orders: requests are injected, jobs run
 * by hand, and the sandbox lives by the same clock. What goes wrong at the providers is said to `troubles`.
 * @param asTheHubUsesIt  What a hub that breaks a rule would make of a provider.
 */
export async function startWorld(
  onCleanup: (end: () => Promise<void> | void) => void,
  asTheHubUsesIt: (provider: Provider) => Provider = (provider) => provider,
) {
  const clock = testClock('2030-01-01T00:00:00Z')
  const postbox = await startPostbox(onCleanup)
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, hubUrl: postbox.url, now: clock.now })
  const database = await createTestDatabase()
  const { db } = database
  const config = readConfig({
    HUB_MODE: 'sandbox',
    SANDBOX_URL: sandbox.url,
    SMTP_PORT: String(sandbox.smtpPort),
    CONTENT_DIR: new URL('../../../../../../content', import.meta.url).pathname,
  })
  const troubles = createTroubles()
  const honest = Object.fromEntries(
    paymentProviders.map((name) => [name, providerAt(sandbox.url, name)]),
  ) as Record<PaymentProvider, ReturnType<typeof providerAt>>
  const providers = Object.fromEntries(
    paymentProviders.map((name) => [name, troubles.before(asTheHubUsesIt(honest[name]))]),
  )

  async function open() {
    const context = await createContext(config, { clock, log: createLog('silent'), db, providers })
    const app = await buildApp(context, null)
    await app.ready()
    await context.payments.start()
    return { context, app }
  }

  let hub = await open()
  await watchMoves(db)
  const userId = await hub.context.accounts.ensureEmailAccount({ email, password, name: 'Random' })
  // Without an address no letters are written, which are most of the work of a payment and tell nothing of its money.
  await db.updateTable('accounts').set({ email: null, receiptEmail: null }).where('id', '=', userId).execute()

  async function close({ context, app }: { context: Context; app: { close(): Promise<void> } }) {
    await app.close()
    context.mail.close()
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
    const answer = await hub.app.inject({
      method: method as 'GET' | 'POST',
      url: `/api${path.replace(/\{(\w+)\}/g, (_, name) => (given.params as Record<string, string>)[name] ?? '')}`,
      ...(given.as && { headers: { authorization: `Bearer ${given.as.jwt}` } }),
      ...(given.query && { query: given.query as Record<string, string> }),
      ...(given.body && { payload: given.body }),
    })
    if (answer.statusCode === 500) throw new Error(`${key} failed: ${answer.body}`)
    const ok = answer.statusCode < 400
    return { ok, status: answer.statusCode, body: answer.json(), headers: new Headers() }
  }) as TestHub['call']

  /** Carries a webhook to the hub. @returns  the status of the answer */
  async function deliver({ path, headers, raw }: Posted): Promise<number> {
    const signature = headers['stripe-signature']
    const answer = await hub.app.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': headers['content-type'] ?? 'application/json',
        ...(typeof signature === 'string' && { 'stripe-signature': signature }),
      },
      payload: raw,
    })
    if (answer.statusCode === 500) throw new Error(`A webhook failed: ${answer.body}`)
    return answer.statusCode
  }

  async function signIn(): Promise<Player> {
    const answer = await call('POST /auth/login-by-email', { body: { email, password } })
    if (!answer.ok) throw new Error('The player cannot sign in')
    return { jwt: answer.body.data.result.jwt, userId, email, password }
  }

  /** The game server answers badly as often as it was told to. */
  async function calmGameServer(): Promise<void> {
    const url = `${sandbox.url}/game-server/webhook/islandm3`
    while (!(await fetch(url, { method: 'POST', body: '{}' })).ok);
  }

  return {
    db,
    clock,
    calmGameServer,
    honest,
    troubles,
    postbox,
    control: sandboxControl(sandbox.url),
    stripe: stripeAt(sandbox.url),
    sandboxUrl: sandbox.url,
    call,
    deliver,
    signIn,
    payments: () => hub.context.payments,
    settle: () => hub.context.jobs.runDue(),
    /** A new hub on the same database: what the old one had in memory is gone. */
    async restart(): Promise<void> {
      const old = hub
      hub = await open()
      await close(old)
    },
  }
}
