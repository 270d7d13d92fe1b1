/** Starts a hub with its own database and stub services. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '@playhub/server/context'
import pg from 'pg'
import type { Load } from './load.ts'
import { createHubContext, mainThreadMs, peakMemoryMb, ports, residentMb, startProcess } from './processes.ts'
import { call, type StubServices, startStubServices } from './stub-services.ts'

export type Dialect = 'sqlite' | 'postgres'

export type Buyer = { email: string; jwt: string; playerId: string }

export type SellingHub = {
  services: StubServices
  hubUrl: string
  buyers: Buyer[]
  /** CPU time of the main thread. */
  cpuMs(): number
  residentMb(): number
  peakMemoryMb(): number
  close(): Promise<void>
}

export const password = 'Playhub2026'
/** Enough for 2,400 orders: a player receives twenty emails an hour. */
const buyerCount = 192
/** A player has at most a hundred login sessions. Each further login ends an older one, which costs extra work. */
const loginPlayerCount = 100

/** Emails for players who only log in. */
export const loginEmails = Array.from({ length: loginPlayerCount }, (_, n) => `player-${n}@playhub.example`)

/** Registers the login players before the hub starts. */
export async function createLoginPlayers({ context }: Setup): Promise<void> {
  for (const email of loginEmails)
    await context.accounts.ensureEmailAccount({ email, password, name: 'Player' })
}

/** Load from these players' logins, one after another. */
export function loginsOn(hubUrl: string): Load {
  let logins = 0
  return {
    url: `${hubUrl}/api/auth/login-by-email`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    nextBody: () => JSON.stringify({ email: loginEmails[logins++ % loginPlayerCount], password }),
  }
}

/** Input for `prepare`, before the hub starts. */
export type Setup = { context: Context; services: StubServices; playerIds: string[] }

const port = ports.hub + 20

/**
 * @param prepare   Fills the database before the hub starts.
 * @param settings  Additional hub settings.
 */
export async function startSellingHub(
  dialect: Dialect,
  prepare: (setup: Setup) => Promise<void> = async () => {},
  settings: Record<string, string> = {},
): Promise<SellingHub> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const database = dialect === 'postgres' ? await createDatabase() : null
  const services = await startStubServices()
  const hubUrl = `http://127.0.0.1:${port}`
  const env = {
    HUB_MODE: 'sandbox',
    PORT: String(port),
    PUBLIC_URL: hubUrl,
    SANDBOX_URL: services.url,
    SMTP_PORT: String(services.smtpPort),
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    LOG_LEVEL: 'error',
    ...settings,
  }
  const emails = Array.from({ length: buyerCount }, (_, n) => `buyer-${n}@playhub.example`)
  const context = await createHubContext(env)
  const playerIds: string[] = []
  for (const email of emails)
    playerIds.push(await context.accounts.ensureEmailAccount({ email, password, name: 'Buyer' }))
  await prepare({ context, services, playerIds })
  await context.close()

  const hub = await startProcess('scripts/start.ts', `${hubUrl}/readyz`, env, ['hub'])
  const buyers: Buyer[] = []
  for (const email of emails) buyers.push(await logIn(hubUrl, email))

  return {
    services,
    hubUrl,
    buyers,
    cpuMs: () => mainThreadMs(hub.process),
    residentMb: () => residentMb(hub.process),
    peakMemoryMb: () => peakMemoryMb(hub.process),
    close: async () => {
      await hub.stop()
      services.close()
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function logIn(hubUrl: string, email: string): Promise<Buyer> {
  const { data } = await call<{ data: { result: { jwt: string; userId: string } } }>(
    'POST',
    `${hubUrl}/api/auth/login-by-email`,
    JSON.stringify({ email, password }),
  )
  return { email, jwt: data.result.jwt, playerId: data.result.userId }
}

export const postgresUrl = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL

/** Creates a database on the `BENCH_DATABASE_URL` server. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `playhub_bench_${process.pid}_${Date.now()}`
  await onServer(`create database ${name}`)
  const url = new URL(postgresUrl as string)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
