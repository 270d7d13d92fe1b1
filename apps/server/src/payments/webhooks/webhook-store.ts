import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { WebhookRow } from '../tables.ts'

/** What one player's game server is told, in the order in which it happened. */
export type WebhookQueue = Pick<WebhookRow, 'project' | 'playerId'>

export async function insertWebhook(db: Db, webhook: WebhookRow): Promise<void> {
  await db.insertInto('webhooks').values(webhook).execute()
}

/**
 * Takes the first webhooks of a queue, oldest first, for whoever may tell them until the end of the lease. None while
 * one of the queue is being told by somebody else or waits for another try. The outer condition is what a rival on
 * PostgreSQL re-reads after it waited for the row; what it gets then may begin behind the `headId` of the queue.
 */
export async function claimWebhooks(
  db: Db,
  { project, playerId }: WebhookQueue,
  { now, leasedUntil, limit }: { now: number; leasedUntil: number; limit: number },
): Promise<(WebhookRow & { headId: string | null })[]> {
  const webhooks = await db
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
          selectFrom('webhooks as kept')
            .select('kept.id')
            .where('kept.project', '=', project)
            .where('kept.playerId', '=', playerId)
            .where('kept.state', '=', sql.lit('waiting'))
            .where((eb) => eb.or([eb('kept.leasedUntil', '>', now), eb('kept.nextTryAt', '>', now)])),
        ),
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
    )
    .execute()
  // An update tells its rows in any order.
  return webhooks.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** When the last of the tries that a queue waits for is due; null when nothing waits. */
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

export async function recordDelivered(db: Db, ids: string[], deliveredAt: number): Promise<void> {
  await db
    .updateTable('webhooks')
    .set((eb) => ({ state: 'delivered', attempts: eb('attempts', '+', 1), lastError: null, deliveredAt }))
    .where('id', 'in', ids)
    .execute()
}

/** @param nextTryAt  Null when there is none: the webhook is dead. */
export async function recordUndelivered(
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

/** For the one hub of a database after it died. */
export async function releaseAllWebhooks(db: Db): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ leasedUntil: 0 })
    .where('state', '=', sql.lit('waiting'))
    .where('leasedUntil', '>', 0)
    .execute()
}

export type WebhookPage = {
  /** Undefined for those of all projects. */
  project?: string | undefined
  state: 'waiting' | 'dead'
  before?: string | undefined
  limit: number
}

/** Newest first. */
export function listWebhooks(db: Db, { project, state, before, limit }: WebhookPage): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('state', '=', sql.lit(state))
    .$if(project !== undefined, (query) => query.where('project', '=', project as string))
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** @param project  Undefined for an operator, who may name any. */
export function findWebhook(db: Db, id: string, project?: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .$if(project !== undefined, (query) => query.where('project', '=', project as string))
    .executeTakeFirst()
}

/** Gives a webhook all its tries again. */
export async function reviveWebhook(db: Db, id: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ state: 'waiting', attempts: 0, deliveredAt: null })
    .where('id', '=', id)
    .execute()
}

/** As `reviveWebhook`, for all that a project has given up. @returns  whose they are, one entry for each */
export function reviveDeadWebhooks(db: Db, project: string): Promise<WebhookQueue[]> {
  return db
    .updateTable('webhooks')
    .set({ state: 'waiting', attempts: 0, nextTryAt: 0 })
    .where('project', '=', project)
    .where('state', '=', sql.lit('dead'))
    .returning(['project', 'playerId'])
    .execute()
}

/** Makes everything of a queue due. */
export async function hurryWebhooks(db: Db, { project, playerId }: WebhookQueue): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ nextTryAt: 0 })
    .where('project', '=', project)
    .where('playerId', '=', playerId)
    .where('state', '=', sql.lit('waiting'))
    .execute()
}
