import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { prepareQuery } from '../../platform/database/prepared-query.ts'
import { erasedText } from '../../platform/personal-data/erased-text.ts'
import type { WebhookRow } from './tables.ts'

/** One player's webhooks in one project. They are delivered in the order in which they were filed. */
export type WebhookQueue = Pick<WebhookRow, 'project' | 'playerId'>

export const insertWebhook = prepareQuery((db, webhook: WebhookRow) =>
  db.insertInto('webhooks').values(webhook),
)

/**
 * Leases a queue's first webhooks, oldest first. Returns none while any webhook in the queue is leased or waits for a
 * retry, and while the project is paused. On PostgreSQL, a statement that waited for a row re-evaluates only the outer condition, so the result may
 * start behind the queue's head; `headId` lets the caller detect that.
 */
export async function claimWebhooks(
  db: Db,
  queue: WebhookQueue,
  claim: WebhookClaim,
): Promise<(WebhookRow & { headId: string | null })[]> {
  const webhooks = await leaseFirst(db, queue, claim)
  // `returning` does not preserve an order.
  return webhooks.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

type WebhookClaim = { now: number; leasedUntil: number; limit: number }

const leaseFirst = prepareQuery(
  (db, { project, playerId }: WebhookQueue, { now, leasedUntil, limit }: WebhookClaim) =>
    db
      .updateTable('webhooks')
      .set({ leasedUntil })
      .where('state', '=', sql.lit('waiting'))
      .where('leasedUntil', '<=', now)
      .where('nextTryAt', '<=', now)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('webhooks as first')
          .select('first.id')
          .where('first.project', '=', project)
          .where('first.playerId', '=', playerId)
          .where('first.state', '=', sql.lit('waiting'))
          .orderBy('first.id')
          .limit(limit),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhooks as blocked')
              .select('blocked.id')
              .where('blocked.project', '=', project)
              .where('blocked.playerId', '=', playerId)
              .where('blocked.state', '=', sql.lit('waiting'))
              .where((eb) => eb.or([eb('blocked.leasedUntil', '>', now), eb('blocked.nextTryAt', '>', now)])),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('pausedProjects').select('since').where('pausedProjects.project', '=', project)),
        ),
      )
      .returningAll()
      .returning((eb) =>
        eb
          .selectFrom('webhooks as head')
          .select((head) => head.fn.min('head.id').as('headId'))
          .where('head.project', '=', project)
          .where('head.playerId', '=', playerId)
          .where('head.state', '=', sql.lit('waiting'))
          .as('headId'),
      ),
)

/** The latest due time among the queue's waiting webhooks; null when none wait. */
export async function findNextTry(db: Db, { project, playerId }: WebhookQueue): Promise<number | null> {
  const { nextTryAt } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.max('nextTryAt').as('nextTryAt'))
    .where('project', '=', project)
    .where('playerId', '=', playerId)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow()
  return nextTryAt
}

export const markDelivered = prepareQuery((db, id: string, deliveredAt: number) =>
  db
    .updateTable('webhooks')
    .set((eb) => ({
      state: 'delivered',
      attempts: eb('attempts', '+', 1),
      lastError: null,
      deliveredAt,
      resentBy: null,
    }))
    .where('id', '=', id),
)

/** @param nextTryAt  Null when retries are exhausted: the webhook becomes dead. */
export async function recordFailedDelivery(
  db: Db,
  id: string,
  lastError: string,
  nextTryAt: number | null,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set((eb) => ({
      state: nextTryAt === null ? 'dead' : 'waiting',
      attempts: eb('attempts', '+', 1),
      lastError,
      nextTryAt: nextTryAt ?? 0,
      leasedUntil: 0,
      resentBy: null,
    }))
    .where('id', '=', id)
    .execute()
}

export async function renewWebhooks(db: Db, ids: string[], leasedUntil: number): Promise<void> {
  await db.updateTable('webhooks').set({ leasedUntil }).where('id', 'in', ids).execute()
}

