import { startFaultProxy } from '@playhub/test-kit/fault-proxy'
import { type PostgresServer, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import { startTestHub, type TestHub } from '../../support/test-hub.ts'
import { trafficEnv } from './traffic.ts'

/** A hub connected to the test's own PostgreSQL server through a proxy. */
export async function startHubBehindProxy() {
  const server = await startPostgres()
  const url = new URL(server.url)
  const proxy = await startFaultProxy(Number(url.port))
  url.port = String(proxy.port)
  const hub = await startTestHub({ databaseUrl: url.href, jobs: 'running', env: trafficEnv })
  return { server, proxy, hub }
}

export async function setReadOnly(server: PostgresServer, state: 'on' | 'off'): Promise<void> {
  await server.run(`alter system set default_transaction_read_only = ${state}`)
  await server.run('select pg_reload_conf()')
}

/** Another process with SQLite's writer lock. */
export async function lockSqlite({ context }: TestHub): Promise<{ begin(): Promise<void>; end(): void }> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(context.db)
  // Waits between its tries and not in them: a hub transaction goes on in this process.
  const other = new BetterSqlite(rows[0]?.file, { timeout: 0 })
  onTestFinished(() => void other.close())
  const begin = () => vi.waitFor(() => void other.exec('begin immediate'), { timeout: 5000, interval: 1 })
  return { begin, end: () => void other.exec('rollback') }
}
