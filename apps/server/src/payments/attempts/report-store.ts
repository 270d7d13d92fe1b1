import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { retryPrefix } from '../refunds/refund-store.ts'
import type { DisputeRow, RefundRow } from '../refunds/refund-tables.ts'
import type { AttemptRow } from '../tables.ts'

const listedAtMost = 100

export function listReconciled(db: Db, since: number): Promise<AttemptRow[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('reconciledAt', '>=', since)
    .orderBy('reconciledAt', 'desc')
    .limit(listedAtMost)
    .execute()
}

export function listHeldAttempts(db: Db): Promise<AttemptRow[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('heldReason', 'is not', null)
    .orderBy('id', 'desc')
    .limit(listedAtMost)
    .execute()
}

/** Without those that were asked for once more: then it is the next that matters. */
export function listFailedRefunds(db: Db, since: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'failed')
    .where('settledAt', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as next')
            .select('next.id')
            .whereRef('next.orderId', '=', 'refunds.orderId')
            .where('next.requestKey', '=', sql<string>`${retryPrefix} || refunds.id`),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(listedAtMost)
    .execute()
}

export function listStuckRefunds(db: Db, createdBefore: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'pending')
    .where('createdAt', '<', createdBefore)
    .orderBy('id')
    .limit(listedAtMost)
    .execute()
}

export function listOpenDisputes(db: Db): Promise<DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(listedAtMost)
    .execute()
}

export function countDeadWebhooks(db: Db): Promise<{ project: string; count: number }[]> {
  return db
    .selectFrom('webhooks')
    .select((eb) => ['project', eb.fn.countAll<number>().as('count')])
    .where('state', '=', 'dead')
    .groupBy('project')
    .orderBy('project')
    .execute()
}