export async function releaseWebhooks(db: Db, ids: string[]): Promise<void> {
  await db.updateTable('webhooks').set({ leasedUntil: 0 }).where('id', 'in', ids).execute()
}

/** Releases all leases. Only safe for a database's single hub, at startup. */
export async function releaseAllWebhooks(db: Db): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ leasedUntil: 0 })
    .where('state', '=', sql.lit('waiting'))
    .where('leasedUntil', '>', 0)
    .execute()
}

export type WebhookPage = {
  /** Default: all projects. */
  project?: string | undefined
  projects?: string[] | undefined
  state: 'waiting' | 'dead'
  before?: string | undefined
  limit: number
}

/** Newest first. */
export function listWebhooks(
  db: Db,
  { project, projects, state, before, limit }: WebhookPage,
): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('state', '=', sql.lit(state))
    .where((eb) => eb.and({ project }))
    .$if(projects !== undefined, (query) => query.where('project', 'in', projects ?? []))
    .$call((query) => (before === undefined ? query : query.where('id', '<', before)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Failing ones first, then the oldest. */
export function listUndelivered(
  db: Db,
  { projects, limit }: { projects: string[] | undefined; limit: number },
): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('state', '=', sql.lit('waiting'))
    .$if(projects !== undefined, (query) => query.where('project', 'in', projects ?? []))
    .orderBy('attempts', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** @param project  Undefined for an operator, who may access every project. */
export function findWebhook(db: Db, id: string, project?: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.and({ project }))
    .executeTakeFirst()
}

/** Oldest first. */
export function listWebhooksByOrders(db: Db, orderIds: string[]): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().where('orderId', 'in', orderIds).orderBy('id').execute()
}

/** Restarts a webhook's retries. */
export async function requeueWebhook(db: Db, id: string, resentBy: WebhookRow['resentBy']): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ state: 'waiting', attempts: 0, deliveredAt: null, resentBy })
    .where('id', '=', id)
    .execute()
}

/** The waiting webhooks due before this one, oldest first. */
export function listWaitingBefore(
  db: Db,
  { project, playerId, id }: Pick<WebhookRow, 'project' | 'playerId' | 'id'>,
): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('project', '=', project)
    .where('playerId', '=', playerId)
    .where('state', '=', sql.lit('waiting'))
    .where('id', '<', id)
    .orderBy('id')
    .execute()
}

/** Like `requeueWebhook`, for a project's waiting webhooks. @returns  each one's queue */
export function restartWaitingWebhooks(db: Db, project: string): Promise<WebhookQueue[]> {
  return db
    .updateTable('webhooks')
    .set({ attempts: 0, nextTryAt: 0, resentBy: 'operator' })
    .where('project', '=', project)
    .where('state', '=', sql.lit('waiting'))
    .returning(['project', 'playerId'])
    .execute()
}

/** Makes a project's waiting webhooks due without counting a try. @returns  each one's queue */
export function makeWaitingWebhooksDue(db: Db, project: string): Promise<WebhookQueue[]> {
  return db
    .updateTable('webhooks')
    .set({ nextTryAt: 0 })
    .where('project', '=', project)
    .where('state', '=', sql.lit('waiting'))
    .returning(['project', 'playerId'])
    .execute()
}

/** Like `requeueWebhook`, for a project's dead webhooks. @returns  each one's queue */
export function requeueDeadWebhooks(db: Db, project: string): Promise<WebhookQueue[]> {
  return db
    .updateTable('webhooks')
    .set({ state: 'waiting', attempts: 0, nextTryAt: 0, resentBy: 'operator' })
    .where('project', '=', project)
    .where('state', '=', sql.lit('dead'))
    .returning(['project', 'playerId'])
    .execute()
}

/** Makes every waiting webhook in a queue due at once, as if none had failed. */
export async function restartQueue(
  db: Db,
  { project, playerId }: WebhookQueue,
  resentBy: WebhookRow['resentBy'],
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ attempts: 0, nextTryAt: 0, resentBy })
    .where('project', '=', project)
    .where('playerId', '=', playerId)
    .where('state', '=', sql.lit('waiting'))
    .execute()
}

