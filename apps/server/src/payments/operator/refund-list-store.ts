import { type PageRequest, readBoundedPage } from '../../platform/bounded-page.ts'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import type { RefundState } from '../records/tables.ts'

export type RefundFilter = { projects?: string[] | undefined; states?: RefundState[] | undefined }

/** Newest first. */
export function listRefundPage(db: Db, { projects, states }: RefundFilter, page: PageRequest) {
  return readBoundedPage(page, {
    findEntry: (before, offset) => findEntry(db, before, offset),
    listRows: ({ before, from }, limit) =>
      db
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'refunds.orderId')
        .selectAll('refunds')
        .select('orders.project')
        .$if(before !== undefined, (rows) => rows.where('refunds.id', '<', before ?? ''))
        .$if(from !== undefined, (rows) => rows.where('refunds.id', '>=', from ?? ''))
        .$if(states !== undefined, (rows) => rows.where('refunds.state', 'in', states ?? []))
        .$if(projects !== undefined, (rows) => rows.where('orders.project', 'in', toInList(projects)))
        .orderBy('refunds.id', 'desc')
        .limit(limit)
        .execute(),
  })
}

function findEntry(db: Db, before: string | undefined, offset: number) {
  return db
    .selectFrom('refunds')
    .select('id')
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
}
