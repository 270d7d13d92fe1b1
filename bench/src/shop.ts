/** Hubs that sell, with the lean outside world around them, on a database of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../apps/server/src/config.ts'
import { type Context, createContext } from '../../apps/server/src/context.ts'
import { mainThreadMs, type Part, ports, startPart } from './parts.ts'
import { call, startOutsideWorld, type World } from './provider-stand-in.ts'

export type Place = 'sqlite' | 'postgres'

export type Buyer = { jwt: string; playerId: string }

export type Shop = {
  world: World
  hubUrls: string[]
  buyers: Buyer[]
  databaseUrl: string | null
  /** CPU time of the hubs' main threads up to now. */
  cpuMs(): number
  close(): Promise<void>
}

const password = 'Playhub2026'
const buyersAtOnce = 16

/** What there is before the hubs start. */
export type Opening = { context: Context; world: World; playerIds: string[] }

/** @param prepare  Fills the database before the hubs start. */
export async function openShop(
  place: Place,
  hubCount: number,
  prepare: (opening: Opening) => Promise<void> = async () => {},
): Promise<Shop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const database = place === 'postgres' ? await createDatabase() : null
  const world = await startOutsideWorld()
  const env = (port: number) => ({
    HUB_MODE: 'sandbox',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${ports.hub + 20}`,
    SANDBOX_URL: world.url,
    SMTP_PORT: String(world.smtpPort),
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    LOG_LEVEL: 'error',
  })
  const emails = Array.from({ length: buyersAtOnce }, (_, n) => `buyer-${n}@playhub.example`)
  const context = await createContext(readConfig(env(ports.hub)))
  const playerIds: string[] = []
  for (const email of emails)
    playerIds.push(await context.accounts.ensureEmailAccount({ email, password, name: 'Buyer' }))
  await prepare({ context, world, playerIds })
  await context.close()

  const hubPorts = Array.from({ length: hubCount }, (_, n) => ports.hub + 20 + n)
  const hubUrls = hubPorts.map((port) => `http://127.0.0.1:${port}`)
  const hubs: Part[] = []
  for (const port of hubPorts)
    hubs.push(await startPart('scripts/start.ts', `http://127.0.0.1:${port}/readyz`, env(port), ['hub']))
  const buyers: Buyer[] = []
  for (const email of emails) buyers.push(await signIn(hubUrls[0] as string, email))

  return {
    world,
    hubUrls,
    buyers,
    databaseUrl: database?.url ?? null,
    cpuMs: () => hubs.reduce((sum, { process }) => sum + mainThreadMs(process), 0),
    close: async () => {
      await Promise.all(hubs.map((hub) => hub.stop()))
      world.close()
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function signIn(hubUrl: string, email: string): Promise<Buyer> {
  const { data } = await call<{ data: { result: { jwt: string; userId: string } } }>(
    'POST',
    `${hubUrl}/api/auth/login-by-email`,
    JSON.stringify({ email, password }),
  )
  return { jwt: data.result.jwt, playerId: data.result.userId }
}

export const postgresUrl = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL

/** A database of its own on the server of `BENCH_DATABASE_URL`. */
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