export type UndeliveredCount = { waiting: number; dead: number; oldestWaitingAt: number | null }

/** A project's undelivered webhooks. */
export async function countUndelivered(db: Db, project: string): Promise<UndeliveredCount> {
  const { count: waiting, oldestAt: oldestWaitingAt } = await countWaiting(db, project)
  const dead = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .where('state', '=', sql.lit('dead'))
    .executeTakeFirstOrThrow()
  return { waiting, dead: Number(dead.count), oldestWaitingAt }
}

type WaitingCount = { count: number; oldestAt: number | null; mostAttempts: number }

export async function countWaiting(db: Db, project: string): Promise<WaitingCount> {
  const { count, oldestAt, mostAttempts } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('createdAt').as('oldestAt'),
      fn.max<number | null>('attempts').as('mostAttempts'),
    ])
    .where('project', '=', project)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow()
  return {
    count: Number(count),
    oldestAt: oldestAt === null ? null : Number(oldestAt),
    mostAttempts: Number(mostAttempts),
  }
}

/** Dead webhooks by project. */
export function countDeadWebhooks(db: Db): Promise<{ project: string; count: number }[]> {
  return db
    .selectFrom('webhooks')
    .select((eb) => ['project', eb.fn.countAll<number>().as('count')])
    .where('state', '=', sql.lit('dead'))
    .groupBy('project')
    .orderBy('project')
    .execute()
}

/** Waiting and dead webhooks stay. */
export function deleteWebhooksDeliveredBefore(db: Db, instant: number): Promise<void> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('webhooks')
      .where('id', 'in', (old) =>
        old
          .selectFrom('webhooks')
          .select('id')
          .where('state', '=', sql.lit('delivered'))
          .where('deliveredAt', '<', instant)
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}

const maxScanned = 5000

type ProjectWebhooks = {
  project: string
  states: WebhookRow['state'][]
  cursor?: string | undefined
  limit: number
}

/**
 * Newest first: waiting or dead ones from their index, others among the 5,000 newest webhooks of all projects behind the cursor.
 * @returns  the last one it read, if it stopped there
 */
export async function listProjectWebhooks(
  db: Db,
  { project, states, cursor, limit }: ProjectWebhooks,
): Promise<{ rows: WebhookRow[]; lastScanned: WebhookRow | undefined }> {
  const [state] = states
  if (states.length === 1 && state !== undefined && state !== 'delivered')
    return {
      rows: await listWebhooks(db, { project, state, before: cursor, limit }),
      lastScanned: undefined,
    }
  const scanned = db
    .selectFrom('webhooks')
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
  const rows = await db
    .selectFrom(scanned.limit(maxScanned).as('scanned'))
    .selectAll()
    .where('project', '=', project)
    .where('state', 'in', states)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === limit) return { rows, lastScanned: undefined }
  const lastScanned = await scanned
    .limit(1)
    .offset(maxScanned - 1)
    .executeTakeFirst()
  return { rows, lastScanned }
}

/** Erases the game's own data from the player's webhooks, and what the game server responded to them. */
export async function eraseWebhookTexts(db: Db, playerId: string): Promise<void> {
  const webhooks = db.selectFrom('webhooks').select(['id', 'body']).where('playerId', '=', playerId)
  for (const { id, body } of await webhooks.execute()) {
    const { data, ...rest } = JSON.parse(body)
    if (data?.metadata === undefined) continue
    const erased = JSON.stringify({ ...rest, data: { ...data, metadata: {} } })
    await db.updateTable('webhooks').set({ body: erased }).where('id', '=', id).execute()
  }
  const deliveries = db
    .updateTable('webhookDeliveries')
    .where('webhookId', 'in', webhooks.clearSelect().select('id'))
  await deliveries.set({ response: null }).execute()
  await deliveries.set({ error: erasedText }).where('error', 'is not', null).execute()
}
