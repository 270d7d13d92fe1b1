import { type PageRequest, readBoundedPage } from '../../platform/bounded-page.ts'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import type { DisputeState, RefundState } from '../records/tables.ts'

export type RefundFilter = { projects?: string[] | undefined; states?: RefundState[] | undefined }
export type DisputeFilter = { projects?: string[] | undefined; states?: DisputeState[] | undefined }

/** Newest first. */
export function listRefundPage(db: Db, { projects, states }: RefundFilter, page: PageRequest) {
  return readBoundedPage(page, {
    findEntry: (before, offset) => findEntry(db, 'refunds', before, offset),
    listRows: ({ before, from }, limit) =>
      db
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'refunds.orderId')
        .selectAll('refunds')
        .$if(before !== undefined, (rows) => rows.where('refunds.id', '<', before ?? ''))
        .$if(from !== undefined, (rows) => rows.where('refunds.id', '>=', from ?? ''))
        .$if(states !== undefined, (rows) => rows.where('refunds.state', 'in', states ?? []))
        .$if(projects !== undefined, (rows) => rows.where('orders.project', 'in', toInList(projects)))
        .orderBy('refunds.id', 'desc')
        .limit(limit)
        .execute(),
  })
}

/** Newest first, with what was bought. */
export function listDisputePage(db: Db, { projects, states }: DisputeFilter, page: PageRequest) {
  return readBoundedPage(page, {
    findEntry: (before, offset) => findEntry(db, 'disputes', before, offset),
    listRows: ({ before, from }, limit) =>
      selectDisputes(db)
        .$if(before !== undefined, (rows) => rows.where('disputes.id', '<', before ?? ''))
        .$if(from !== undefined, (rows) => rows.where('disputes.id', '>=', from ?? ''))
        .$if(states !== undefined, (rows) => rows.where('disputes.state', 'in', states ?? []))
        .$if(projects !== undefined, (rows) => rows.where('orders.project', 'in', toInList(projects)))
        .orderBy('disputes.id', 'desc')
        .limit(limit)
        .execute(),
  })
}

export function listDisputesByOrder(db: Db, orderId: string) {
  return selectDisputes(db).where('disputes.orderId', '=', orderId).orderBy('disputes.id').execute()
}

function selectDisputes(db: Db) {
  return db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.orderId')
    .innerJoin('attempts', 'attempts.id', 'disputes.attemptId')
    .selectAll('disputes')
    .select(['orders.project', 'orders.titles', 'orders.titleRu', 'orders.titleEn', 'attempts.provider'])
}

function findEntry(db: Db, table: 'refunds' | 'disputes', before: string | undefined, offset: number) {
  return db
    .selectFrom(table)
    .select('id')
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
}
