import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@playhub/server/config'
import { type Context, createContext } from '@playhub/server/context'
import { listPlayers } from '../../../apps/server/src/accounts/operator/player-list.ts'
import { listOrders } from '../../../apps/server/src/payments/operator/order-lists.ts'
import { orderTimeline } from '../../../apps/server/src/payments/queries/timeline.ts'
import { listStartedOrders } from '../../../apps/server/src/payments/records/order-store.ts'
import type { Db } from '../../../apps/server/src/platform/database/database.ts'
import type { Row } from '../report.ts'
import { createDatabase, type Dialect, postgresUrl } from '../selling-hub.ts'
import { fillOrders, orderId, playerId, players } from './fill-orders.ts'

const orders = 1_000_000
const calls = 500
const p99BarMs = 20

/** History, order lookup and search among a million orders from 200 000 players: p99 for sequential calls. */
export async function benchManyOrders(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

type Read = (context: Context, player: number, order: number) => Promise<unknown[]>

const reads: Record<string, Read> = {
  history: ({ db }, player) =>
    listStartedOrders(db, playerId(player), { project: undefined, before: undefined, limit: 50 }),
  'order with its timeline': ({ db }, _player, order) => orderTimeline(db, orderId(order)),
  'orders by payment id at the provider': ({ db }, _player, order) => findOrders(db, `pi_${order}`),
  'orders by receipt number': ({ db }, _player, order) => findOrders(db, `PH-${order}`),
  'players by address': ({ db }, player) => findPlayers(db, `player-${player}@playhub.example`),
  'players by the beginning of a name': ({ db }, player) => findPlayers(db, `name ${player}`),
}

const findOrders = async (db: Db, text: string) => (await listOrders(db, { text }, { limit: 20 })).rows
const findPlayers = async (db: Db, q: string) =>
  (await listPlayers(db, { q, findsParts: true }, { limit: 20, now: Date.now() })).rows

async function benchOn(dialect: Dialect): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const database = dialect === 'postgres' ? await createDatabase() : null
  const env = {
    HUB_MODE: 'sandbox',
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    LOG_LEVEL: 'error',
  }
  const context = await createContext(readConfig(env))
  try {
    await fillOrders(context, dialect, orders)
    const rows: Row[] = []
    for (const [name, read] of Object.entries(reads)) rows.push(await measure(name, dialect, context, read))
    return rows
  } finally {
    await context.close()
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(name: string, dialect: Dialect, context: Context, read: Read): Promise<Row> {
  const times: number[] = []
  for (let call = 0; call < calls; call++) {
    const [player, order] = [((call * 7919) % players) + 1, ((call * 104_729) % orders) + 1]
    const start = performance.now()
    const found = await read(context, player, order)
    times.push(performance.now() - start)
    if (found.length === 0) throw new Error(`${name}: nothing found`)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(calls * share)] ?? 0
  const what = `${name} of ${orders} orders, p99 in ms (${dialect})`
  return { what, value: at(0.99), bar: p99BarMs, atMost: true, note: `median ${at(0.5).toFixed(2)} ms` }
}
