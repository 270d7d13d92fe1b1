/** A hub with its sandbox and games, as `npm start` runs them, on the test's own ports and database. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from '@playhub/test-kit/free-ports'
import { runStatement } from '@playhub/test-kit/postgres/postgres-server'
import { temporaryFolder } from './content.ts'

/** `npm run test:long`: more rounds, every language and every variant, where `npm test` takes a selection. */
export const isLong = process.env.TEST_LONG === 'true'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

export type Email = { id: string; subject: string; text: string }

export type TestEnvironment = {
  hubUrl: string
  sandboxUrl: string
  gamesUrl: string
  /** A PostgreSQL URL or an SQLite file. */
  database: string
  /** All hubs on the same database. The first is `hubUrl`, where the sandbox sends its webhooks. */
  hubUrls: string[]
  /** Process id per hub. */
  hubPids(): (number | undefined)[]
  /** Kills a hub's process with SIGKILL. */
  killHub(index?: number): Promise<void>
  /** Stops a hub with SIGTERM. @returns  its exit code */
  stopHub(index?: number): Promise<number | null>
  /** @param folder  Another version's folder. */
  startHub(index?: number, folder?: string): Promise<void>
  /** Waits for the newest email to a recipient; with `previous`, for a newer one. */
  emailTo(address: string, previous?: Email): Promise<Email>
  /** The code in the newest email to a recipient. */
  codeFor(address: string, previous?: Email): Promise<string>
  /** Runs `npm run hub -- …` beside the hub. @returns  its output */
  runCommand(...args: string[]): Promise<string>
  /** Sets the payment outcome for an order at its provider. */
  decidePayment(orderId: string, outcome: string, more?: object): Promise<void>
  close(): Promise<void>
}

/**
 * @param extraEnv  May depend on the URLs of the first hub and of the games.
 * @param hubCount  More than one hub needs a PostgreSQL `DATABASE_URL` in `extraEnv`.
 * @param hubFolder  Folder of the hubs' first version.
 */
