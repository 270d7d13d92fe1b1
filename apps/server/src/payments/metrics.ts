import { sql } from 'kysely'
import { DAY_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { firstIdAt } from '../platform/ids.ts'
import type { GaugeSource } from '../platform/observability/metrics.ts'

/** Each gauge is counted along an index, so that scraping stays fast however many orders there are. */
export function paymentMetrics(db: Db): GaugeSource[] {
  return [
    {
      name: 'playhub_orders_last_day',
      help: 'Orders placed in the last 24 hours, by current status',
      label: 'status',
      count: () => countOrdersSince(db, Date.now() - DAY_MS),
    },
    {
      name: 'playhub_webhooks',
      help: 'Webhooks not delivered: waiting, or dead after the last retry',
      label: 'state',
      count: async () => ({
        waiting: await countWebhooks(db, 'waiting'),
        dead: await countWebhooks(db, 'dead'),
      }),
    },
  ]
}

/** @param since  In the system clock's time, which ids are made with. */
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
