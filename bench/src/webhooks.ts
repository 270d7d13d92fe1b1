import { insertPaid, paidOrder } from '../../apps/server/src/payments/testing/paid-order.ts'
import { transact } from '../../apps/server/src/platform/database/database.ts'
import type { Row } from './report.ts'
import { type Opening, openShop, type Place, postgresUrl } from './shop.ts'
import { benchTroubledWebhooks } from './troubled-webhooks.ts'

const count = 10_000
const perCommit = 100

/** Webhooks that waited while the hub was away, told to a quick game server by one hub, and then to one in trouble. */
export async function benchWebhooks(): Promise<Row[]> {
  const rows = [await benchOn('sqlite'), ...(await benchTroubledWebhooks('sqlite'))]
  if (!postgresUrl) return rows
  return [...rows, await benchOn('postgres'), ...(await benchTroubledWebhooks('postgres'))]
}

async function benchOn(place: Place): Promise<Row> {
  let watched: { done: Promise<number>; disorders(): number } | undefined
  const shop = await openShop(place, 1, async (opening) => {
    await fileWebhooks(opening)
    watched = watch(opening)
  })
  try {
    const perSecond = (await watched?.done) ?? 0
    const note = `${watched?.disorders()} of ${count} out of their player's order`
    return { what: `webhooks told per second (${place}, one hub)`, value: perSecond, bar: 500, note }
  } finally {
    await shop.close()
  }
}

/** Counts the webhooks in, from the first to the last. */
function watch({ world }: Opening): { done: Promise<number>; disorders(): number } {
  const lastOf = new Map<string, string>()
  let seen = 0
  let disorders = 0
  let start = 0
  const done = new Promise<number>((resolve) => {
    world.onWebhook(({ playerId, paymentId }) => {
      seen += 1
      if (seen === 1) start = performance.now()
      if ((lastOf.get(playerId) ?? '') > paymentId) disorders += 1
      lastOf.set(playerId, paymentId)
      if (seen === count) resolve((count * 1000) / (performance.now() - start))
      return undefined
    })
  })
  return { done, disorders: () => disorders }
}

async function fileWebhooks({ context, playerIds }: Opening): Promise<void> {
  for (let filed = 0; filed < count; filed += perCommit) {
    await transact(context.db, async (tx) => {
      for (let n = filed; n < filed + perCommit; n++) {
        const playerId = playerIds[n % playerIds.length] as string
        await insertPaid(tx, context.jobs, paidOrder(playerId, 'islandm3', Date.now()))
      }
    })
  }
}
