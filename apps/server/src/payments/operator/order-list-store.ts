import type { Currency, PaymentProvider } from '@playhub/contract'
import type { OperatorOrderState } from '@playhub/contract/operator'
import { type SelectQueryBuilder, sql } from 'kysely'
import {
  type BoundedPage,
  earlier,
  later,
  maxScanned,
  type PageRequest,
  readBoundedPage,
  type ScanRange,
} from '../../platform/bounded-page.ts'
import type { Db, Tables } from '../../platform/database/database.ts'
import { firstIdAt, toInList, toInstant } from '../../platform/ids.ts'
import { orderState } from '../explain/order-state.ts'
import type { OrderRow } from '../records/tables.ts'

export type OrderQuery = {
  /** Projects that the caller may see; undefined: all. */
  projects?: string[] | undefined
  states?: OperatorOrderState[] | undefined
  itemId?: string | undefined
  providers?: PaymentProvider[] | undefined
  currency?: Currency | undefined
  /** Half-open, in milliseconds; when the order was created. */
  from?: number | undefined
  until?: number | undefined
  playerIds?: string[] | undefined
  orderIds?: string[] | undefined
}

export type ListedOrder = OrderRow & { state: OperatorOrderState }

/** Newest first. */
export function listOrdersByQuery(
  db: Db,
  query: OrderQuery,
  page: PageRequest,
): Promise<BoundedPage<ListedOrder>> {
  const cursor = earlier(page.cursor, query.until === undefined ? undefined : firstIdAt(query.until))
  const table = findAttentionTable(query)
  if (table) return listAttention(db, table, query, { ...page, cursor })
  return readBoundedPage(
    { ...page, cursor },
    {
      findEntry: (cursor, offset) => findEntry(db, query, cursor, offset),
      listRows: (range, limit) => listRows(db, query, range, limit),
    },
  )
}

/** Entries of the index that fits the query best; the rest of the filters are no part of it. */
function findEntry(db: Db, query: OrderQuery, before: string | undefined, offset: number) {
  // A few ids need no bound, nor do rows that all match.
  if (query.orderIds || !hasOtherFilters(query)) return Promise.resolve(undefined)
  const from = query.from === undefined ? undefined : firstIdAt(query.from)
  return db
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.and(indexed(query)))
    .$if(isAboutRefunds(query), (orders) => orders.where('refundedMinor', '>', sql.lit(0)))
    .$if(before !== undefined, (orders) => orders.where('id', '<', before ?? ''))
    .$if(from !== undefined, (orders) => orders.where('id', '>=', from ?? ''))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
}

/** Filters beside those that the index holds. */
function hasOtherFilters(query: OrderQuery): boolean {
  const { projects = [], playerIds = [], states, itemId, providers, currency } = query
  const hasSeveral = projects.length > 1 || playerIds.length > 1 || projects.length + playerIds.length > 1
  return hasSeveral || [states, itemId, providers, currency].some((filter) => filter !== undefined)
}

/** One player or project: an index returns their orders in order. */
function indexed({ playerIds, projects }: OrderQuery): { playerId?: string; project?: string } {
  if (playerIds?.length === 1 && playerIds[0] !== undefined) return { playerId: playerIds[0] }
  return projects?.length === 1 && projects[0] !== undefined ? { project: projects[0] } : {}
}

function isAboutRefunds({ states = [] }: OrderQuery): boolean {
  return states.length > 0 && states.every((state) => state === 'refunded' || state === 'partly-refunded')
}

type AttentionTable = 'attempts' | 'refunds' | 'disputes' | 'webhooks'

const attentionTables: Partial<Record<OperatorOrderState, AttentionTable>> = {
  held: 'attempts',
  disputed: 'disputes',
  'refund-failed': 'refunds',
  undelivered: 'webhooks',
}

