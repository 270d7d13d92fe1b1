import type { BoundedPage, PageRequest } from '../../platform/bounded-page.ts'
import type { Db } from '../../platform/database/database.ts'
import { type ListedOrder, listOrdersByQuery, type OrderQuery } from './order-list-store.ts'
import { listOrderIds } from './order-search-store.ts'

export type OrderListQuery = Omit<OrderQuery, 'orderIds'> & {
  /** A hub or provider payment id, a receipt number, or a player id. */
  text?: string | undefined
  /** Players who match the text. */
  matchingPlayerIds?: string[] | undefined
}

/** Orders matching all filters, newest first, each with its state in words. */
export async function listOrders(
  db: Db,
  { text, matchingPlayerIds = [], ...query }: OrderListQuery,
  page: PageRequest,
): Promise<BoundedPage<ListedOrder>> {
  const empty = { rows: [], nextCursor: null, scannedTo: null }
  if (query.projects?.length === 0) return empty
  if (text === undefined) return listOrdersByQuery(db, query, page)
  const orderIds = await listOrderIds(db, text)
  if (orderIds.length > 0) return listOrdersByQuery(db, { ...query, orderIds }, page)
  const matching = [text.toLowerCase(), ...matchingPlayerIds]
  const { playerIds = matching } = query
  return listOrdersByQuery(db, { ...query, playerIds: playerIds.filter((id) => matching.includes(id)) }, page)
}
