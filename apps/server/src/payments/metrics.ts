import { sql } from 'kysely'
import { type Clock, DAY_MS, SECOND_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { firstIdAt } from '../platform/ids.ts'
import type { GaugeSource } from '../platform/observability/metrics.ts'
import { jobKinds } from './jobs.ts'

/** Each gauge is counted along an index, so scraping stays fast however many orders there are. */
export function paymentMetrics(db: Db, clock: Clock): GaugeSource[] {
  return [
    {
      name: 'playhub_orders_last_day',
      help: 'Orders placed in the last 24 hours, by current status',
      label: 'status',
      isClusterWide: true,
      count: () => countOrdersSince(db, Date.now() - DAY_MS),
    },
    {
      name: 'playhub_webhooks',
      help: 'Webhooks not delivered: waiting, or dead after the last retry',
      label: 'state',
      isClusterWide: true,
      count: async () => ({
        waiting: await countWebhooks(db, 'waiting'),
        dead: await countWebhooks(db, 'dead'),
      }),
    },
    {
      name: 'playhub_oldest_waiting_webhook_age_seconds',
      help: 'For how long the oldest undelivered webhook of a project has waited',
      label: 'project',
      isClusterWide: true,
      count: () => oldestWebhookSeconds(db, clock.now()),
    },
    {
      name: 'playhub_oldest_unworked_provider_event_age_seconds',
      help: 'For how long the oldest event of a payment provider has waited to be worked, retries included',
      label: 'kind',
      isClusterWide: true,
      count: () => oldestEventSeconds(db, clock.now()),
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

async function oldestWebhookSeconds(db: Db, now: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('webhooks')
    .select((eb) => ['project', eb.fn.min<number>('createdAt').as('createdAt')])
    .where('state', '=', sql.lit('waiting'))
    .groupBy('project')
    .execute()
  return Object.fromEntries(rows.map(({ project, createdAt }) => [project, (now - createdAt) / SECOND_MS]))
}

const eventKinds = {
  [jobKinds.processPaymentEvent]: 'payment',
  [jobKinds.processRefundEvent]: 'refund',
  [jobKinds.processDisputeEvent]: 'dispute',
}

async function oldestEventSeconds(db: Db, now: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.min<number>('createdAt').as('createdAt')])
    .where('kind', 'in', Object.keys(eventKinds))
    .where('state', '<>', 'dead')
    .groupBy('kind')
    .execute()
  const ages = rows.map(({ kind, createdAt }) => [eventKinds[kind], (now - createdAt) / SECOND_MS])
  return { payment: 0, refund: 0, dispute: 0, ...Object.fromEntries(ages) }
}