/** A state that needs a person is rare: a partial index holds just those orders. */
function findAttentionTable({ states, playerIds }: OrderQuery): AttentionTable | undefined {
  const [state] = states ?? []
  return state !== undefined && states?.length === 1 && !playerIds ? attentionTables[state] : undefined
}

/** Ids of the orders in a partial index, newest first. An order may be there twice. */
function selectAttention(db: Db, table: AttentionTable, { before, from }: ScanRange) {
  const conditions = {
    attempts: sql<boolean>`review_reason is not null`,
    refunds: sql<boolean>`state = 'failed'`,
    disputes: sql<boolean>`state = 'open'`,
    webhooks: sql<boolean>`attempts > 0 and state <> 'delivered'`,
  }
  return db
    .selectFrom(table)
    .select('orderId as id')
    .where(conditions[table])
    .$if(before !== undefined, (rows) => rows.where('orderId', '<', before ?? ''))
    .$if(from !== undefined, (rows) => rows.where('orderId', '>=', from ?? ''))
    .orderBy('orderId', 'desc')
}

/** Ids from a partial index, then their orders: PostgreSQL would walk along all orders to join the two. */
async function listAttention(
  db: Db,
  table: AttentionTable,
  query: OrderQuery,
  { limit, cursor, scanLimit = maxScanned }: PageRequest,
): Promise<BoundedPage<ListedOrder>> {
  const from = query.from === undefined ? undefined : firstIdAt(query.from)
  const rows: ListedOrder[] = []
  let before = cursor
  for (let scanned = 0; scanned < scanLimit; scanned += attentionChunk) {
    const entries = await selectAttention(db, table, { before, from }).limit(attentionChunk).execute()
    const ids = [...new Set(entries.map(({ id }) => id))]
    rows.push(...(await listRows(db, { ...query, orderIds: ids }, { before, from }, limit + 1)))
    if (rows.length > limit) {
      const shown = rows.slice(0, limit)
      return { rows: shown, nextCursor: shown.at(-1)?.id ?? null, scannedTo: null }
    }
    if (entries.length < attentionChunk) return { rows, nextCursor: null, scannedTo: null }
    before = ids.at(-1)
  }
  return { rows, nextCursor: before ?? null, scannedTo: before === undefined ? null : toInstant(before) }
}

const attentionChunk = 200

async function listRows(db: Db, query: OrderQuery, range: ScanRange, limit: number): Promise<ListedOrder[]> {
  const oldest = query.from === undefined ? undefined : firstIdAt(query.from)
  const from = later(range.from, oldest)
  return db
    .selectFrom('orders')
    .selectAll('orders')
    .select(orderState.as('state'))
    .$if(range.before !== undefined, (orders) => orders.where('id', '<', range.before ?? ''))
    .$if(from !== undefined, (orders) => orders.where('id', '>=', from ?? ''))
    .$call((orders) => filter(orders, query))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

function filter<Row>(
  orders: SelectQueryBuilder<Tables, 'orders', Row>,
  query: OrderQuery,
): SelectQueryBuilder<Tables, 'orders', Row> {
  const { projects, states, itemId, providers, currency, playerIds, orderIds } = query
  return orders
    .$if(itemId !== undefined, (given) => given.where('itemId', '=', itemId ?? ''))
    .$if(currency !== undefined, (given) => given.where('currency', '=', currency ?? null))
    .$if(projects !== undefined, (given) => given.where('project', 'in', toInList(projects)))
    .$if(providers !== undefined, (given) => given.where('provider', 'in', providers ?? []))
    .$if(playerIds !== undefined, (given) => given.where('playerId', 'in', playerIds ?? []))
    .$if(orderIds !== undefined, (given) => given.where('id', 'in', toInList(orderIds)))
    .$if(isAboutRefunds(query), (given) => given.where('refundedMinor', '>', sql.lit(0)))
    .$if(states !== undefined, (given) => given.where(orderState, 'in', states ?? []))
}
