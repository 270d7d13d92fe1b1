import type { Currency, PaymentProvider } from '@playhub/contract'
import type { OperatorOrderState } from '@playhub/contract/operator'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import {
  type BoundedPage,
  earlier,
  later,
  type PageRequest,
  readBoundedPage,
  type ScanRange,
} from '../../platform/bounded-page.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Db, Tables } from '../../platform/database/database.ts'
import { firstIdAt, toInList } from '../../platform/ids.ts'
import { bringsItem, concernsItem, isOpenFailure, orderState } from '../explain/order-state.ts'
import type { OrderRow } from '../records/tables.ts'

export type OrderQuery = {
  /** Projects in the caller's scope; undefined: all. */
  projects?: string[] | undefined
  states?: OperatorOrderState[] | undefined
  itemId?: string | undefined
  providers?: PaymentProvider[] | undefined
  currency?: Currency | undefined
  /** Half-open, in milliseconds; when the order was created. */
  from?: number | undefined
  until?: number | undefined
  /** Only orders whose payment was started before. */
  startedBefore?: number | undefined
  playerIds?: string[] | undefined
  orderIds?: string[] | undefined
  /** Only orders whose card and network are of different countries. */
  countriesDiffer?: boolean | undefined
}

export type ListedOrder = OrderRow & { state: OperatorOrderState }

/** Newest first. */
export function listOrdersByQuery(
  db: Db,
  query: OrderQuery,
  page: PageRequest,
): Promise<BoundedPage<ListedOrder>> {
  const cursor = earlier(page.cursor, query.until === undefined ? undefined : firstIdAt(query.until))
  const from = query.from === undefined ? undefined : firstIdAt(query.from)
  const index = findAttentionIndex(query)
  return readBoundedPage(
    { ...page, cursor },
    index
      ? {
          findEntry: (before, offset) => findAttentionEntry(db, index, { before, from }, offset),
          listRows: (range, limit) =>
            listAttentionRows(db, index, query, { ...range, from: later(range.from, from) }, limit),
        }
      : {
          findEntry: (before, offset) => findEntry(db, query, { before, from }, offset),
          listRows: (range, limit) => listRows(db, query, { ...range, from: later(range.from, from) }, limit),
        },
  )
}

/** Entries of the query's best index; the remaining filters are no part of it. */
function findEntry(db: Db, query: OrderQuery, { before, from }: ScanRange, offset: number) {
  // A few ids need no bound, nor do rows with only matches.
  if (query.orderIds || !hasOtherFilters(query)) return Promise.resolve(undefined)
  return db
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.and(indexed(query)))
    .$if(isAboutRefunds(query), (orders) => orders.where('refundedMinor', '>', sql.lit(0)))
    .$if(query.countriesDiffer === true, (orders) => orders.where(doCountriesDiffer))
    .$if(before !== undefined, (orders) => orders.where('id', '<', before ?? ''))
    .$if(from !== undefined, (orders) => orders.where('id', '>=', from ?? ''))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
}

/** Filters beside those of the index. */
function hasOtherFilters(query: OrderQuery): boolean {
  const { projects = [], playerIds = [], states, itemId, providers, currency, startedBefore } = query
  const hasSeveral = projects.length > 1 || playerIds.length > 1 || projects.length + playerIds.length > 1
  return (
    hasSeveral || [states, itemId, providers, currency, startedBefore].some((filter) => filter !== undefined)
  )
}

/** One player or project: an index returns their orders in order. */
function indexed({ playerIds, projects }: OrderQuery): { playerId?: string; project?: string } {
  if (playerIds?.length === 1 && playerIds[0] !== undefined) return { playerId: playerIds[0] }
  return projects?.length === 1 && projects[0] !== undefined ? { project: projects[0] } : {}
}

/** The condition of a partial index. */
const doCountriesDiffer = sql<boolean>`country_by_network <> country_by_card`

function isAboutRefunds({ states = [] }: OrderQuery): boolean {
  return states.length > 0 && states.every((state) => state === 'refunded' || state === 'partly-refunded')
}

/** A partial index, and what an operator's filters can read from its table. */
type AttentionIndex = {
  key: RawBuilder<string>
  rows: RawBuilder<unknown>
  /** Holds for an entry of each order in the state. Cheaper than the state itself. */
  mayMatch?: RawBuilder<unknown>
  project?: RawBuilder<string>
}

const byOrder = (rows: RawBuilder<unknown>): AttentionIndex => ({ key: sql<string>`order_id`, rows })
const undelivered = (mayMatch: RawBuilder<unknown>): AttentionIndex => ({
  ...byOrder(sql`webhooks where state <> 'delivered'`),
  ...{ mayMatch, project: sql<string>`project` },
})

/** Partial indexes that hold just the orders of a state that needs a person, and some more. */
const attentionIndexes = {
  held: byOrder(sql`attempts where review_reason is not null`),
  disputed: byOrder(sql`disputes where state = 'open'`),
  'refund-failed': { ...byOrder(sql`refunds where state = 'failed'`), mayMatch: isOpenFailure },
  'receipt-failed': byOrder(sql`closing_receipts where state = 'failed'`),
  'withdrawal-declared': {
    ...byOrder(sql`refunds where state = 'pending'`),
    mayMatch: sql`declared_at is not null`,
  },
  'refund-pending': byOrder(sql`refunds where state = 'pending'`),
  delivering: undelivered(sql`(${concernsItem} and state = 'waiting' and attempts = 0)`),
  undelivered: undelivered(concernsItem),
  'game-not-told': undelivered(sql`not ${bringsItem}`),
  // In the order of another column: PostgreSQL would walk along all orders to sort them.
  pending: {
    key: sql<string>`id`,
    rows: sql`(with found as materialized (select id from orders where status = 'pending')
      select id from found) as pending where 1 = 1`,
  },
} satisfies Partial<Record<OperatorOrderState, AttentionIndex>>
type AttentionState = keyof typeof attentionIndexes

