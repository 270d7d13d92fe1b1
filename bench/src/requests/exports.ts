import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Row } from '../report.ts'
import { type Buyer, type Dialect, postgresUrl, type Setup, startSellingHub } from '../selling-hub.ts'

const orders = 100_000
const exports = 10
const unreadMs = 5_000
const readyzBarMs = 500
const memoryBarMb = 400

/** Ten concurrent data exports with 100 000 orders each, from one account and from ten; half are read late. */
export async function benchExports(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

async function benchOn(dialect: Dialect): Promise<Row[]> {
  const fill = (setup: Setup) => fileUnpaidOrders(setup, dialect)
  const hub = await startSellingHub(dialect, fill, { MAX_LOOP_DELAY_MS: '200' })
  try {
    const { hubUrl: url } = hub
    const [first] = hub.buyers
    const one = await measure(url, Array<Buyer>(exports).fill(first as Buyer))
    const ten = await measure(url, hub.buyers.slice(1, exports + 1))
    const memory = hub.peakMemoryMb()
    const slowest = (what: string, { slowestMs, note }: Awaited<ReturnType<typeof measure>>): Row => ({
      what: `slowest /readyz during ${exports} exports of ${what} (${dialect})`,
      value: slowestMs,
      bar: readyzBarMs,
      atMost: true,
      note,
    })
    return [
      slowest('one account', one),
      slowest('ten accounts', ten),
      {
        what: `peak memory in MB of the hub (${dialect})`,
        value: memory,
        bar: memoryBarMb,
        atMost: true,
        note: `${orders} orders each`,
      },
    ]
  } finally {
    await hub.close()
  }
}

async function fileUnpaidOrders({ context, playerIds }: Setup, dialect: Dialect): Promise<void> {
  const numbers =
    dialect === 'postgres'
      ? sql`generate_series(1, ${sql.lit(orders)}) as numbers(n)`
      : sql`(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${sql.lit(orders)}) select n from s) as numbers`
  for (const playerId of playerIds.slice(0, exports + 1)) {
    await sql`insert into orders (id, player_id, project, item_id, title_ru, title_en, price_usd_minor, language, status,
        created_at, refunded_minor, metadata)
      select ${playerId} || '-' || (100000000 + n), ${playerId}, 'islandm3', 'islandm3-hints', 'Пять подсказок', 'Five hints',
        99, 'en', 'none', ${Date.now()}, 0, '{}' from ${numbers}`.execute(context.db)
  }
}

async function measure(url: string, buyers: Buyer[]): Promise<{ slowestMs: number; note: string }> {
  const startedAt = performance.now()
  const downloads = buyers.map((buyer, place) => download(url, buyer, place % 2 === 0 ? 0 : unreadMs))
  const isDone = Promise.all(downloads).then((results) => results)
  let slowestMs = 0
  let results: Download[] | undefined
  void isDone.then((all) => (results = all))
  while (!results) {
    const askedAt = performance.now()
    const response = await fetch(`${url}/readyz`)
    await response.text()
    if (!response.ok) throw new Error(`/readyz responded ${response.status}`)
    slowestMs = Math.max(slowestMs, performance.now() - askedAt)
    await delay(20)
  }
  const complete = results.filter(({ status }) => status === 200)
  const megabytes = complete.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const seconds = (performance.now() - startedAt) / 1000
  const refused = results.filter(({ status }) => status !== 200).map(({ status }) => status)
  if (complete.length === 0) throw new Error(`Every export was refused: ${refused}`)
  return {
    slowestMs,
    note: `${complete.length} complete, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s; refused: ${refused.join(', ') || 'none'}`,
  }
}

type Download = { status: number; bytes: number }

/** @param unreadMs  How long the client reads nothing. */
async function download(url: string, { jwt }: Buyer, unreadMs: number): Promise<Download> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `GET /api/me/export HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${jwt}\r\nconnection: close\r\n\r\n`,
  )
  await delay(unreadMs)
  let bytes = 0
  let head = ''
  let tail = ''
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (head.length < 20) head += chunk.toString('latin1', 0, 20)
    tail = (tail + chunk.toString('latin1').slice(-20)).slice(-20)
  }
  const status = Number(head.slice(9, 12))
  // A chunked response ends with an empty chunk.
  if (status === 200 && !tail.endsWith('0\r\n\r\n')) throw new Error('An export was cut off')
  return { status, bytes }
}
