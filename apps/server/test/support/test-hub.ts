import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoggedIn, Problem, RouteKey, RouteRequest, RouteResponse } from '@playhub/contract'
import { readFiscalShops, readYooKassaMethods, type Sandbox, startSandbox } from '@playhub/sandbox'
import { freePorts } from '@playhub/test-kit/free-ports'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type Config, readConfig } from '../../src/config.ts'
import { type Context, createContext } from '../../src/context.ts'
import { type Hub, startHub } from '../../src/hub.ts'
import type { Providers } from '../../src/payments/index.ts'
import type { ProviderTimeouts } from '../../src/payments/providers/settings.ts'
import { createLog, type Log } from '../../src/platform/observability/log.ts'
import type { ServiceCheck } from '../../src/platform/outbound/service-check.ts'
import { type ContentChanges, copyContent, demoContent } from './content-copy.ts'
import { type TestClock, testClock } from './test-clock.ts'
import { acquireTestDatabase } from './test-database.ts'
import { sandboxPace, testTimeouts } from './test-pace.ts'

type CallResponse<K extends RouteKey> =
  | { ok: true; status: number; body: RouteResponse<K>; headers: Headers }
  | { ok: false; status: number; body: Problem; headers: Headers }

type CallOptions<K extends RouteKey> = Partial<RouteRequest<K>> & {
  as?: Player
  headers?: Record<string, string>
}

export type Player = Pick<LoggedIn, 'jwt' | 'userId'> & { email: string; password: string }

export type TestHub = {
  url: string
  app: FastifyInstance
  context: Context
  clock: TestClock
  sandboxUrl: string
  /** The sandbox mail server's port. */
  smtpPort: number
  /** The sandbox's mailbox for support. */
  mailbox: Sandbox['imap']
  /** The hub's log. */
  logs(): string
  call<K extends RouteKey>(key: K, options?: CallOptions<K>): Promise<CallResponse<K>>
  /** Same as `call`. @throws Error  when the hub refuses */
  callOk<K extends RouteKey>(key: K, options?: CallOptions<K>): Promise<RouteResponse<K>>
  /** Creates an account without the registration flow and signs it in by email. */
  logIn(email?: string): Promise<Player>
  /** Runs every job due at the clock's time. */
  runDueJobs(): Promise<void>
  /** Advances the clock and runs the jobs due then. */
  passTime(ms: number): Promise<void>
}

export type HubOptions = {
  /** The clock's initial instant. It moves only by `clock.advance`. */
  now?: string
  env?: Record<string, string>
  /** The hub reads the sandbox's mailbox for support. */
  readsMailbox?: boolean
  /** Changes to the demo content, by project. */
  content?: ContentChanges
  /** 'running' starts the job workers; by default jobs run only when a test calls `runDueJobs`. */
  jobs?: 'running' | 'by hand'
  /** Registers the clean-up, for a hub outliving one test. Default: `onTestFinished`. */
  onCleanup?: (cleanup: () => Promise<void>) => void
  /** Timeouts shortened by tests with slow providers. */
  timeouts?: Partial<ProviderTimeouts>
  /** Adds the test's own routes before the hub listens. */
  customize?: (app: FastifyInstance) => Promise<void>
  /** The test's own PostgreSQL server, opened as production does. */
  databaseUrl?: string
  /** Used instead of the configured payment providers. */
  providers?: Providers
  /** Results of the doctor in the console. Default: those of the command `doctor`. */
  runChecks?: () => Promise<ServiceCheck[]>
  /** The sandbox posts the providers' webhooks here. Default: to the hub. */
  webhooksTo?: string
}

/**
 * Starts a whole hub on a real database, with the sandbox, over real HTTP. It stops with the test.
 * Most tests take it from the fixture in `hub-test.ts`; this function is for several hubs, and for options known only
 * while a test runs.
 */