export async function startEnvironment(
  extraEnv: Record<string, string> | ((hubUrl: string, gamesUrl: string) => Record<string, string>) = {},
  hubCount = 1,
  hubFolder = root,
): Promise<TestEnvironment> {
  const [port, sandboxPort, gamesPort, smtpPort, ...otherPorts] = await freePorts(3 + hubCount)
  const hubPorts = [port, ...otherPorts]
  const hubUrls = hubPorts.map((each) => `http://localhost:${each}`)
  const hubUrl = `http://localhost:${port}`
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const gamesUrl = `http://localhost:${gamesPort}`
  const env: NodeJS.ProcessEnv & { DATA_DIR: string } = {
    ...process.env,
    ...(process.env.TEST_DIALECT === 'postgres' && { DATABASE_URL: await createPostgresSchema() }),
    PORT: String(port),
    PUBLIC_URL: hubUrl,
    SANDBOX_PORT: String(sandboxPort),
    GAMES_PORT: String(gamesPort),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: temporaryFolder('e2e'),
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    // Other tests keep the machine busy, which is no overload of this hub.
    MAX_LOOP_DELAY_MS: '60000',
    ...(typeof extraEnv === 'function' ? extraEnv(hubUrl, gamesUrl) : extraEnv),
  }
  const sandbox = startPart('sandbox', env)
  const games = startPart('games', env)
  const hubs: ChildProcess[] = []
  async function startHub(index = 0, folder = root): Promise<void> {
    const hub = startPart('hub', { ...env, PORT: String(hubPorts[index]) }, folder)
    hubs[index] = hub
    await untilReady(`${hubUrls[index]}/readyz`, hub)
  }
  const close = () => stop([...hubs, sandbox, games])
  try {
    await Promise.all([
      untilReady(`${sandboxUrl}/`, sandbox),
      untilReady(`${gamesUrl}/`, games),
      startHub(0, hubFolder),
    ])
    // The first hub has migrated the database by now.
    for (const index of otherPorts.keys()) await startHub(index + 1, hubFolder)
  } catch (error) {
    await close()
    throw error
  }

  return {
    hubUrl,
    hubUrls,
    sandboxUrl,
    gamesUrl,
    database: env.DATABASE_URL ?? toSqliteFile(env.DATA_DIR),
    hubPids: () => hubs.map(({ pid }) => pid),
    async killHub(index = 0) {
      const hub = hubs[index] as ChildProcess
      hub.kill('SIGKILL')
      await exited(hub)
    },
    async stopHub(index = 0) {
      const hub = hubs[index] as ChildProcess
      hub.kill('SIGTERM')
      await exited(hub)
      return hub.exitCode
    },
    startHub,
    ...watchMailbox(sandboxUrl),
    async runCommand(...args) {
      const command = ['run', '--silent', 'hub', '--', ...args]
      const { stdout } = await promisify(execFile)('npm', command, { cwd: root, env })
      return stdout
    },
    async decidePayment(orderId, outcome, more) {
      const response = await fetch(`${sandboxUrl}/control/payments/${orderId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ outcome, ...more }),
      })
      if (!response.ok) throw new Error(`${outcome}: ${response.status} ${await response.text()}`)
    },
    close,
  }
}

/** @returns  the address of an empty database on the server of `postgres-for-tests.ts`, which removes it */
async function createPostgresSchema(): Promise<string> {
  const { TEST_DATABASE_URL, TEST_SCHEMA_PREFIX } = process.env
  if (!TEST_DATABASE_URL) throw new Error('PostgreSQL is not installed')
  const schema = `${TEST_SCHEMA_PREFIX}${randomUUID().replaceAll('-', '')}`
  await runStatement(TEST_DATABASE_URL, `create schema ${schema}`)
  const url = new URL(TEST_DATABASE_URL)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

export const toSqliteFile = (dataDir: string) => join(dataDir, 'playhub.sqlite')

/** The sandbox's mailbox. */
export function watchMailbox(sandboxUrl: string): Pick<TestEnvironment, 'emailTo' | 'codeFor'> {
  const emailTo = (email: string, previous?: Email) =>
    waitUntil(async () => {
      const response = await fetch(`${sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`)
      const [newest] = (await response.json()) as Email[]
      return newest?.id === previous?.id ? undefined : newest
    }, `an email to ${email}`)
  return {
    emailTo,
    codeFor: async (email, previous) => /\b\d{6}\b/.exec((await emailTo(email, previous)).text)?.[0] ?? '',
  }
}

/** A process's child processes, from /proc. */
export function listChildPids(pid: number): number[] {
  const childLists = globSync(`/proc/${pid}/task/*/children`).map((file) => readFileSync(file, 'utf8'))
  return childLists.join(' ').split(' ').filter(Boolean).map(Number)
}

/** The files run by `npm start`. Both it and `npm test` first build what they serve. */
export const mains = {
  sandbox: 'packages/sandbox/src/main.ts',
  games: 'scripts/games.ts',
  hub: 'apps/server/src/main.ts',
}

/**
 * Starts a part of `npm start`, in the mode `sandbox` unless `env` sets another.
 * @param folder  Another version's folder.
 */
export function startPart(part: keyof typeof mains, env: NodeJS.ProcessEnv, folder = root): ChildProcess {
  return spawn(process.execPath, [mains[part]], {
    cwd: folder,
    env: { HUB_MODE: 'sandbox', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  await waitUntil(
    async () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The process behind ${url} exited with ${child.exitCode ?? child.signalCode}`)
      const response = await fetch(url).catch(() => undefined)
      return response?.ok || undefined
    },
    url,
    startTimeoutMs,
  )
}

/** Sends SIGTERM. Resolves when all have exited. */
export async function stop(children: ChildProcess[]): Promise<void> {
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(children.map(exited))
}

export function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

const defaultTimeoutMs = 60_000
/** Several environments may start at once on one machine. */
export const startTimeoutMs = 150_000
const pollIntervalMs = 50

/**
 * Polls until `check` returns something other than undefined. Also used outside vitest.
 * @throws Error  naming the missing thing
 */
export async function waitUntil<T>(
  check: () => Promise<T | undefined>,
  what: string,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const result = await check()
    if (result !== undefined) return result
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
  throw new Error(`Timed out waiting for ${what}`)
}
