import { type Expression, type ExpressionBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely'
import { type Db, type Tables, transact } from '../../platform/database/database.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { prepareQuery } from '../../platform/database/prepared-query.ts'
import { firstIdAt } from '../../platform/ids.ts'
import type { WebhookDeliveryRow } from './tables.ts'
import { markDelivered } from './webhook-store.ts'

export const insertDelivery = prepareQuery((db, delivery: WebhookDeliveryRow) =>
  db.insertInto('webhookDeliveries').values(delivery),
)

/** Records an accepted webhook, and the delivery. */
export async function recordDelivered(db: Db, delivery: WebhookDeliveryRow, at: number): Promise<void> {
  // SQLite's `with` changes nothing; its transaction costs no commit of its own.
  if (db.getExecutor().adapter instanceof SqliteAdapter)
    await transact(db, async (tx) => {
      await markDelivered(tx, delivery.webhookId, at)
      await insertDelivery(tx, delivery)
    })
  else await recordInOneStatement(db, delivery, at)
}

/** Saves PostgreSQL the three round trips of a transaction. */
const recordInOneStatement = prepareQuery((db, delivery: WebhookDeliveryRow, at: number) =>
  db
    .with('delivered', (eb) =>
      eb
        .updateTable('webhooks')
        .set((row) => ({
          state: 'delivered',
          attempts: row('attempts', '+', 1),
          lastError: null,
          deliveredAt: at,
          resentBy: null,
        }))
        .where('id', '=', delivery.webhookId)
        .returning('id'),
    )
    .insertInto('webhookDeliveries')
    .values(delivery),
)

/** The newest deliveries of these webhooks, newest first, at most a hundred for each. */
export async function listDeliveriesByWebhook(db: Db, webhookIds: string[]): Promise<WebhookDeliveryRow[]> {
  const lists = webhookIds.map((id) => listNewestByWebhook(db, id))
  return (await Promise.all(lists)).flat()
}

const maxListedPerWebhook = 100

function listNewestByWebhook(db: Db, webhookId: string): Promise<WebhookDeliveryRow[]> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(maxListedPerWebhook)
    .execute()
}

export type DeliveryPage = {
  project: string
  /** Default: both. */
  outcome?: 'delivered' | 'failed' | undefined
  /** Half-open, in milliseconds. */
  from?: number | undefined
  until?: number | undefined
  /** The last id of the page before. */
  cursor?: string | undefined
  limit: number
}

/** Newest first. */
export function listDeliveries(
  db: Db,
  { project, outcome, from, until, cursor, limit }: DeliveryPage,
): Promise<WebhookDeliveryRow[]> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('project', '=', project)
    .$if(outcome === 'failed', (query) => query.where(hasFailed))
    .$if(outcome === 'delivered', (query) => query.where('status', '>=', 200).where('status', '<=', 299))
    .$if(from !== undefined, (query) => query.where('id', '>=', firstIdAt(from ?? 0)))
    .$if(until !== undefined, (query) => query.where('id', '<', firstIdAt(until ?? 0)))
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Spelled like the predicate of the partial index. */
function hasFailed(eb: ExpressionBuilder<Tables, 'webhookDeliveries'>): Expression<SqlBool> {
  const [lowest, highest] = [sql.lit(200), sql.lit(299)]
  return eb.or([eb('status', 'is', null), eb('status', '<', lowest), eb('status', '>', highest)])
}

export type DeliveryRate = {
  deliveries: number
  failed: number
  /** Covers the latest thousand deliveries. */
  p95Ms: number | null
}

/** Sorting every delivery of a busy day would take too long. */
const maxTimed = 1000

/** Deliveries to a project since an instant. */
export async function measureDeliveries(db: Db, project: string, since: number): Promise<DeliveryRate> {
  const recent = selectSince(db, project, since)
  const { count } = await recent
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const deliveries = Number(count)
  const slow = await db
    .selectFrom(recent.select('durationMs').orderBy('id', 'desc').limit(maxTimed).as('latest'))
    .select('durationMs')
    .orderBy('durationMs')
    .limit(1)
    .offset(Math.max(0, Math.ceil(Math.min(deliveries, maxTimed) * 0.95) - 1))
    .executeTakeFirst()
  return {
    deliveries,
    failed: await countFailedDeliveries(db, project, since),
    p95Ms: slow?.durationMs ?? null,
  }
}

async function countFailedDeliveries(db: Db, project: string, since: number): Promise<number> {
  const { count } = await selectSince(db, project, since)
    .where(hasFailed)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const selectSince = (db: Db, project: string, since: number) =>
  db.selectFrom('webhookDeliveries').where('project', '=', project).where('id', '>=', firstIdAt(since))

export function deleteDeliveriesBefore(db: Db, instant: number): Promise<void> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('webhookDeliveries')
      .where('id', 'in', (old) =>
        old
          .selectFrom('webhookDeliveries')
          .select('id')
          .where('id', '<', firstIdAt(instant))
          .orderBy('id')
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