export async function startTestHub(options: HubOptions = {}): Promise<TestHub> {
  const clock = testClock(options.now ?? '2030-01-01T00:00:00Z')
  const { log, logs } = collectingLog()
  const [port] = await freePorts(1)
  const hubUrl = `http://127.0.0.1:${port}`
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    hubUrl: options.webhooksTo ?? hubUrl,
    pace: sandboxPace,
    fiscalShops: readFiscalShops(options.env ?? {}),
    yookassaMethods: readYooKassaMethods(options.env ?? {}),
  })
  const database = options.databaseUrl === undefined ? await acquireTestDatabase() : undefined
  // Exists only if the test publishes a game.
  const dataDir = join(tmpdir(), `playhub-hub-${randomUUID()}`)
  const read = readConfig({
    HUB_MODE: 'sandbox',
    PORT: String(port),
    PUBLIC_URL: hubUrl,
    SANDBOX_URL: sandbox.url,
    SMTP_PORT: String(sandbox.smtpPort),
    ...(options.readsMailbox && {
      SUPPORT_IMAP_URL: `imap://support:support@127.0.0.1:${sandbox.imap.port}`,
    }),
    CONTENT_DIR: options.content ? copyContent(options.content) : demoContent,
    DATA_DIR: dataDir,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    DRAIN_SECONDS: '0',
    // Other tests keep the machine busy, which does not overload this hub.
    MAX_LOOP_DELAY_MS: '60000',
    ...options.env,
  })
  const timeouts = { ...testTimeouts, ...options.timeouts }
  const config: Config = { ...read, payments: { ...read.payments, timeouts } }
  const context = await createContext(config, {
    clock,
    log,
    ...(database && { db: database.db }),
    ...(options.providers && { providers: options.providers }),
  })
  if (options.jobs !== 'running') context.jobs.start = async () => {}
  const { customize, runChecks } = options
  const hub: Hub = await startHub(context, { renderer: null, customize, runChecks })

  const { onCleanup = onTestFinished } = options
  onCleanup(async () => {
    await hub.stop()
    rmSync(dataDir, { recursive: true, force: true })
    await sandbox.close()
    await database?.remove()
  })

  async function call<K extends RouteKey>(key: K, given: CallOptions<K> = {}): Promise<CallResponse<K>> {
    const { params, query, body, as, headers } = given as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
      as?: Player
      headers?: Record<string, string>
    }
    const [method, path = ''] = key.split(' ')
    const url = new URL(
      `/api${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params?.[name] ?? ''))}`,
      hubUrl,
    )
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Bearer ${as.jwt}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return {
      ok: response.ok,
      status: response.status,
      body: await response.json(),
      headers: response.headers,
    } as CallResponse<K>
  }

  async function callOk<K extends RouteKey>(key: K, given: CallOptions<K> = {}): Promise<RouteResponse<K>> {
    const response = await call(key, given)
    if (!response.ok) throw new Error(`${key} was refused: ${response.status} ${response.body.code}`)
    return response.body
  }

  async function logIn(email = `${randomUUID()}@example.org`): Promise<Player> {
    const password = 'Playhub2030'
    await context.accounts.ensureEmailAccount({ email, password, name: 'Test' })
    const { data } = await callOk('POST /auth/login-by-email', { body: { email, password } })
    return { jwt: data.result.jwt, userId: data.result.userId, email, password }
  }

  const runDueJobs = () => context.jobs.runDue()
  const passTime = (ms: number) => {
    clock.advance(ms)
    return runDueJobs()
  }
  return {
    url: hubUrl,
    app: hub.app,
    context,
    clock,
    sandboxUrl: sandbox.url,
    smtpPort: sandbox.smtpPort,
    mailbox: sandbox.imap,
    logs,
    call,
    callOk,
    logIn,
    runDueJobs,
    passTime,
  }
}

function collectingLog(): { log: Log; logs: () => string } {
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  return { log, logs: () => lines.join('') }
}
