import { sql } from 'kysely'
import { type PageRequest, readBoundedPage } from '../../platform/bounded-page.ts'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import type { RefundState } from '../records/tables.ts'

export type RefundFilter = { projects?: string[] | undefined; states?: RefundState[] | undefined }

/** Newest first. */
export function listRefundPage(db: Db, { projects, states }: RefundFilter, page: PageRequest) {
  return readBoundedPage(page, {
    findEntry: async (before, offset) => (states ?? projects) && findEntry(db, states, before, offset),
    listRows: ({ before, from }, limit) =>
      db
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'refunds.orderId')
        .selectAll('refunds')
        .select('orders.project')
        .$if(before !== undefined, (rows) => rows.where('refunds.id', '<', before ?? ''))
        .$if(from !== undefined, (rows) => rows.where('refunds.id', '>=', from ?? ''))
        .$if(states !== undefined, (rows) => rows.where(isInStates(states)))
        .$if(projects !== undefined, (rows) => rows.where('orders.project', 'in', toInList(projects)))
        .orderBy('refunds.id', 'desc')
        .limit(limit)
        .execute(),
  })
}

/** Few are failed or pending: a partial index holds just those. */
function findEntry(db: Db, states: string[] = [], before: string | undefined, offset: number) {
  const [state = ''] = states
  return db
    .selectFrom('refunds')
    .select('id')
    .$if(states.length === 1 && hasIndex.has(state), (rows) =>
      rows.where(sql<boolean>`state = ${sql.lit(state)}`),
    )
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
}

const hasIndex = new Set(['failed', 'pending'])

/** Literals, so partial indexes are used. */
function isInStates(states: RefundState[] = []) {
  const [state = ''] = states
  if (states.length === 1) return sql<boolean>`refunds.state = ${sql.lit(state)}`
  return sql<boolean>`refunds.state in (${sql.join(toInList(states).map((each) => sql.lit(each)))})`
}
