import type { InterfaceLanguage, Metadata, Order } from '@playhub/contract'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { insertOrder } from '../ledger/order-store.ts'
import type { OrderRow } from '../ledger/tables.ts'

/** Creates an order. It keeps the item's title and price of this moment. */
export async function createOrder(
  { db, clock, catalogue, config }: Deps,
  request: { playerId: string; itemId: string; language: InterfaceLanguage; metadata?: Metadata | undefined },
): Promise<Order> {
  const item = catalogue.item(request.itemId)
  if (!item) throw new Refusal('ITEM_NOT_FOUND')
  const order: OrderRow = {
    id: newId(),
    playerId: request.playerId,
    project: item.project,
    itemId: item.id,
    titleRu: item.title.ru,
    titleEn: item.title.en,
    priceRubMinor: item.price.RUB,
    priceUsdMinor: item.price.USD,
    language: request.language,
    status: 'none',
    provider: null,
    currency: null,
    amountMinor: null,
    createdAt: clock.now(),
    startedAt: null,
    paidAt: null,
    paidAttemptId: null,
    refundedMinor: 0,
    metadata: JSON.stringify(request.metadata ?? {}),
  }
  await insertOrder(db, order)
  return { id: order.id, url: paymentScreenUrl(config, order.id), status: order.status }
}

export function paymentScreenUrl({ http }: Pick<Deps['config'], 'http'>, orderId: string): string {
  return `${http.publicUrl}/payments/process/${orderId}`
}
