/** A hub on PostgreSQL behind a real PgBouncer with transaction pooling. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianProgram } from '@playhub/test-kit/debian-program'
import { freePorts } from '@playhub/test-kit/free-ports'
import { postgresPrograms, readPostgresIds, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { skipped } from '@playhub/test-kit/skipped'
import { test as base, expect, onTestFinished } from 'vitest'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

const pgbouncer = postgresPrograms() && ensureDebianProgram('pgbouncer')
const test = pgbouncer ? base : skipped<typeof base>('PostgreSQL or PgBouncer is not installed')
const players = 8

test('orders are paid through PgBouncer in transaction mode', { timeout: 180_000 }, async () => {
  const url = await startPgbouncer(pgbouncer as string)
  const hub = await startTestHub({ databaseUrl: `${url}?prepare=false`, jobs: 'running' })
  const checkout = stripeCheckout(hub)
  async function buy(): Promise<unknown[]> {
    const player = await hub.logIn()
    const { orderId, intentId } = await checkout.orderAndOpen(player)
    await checkout.decide(intentId)
    await expect.poll(() => checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
    return checkout.purchases(player)
  }
  const purchases = await Promise.all(Array.from({ length: players }, buy))
  expect(purchases.map(({ length }) => length)).toEqual(Array(players).fill(1))
  expect(hub.logs()).not.toContain('Request failed')
})

/** Fewer connections than the hub's pool, so transactions share them. */
async function startPgbouncer(program: string): Promise<string> {
  const server = new URL((await startPostgres()).url)
  const [port] = await freePorts(1)
  const dir = mkdtempSync(join(tmpdir(), 'playhub-pgbouncer-'))
  const file = join(dir, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${server.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  )
  const isRoot = process.getuid?.() === 0
  const [uid, gid] = isRoot ? await readPostgresIds() : []
  if (uid !== undefined && gid !== undefined) for (const path of [dir, file]) chownSync(path, uid, gid)
  const child = spawn(program, ['--quiet', file], { stdio: 'ignore', ...(isRoot && { uid, gid }) })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(dir, { recursive: true, force: true })
  })
  await expect.poll(() => accepts(port as number)).toBe(true)
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