const isAttentionState = (state: OperatorOrderState | undefined): state is AttentionState =>
  state !== undefined && Object.hasOwn(attentionIndexes, state)

function findAttentionIndex({ states, playerIds }: OrderQuery): AttentionIndex | undefined {
  const [state] = states ?? []
  return isAttentionState(state) && states?.length === 1 && !playerIds ? attentionIndexes[state] : undefined
}

/** Counts the orders that the list shows for a state, up to a limit. */
export async function countOrdersInState(
  db: Db,
  query: { states: [AttentionState] } & Pick<OrderQuery, 'projects' | 'startedBefore'>,
  limit: number,
): Promise<{ count: number; oldestAt: number | null }> {
  const index: AttentionIndex = attentionIndexes[query.states[0]]
  const found = db
    .selectFrom('orders')
    .select(({ fn }) => fn.coalesce('paidAt', 'startedAt', 'createdAt').as('at'))
    .where(
      'id',
      'in',
      sql<string>`(select ${index.key} from ${matching(index, query)} limit ${sql.lit(limit)})`,
    )
    .$call((orders) => filter(orders, query))
    .limit(limit)
  const { count, oldestAt } = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('at').as('oldestAt')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestAt: oldestAt === null ? null : Number(oldestAt) }
}

/** Entries that the order's own columns must still confirm. */
function matching(
  { rows, mayMatch, project }: AttentionIndex,
  { projects }: OrderQuery,
): RawBuilder<unknown> {
  return sql`${rows} ${mayMatch ? sql`and ${mayMatch}` : sql``}
    ${project && projects ? sql`and ${project} in (${sql.join([...toInList(projects)])})` : sql``}`
}

const inRange = ({ key }: AttentionIndex, { before, from }: ScanRange) =>
  sql`${before === undefined ? sql`` : sql`and ${key} < ${before}`}
    ${from === undefined ? sql`` : sql`and ${key} >= ${from}`}`

async function findAttentionEntry(
  db: Db,
  index: AttentionIndex,
  range: ScanRange,
  offset: number,
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`select ${index.key} as id from ${index.rows}
    ${inRange(index, range)} order by ${index.key} desc limit 1 offset ${sql.lit(offset)}`.execute(db)
  return rows[0]
}

/** Ids of the orders in a partial index, newest first. An order may be there twice. */
async function selectAttention(
  db: Db,
  index: AttentionIndex,
  query: OrderQuery,
  range: ScanRange,
): Promise<string[]> {
  const found = await sql<{ id: string }>`select ${index.key} as id from ${matching(index, query)}
    ${inRange(index, range)} order by ${index.key} desc limit ${sql.lit(attentionChunk)}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Ids from a partial index, then their orders: PostgreSQL would walk along all orders to join the two. */
async function listAttentionRows(
  db: Db,
  index: AttentionIndex,
  query: OrderQuery,
  { before, from }: ScanRange,
  limit: number,
): Promise<ListedOrder[]> {
  const rows: ListedOrder[] = []
  let end = before
  let isWhole = false
  while (!isWhole && rows.length < limit) {
    const ids = await selectAttention(db, index, query, { before: end, from })
    const range = { before: end, from }
    if (ids.length > 0) rows.push(...(await listRows(db, { ...query, orderIds: ids }, range, limit)))
    isWhole = ids.length < attentionChunk
    end = ids.at(-1)
  }
  return rows.slice(0, limit)
}

const attentionChunk = 200

async function listRows(
  db: Db,
  query: OrderQuery,
  { before, from }: ScanRange,
  limit: number,
): Promise<ListedOrder[]> {
  return db
    .selectFrom('orders')
    .selectAll('orders')
    .select(orderState.as('state'))
    .$if(before !== undefined, (orders) => orders.where('id', '<', before ?? ''))
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
  const { projects, states, itemId, providers, currency, playerIds, orderIds, startedBefore } = query
  return orders
    .$if(itemId !== undefined, (given) => given.where('itemId', '=', itemId ?? ''))
    .$if(currency !== undefined, (given) => given.where('currency', '=', currency ?? null))
    .$if(projects !== undefined, (given) => given.where('project', 'in', toInList(projects)))
    .$if(providers !== undefined, (given) => given.where('provider', 'in', providers ?? []))
    .$if(startedBefore !== undefined, (given) => given.where('startedAt', '<', startedBefore ?? 0))
    .$if(playerIds !== undefined, (given) => given.where('playerId', 'in', playerIds ?? []))
    .$if(orderIds !== undefined, (given) => given.where('id', 'in', toInList(orderIds)))
    .$if(isAboutRefunds(query), (given) => given.where('refundedMinor', '>', sql.lit(0)))
    .$if(query.countriesDiffer === true, (given) => given.where(doCountriesDiffer))
    .$if(states !== undefined, (given) => given.where(orderState, 'in', states ?? []))
}

/** Unpaid orders of these items: those whose payment has begun, and those of the last day. */
export async function countOpenOrders(db: Db, itemIds: string[], now: number): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .where('itemId', 'in', itemIds)
    .where('closedAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', sql.lit('pending')),
        and([eb('status', '=', sql.lit('none')), eb('id', '>=', firstIdAt(now - DAY_MS))]),
      ]),
    )
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
