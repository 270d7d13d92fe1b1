import { sql } from 'kysely'
import { DAY_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { firstIdAt } from '../platform/ids.ts'
import type { GaugeSource } from '../platform/observability/metrics.ts'

/** What an operator watches. Each is counted along an index: a hub that has sold for years answers as fast as a new one. */
export function paymentMetrics(db: Db): GaugeSource[] {
  return [
    {
      name: 'playhub_orders_last_day',
      help: 'Orders placed in the last 24 hours, by their status now',
      label: 'status',
      count: () => countOrdersSince(db, Date.now() - DAY_MS),
    },
    {
      name: 'playhub_webhooks',
      help: 'Webhooks that no game server has taken: waiting for their turn, or given up',
      label: 'state',
      count: async () => ({
        waiting: await countWebhooks(db, 'waiting'),
        dead: await countWebhooks(db, 'dead'),
      }),
    },
  ]
}

/** @param since  By the clock that ids are made with. */
async function countOrdersSince(db: Db, since: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('id', '>=', firstIdAt(since))
    .groupBy('status')
    .execute()
  const counts = rows.map(({ status, count }) => [status, Number(count)])
  return { none: 0, pending: 0, paid: 0, fail: 0, ...Object.fromEntries(counts) }
}

async function countWebhooks(db: Db, state: 'waiting' | 'dead'): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', sql.lit(state))
    .executeTakeFirstOrThrow()
  return Number(count)
}
