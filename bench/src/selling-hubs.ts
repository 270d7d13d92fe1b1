/** Starts hubs with their own database and stub services. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../apps/server/src/config.ts'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import type { Load } from './load.ts'
import {
  mainThreadMs,
  peakMemoryMb,
  ports,
  processMs,
  residentMb,
  type ServerProcess,
  startProcess,
} from './processes.ts'
import { call, type StubServices, startStubServices } from './stub-services.ts'

export type Dialect = 'sqlite' | 'postgres'

export type Buyer = { email: string; jwt: string; playerId: string }

export type SellingHubs = {
  services: StubServices
  hubUrls: string[]
  buyers: Buyer[]
  /** Hub process ids. */
  pids: number[]
  databaseUrl: string | null
  /** Total main-thread CPU time across all hubs. */
  cpuMs(): number
  /** Total CPU time across all hubs and threads. */
  allCpuMs(): number
  /** Current resident memory of the largest hub. */
  residentMb(): number
  /** Highest resident memory that any hub has reached. */
  peakMemoryMb(): number
  close(): Promise<void>
}

export const password = 'Playhub2026'
/** Number of concurrent orders: a player has one unpaid order per item. */
export const buyerCount = 48
/** A player has at most a hundred login sessions. Each further login ends an older one, which costs extra work. */
const loginPlayerCount = 100

/** Emails for players who only log in. */
export const loginEmails = Array.from({ length: loginPlayerCount }, (_, n) => `player-${n}@playhub.example`)

/** Registers the login players before the hubs start. */
export async function createLoginPlayers({ context }: Setup): Promise<void> {
  for (const email of loginEmails)
    await context.accounts.ensureEmailAccount({ email, password, name: 'Player' })
}

/** Load that logs these players in one after another. */
export function loginsOn(hubUrl: string): Load {
  let logins = 0
  return {
    url: `${hubUrl}/api/auth/login-by-email`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    nextBody: () => JSON.stringify({ email: loginEmails[logins++ % loginPlayerCount], password }),
  }
}

/** Input for `prepare`, before the hubs start. */
export type Setup = { context: Context; services: StubServices; playerIds: string[] }

/** Command for a hub or a comparison server. */
export type Server = { script: string; args: string[]; port: number }

const hubServer: Server = { script: 'scripts/start.ts', args: ['hub'], port: ports.hub + 20 }

/**
 * @param prepare   Fills the database before the hubs start.
 * @param settings  Additional hub settings.
 */
export async function startSellingHubs(
  dialect: Dialect,
  hubCount: number,
  prepare: (setup: Setup) => Promise<void> = async () => {},
  settings: Record<string, string> = {},
  server: Server = hubServer,
): Promise<SellingHubs> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const database = dialect === 'postgres' ? await createDatabase() : null
  const services = await startStubServices()
  const env = (port: number) => ({
    HUB_MODE: 'sandbox',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${server.port}`,
    SANDBOX_URL: services.url,
    SMTP_PORT: String(services.smtpPort),
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    LOG_LEVEL: 'error',
    ...settings,
  })
  const emails = Array.from({ length: buyerCount }, (_, n) => `buyer-${n}@playhub.example`)
  const context = await createContext(readConfig(env(ports.hub)))
  const playerIds: string[] = []
  for (const email of emails)
    playerIds.push(await context.accounts.ensureEmailAccount({ email, password, name: 'Buyer' }))
  await prepare({ context, services, playerIds })
  await context.close()

  const hubPorts = Array.from({ length: hubCount }, (_, n) => server.port + n)
  const hubUrls = hubPorts.map((port) => `http://127.0.0.1:${port}`)
  const hubs: ServerProcess[] = []
  for (const port of hubPorts)
    hubs.push(await startProcess(server.script, `http://127.0.0.1:${port}/readyz`, env(port), server.args))
  const buyers: Buyer[] = []
  for (const email of emails) buyers.push(await signIn(hubUrls[0] as string, email))

  return {
    services,
    hubUrls,
    buyers,
    pids: hubs.map(({ process }) => process.pid as number),
    databaseUrl: database?.url ?? null,
    cpuMs: () => hubs.reduce((sum, { process }) => sum + mainThreadMs(process), 0),
    allCpuMs: () => hubs.reduce((sum, { process }) => sum + processMs(process), 0),
    residentMb: () => Math.max(...hubs.map(({ process }) => residentMb(process))),
    peakMemoryMb: () => Math.max(...hubs.map(({ process }) => peakMemoryMb(process))),
    close: async () => {
      await Promise.all(hubs.map((hub) => hub.stop()))
      services.close()
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function signIn(hubUrl: string, email: string): Promise<Buyer> {
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
