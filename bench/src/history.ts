import type { RouteResponse } from '@playhub/contract'
import { paidOrder } from '../../apps/server/src/payments/testing/paid-order.ts'
import { transact } from '../../apps/server/src/platform/database/database.ts'
import { measureByTurns } from './load.ts'
import type { Row } from './report.ts'
import { type Buyer, type Dialect, postgresUrl, type Setup, startSellingHubs } from './selling-hubs.ts'
import { call } from './stub-services.ts'

const manyOrders = 100_000
const fewOrders = 100
const perStatement = 500
const rounds = 41

/** One history page among 100 000 payments, compared with one among a hundred. */
export async function benchHistory(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

async function benchOn(dialect: Dialect): Promise<Row[]> {
  let ids: string[] = []
  const hubs = await startSellingHubs(dialect, 1, async (setup) => {
    const [loyal = '', usual = ''] = setup.playerIds
    ids = await fileOrders(setup, loyal, manyOrders)
    await fileOrders(setup, usual, fewOrders)
  })
  try {
    const [loyal, usual] = hubs.buyers as [Buyer, Buyer]
    const hubUrl = hubs.hubUrls[0] as string
    const page = (buyer: Buyer, before?: string) => () => measurePageMs(hubUrl, buyer, before)
    const times = await measureByTurns(rounds, {
      usual: page(usual),
      first: page(loyal),
      middle: page(loyal, ids[manyOrders / 2]),
      last: page(loyal, ids[fewOrders]),
    })
    return (['first', 'middle', 'last'] as const).map((name) => ({
      what: `history: ${name} page of 100 000 / page of 100 (${dialect})`,
      value: times[name] / times.usual,
      bar: 1.5,
      atMost: true,
      note: `${times[name].toFixed(2)} ms of ${times.usual.toFixed(2)} ms`,
    }))
  } finally {
    await hubs.close()
  }
}

async function measurePageMs(hubUrl: string, { jwt }: Buyer, before?: string): Promise<number> {
  const url = `${hubUrl}/api/payments/get-user-payments?limit=50${before ? `&before=${before}` : ''}`
  const start = performance.now()
  const { data } = await call<RouteResponse<'GET /payments/get-user-payments'>>('GET', url, undefined, {
    authorization: `Bearer ${jwt}`,
  })
  const took = performance.now() - start
  if (data.result.length !== 50) throw new Error(`A page of ${data.result.length}`)
  return took
}

/** @returns  the ids, oldest first */
async function fileOrders({ context }: Setup, playerId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  const now = Date.now()
  while (ids.length < count) {
    const length = Math.min(perStatement, count)
    const orders = Array.from({ length }, () => paidOrder(playerId, 'islandm3', now))
    await transact(context.db, async (tx) => void (await tx.insertInto('orders').values(orders).execute()))
    ids.push(...orders.map(({ id }) => id))
  }
  return ids
}
