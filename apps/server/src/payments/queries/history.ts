import { type InterfaceLanguage, localText, type Transaction, toMajorUnits } from '@playhub/contract'
import type { Deps } from '../deps.ts'
import { getTitle, shownPrice } from '../records/order.ts'
import { type HistoryPage, listStartedOrders } from '../records/order-store.ts'
import type { OrderRow } from '../records/tables.ts'

/** The player's payments, newest first. */
export async function paymentHistory(
  deps: Deps,
  request: HistoryPage & { playerId: string; language: InterfaceLanguage },
): Promise<Transaction[]> {
  const orders = await listStartedOrders(deps.db, request.playerId, request)
  return orders.map((order) => toTransaction(deps, order, request.language))
}

export function toTransaction(
  { catalogue }: Deps,
  order: OrderRow,
  language: InterfaceLanguage,
): Transaction {
  const price = shownPrice(order, language)
  const project = catalogue.project(order.project)
  return {
    uuid: order.id,
    createTs: order.createdAt,
    title: getTitle(order, language),
    price: toMajorUnits(price),
    amountMinor: price.amountMinor,
    refundedMinor: order.refundedMinor,
    currency: price.currency,
    status: order.status,
    projectName: project ? localText(project.name, language) : order.project,
    project: order.project,
    provider: order.provider,
    itemImage: catalogue.item(order.itemId)?.image ?? '',
    cardBackgroundColor: project?.game.cardBackgroundColor,
  }
}
