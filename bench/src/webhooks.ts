import { insertPaid, paidOrder } from '../../apps/server/src/payments/testing/paid-order.ts'
import { transact } from '../../apps/server/src/platform/database/database.ts'
import { benchFailingWebhooks } from './failing-webhooks.ts'
import type { Row } from './report.ts'
import { type Dialect, postgresUrl, type Setup, startSellingHubs } from './selling-hubs.ts'

const count = 10_000
const perCommit = 100

/** One hub delivers a webhook backlog to a fast game server, then to a failing one. */
export async function benchWebhooks(): Promise<Row[]> {
  const rows = [await benchOn('sqlite'), ...(await benchFailingWebhooks('sqlite'))]
  if (!postgresUrl) return rows
  return [...rows, await benchOn('postgres'), ...(await benchFailingWebhooks('postgres'))]
}

async function benchOn(dialect: Dialect): Promise<Row> {
  let counter: { done: Promise<number>; outOfOrder(): number } | undefined
  const hubs = await startSellingHubs(dialect, 1, async (setup) => {
    await fileWebhooks(setup)
    counter = countWebhooks(setup)
  })
  try {
    const perSecond = (await counter?.done) ?? 0
    const note = `${counter?.outOfOrder()} of ${count} out of their player's order`
    return { what: `webhooks delivered per second (${dialect}, one hub)`, value: perSecond, bar: 500, note }
  } finally {
    await hubs.close()
  }
}

/** Counts arriving webhooks from the first to the last. */
function countWebhooks({ services }: Setup): { done: Promise<number>; outOfOrder(): number } {
  const lastIdByPlayer = new Map<string, string>()
  let seen = 0
  let outOfOrder = 0
  let start = 0
  const done = new Promise<number>((resolve) => {
    services.onWebhook(({ playerId, paymentId }) => {
      seen += 1
      if (seen === 1) start = performance.now()
      if ((lastIdByPlayer.get(playerId) ?? '') > paymentId) outOfOrder += 1
      lastIdByPlayer.set(playerId, paymentId)
      if (seen === count) resolve((count * 1000) / (performance.now() - start))
      return undefined
    })
  })
  return { done, outOfOrder: () => outOfOrder }
}

async function fileWebhooks({ context, playerIds }: Setup): Promise<void> {
  for (let filed = 0; filed < count; filed += perCommit) {
    await transact(context.db, async (tx) => {
      for (let n = filed; n < filed + perCommit; n++) {
        const playerId = playerIds[n % playerIds.length] as string
        await insertPaid(tx, context, paidOrder(playerId, 'islandm3', Date.now()))
      }
    })
  }
}
