import type { PriceItem } from '@playhub/contract'
import { isRefusalCode, type RefusalCode } from '@playhub/contract/refusals'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { call } from '../../lib/api/api.ts'
import { navigate } from '../../lib/browser/navigation.ts'
import { currentLanguage } from '../../lib/language/messages.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { saveOrderOrigin } from '../../payments/order/order-origin.ts'
import { paymentUrl } from '../../payments/order/payment-url.ts'
import { deferPurchase, takeDeferredPurchase } from '../../play/actions/deferred-purchase.ts'
import { itemAnchor } from './item-anchor.ts'

/** Why an item was not ordered. */
export type OrderProblem = RefusalCode | 'UNREACHABLE'

/**
 * Orders an item and opens its payment. A guest logs in first; so does a player whose login turns out to have ended.
 * The purchase is deferred meanwhile, and continues on its page.
 * @param place  The page, for the deferred purchase.
 * @returns null when the page is being left.
 */
export async function orderItem(place: string, { id }: PriceItem): Promise<OrderProblem | null> {
  deferPurchase(place, { itemId: id })
  if (!isLoggedIn()) {
    navigate(`/session/login?locale=${currentLanguage()}`)
    return null
  }
  // The call never settles when the login has expired.
  const order = await createOrder(id)
  takeDeferredPurchase(place)
  if (typeof order === 'string') return order
  saveOrderOrigin(order.id, `${location.pathname}${location.search}#${itemAnchor(id)}`)
  navigate(paymentUrl(order.id, 'process', currentLanguage()))
  return null
}

async function createOrder(itemId: string): Promise<{ id: string } | OrderProblem> {
  try {
    return await call('POST /payments/create', { body: { itemId } })
  } catch (error) {
    if (error instanceof ApiUnreachable) return 'UNREACHABLE'
    if (error instanceof ApiRefusal) return isRefusalCode(error.code) ? error.code : 'FAULT'
    throw error
  }
}

/** The player's non-consumable items. */
export async function fetchOwnedItems(): Promise<string[]> {
  return (await call('GET /purchases/owned', { query: {} })).data.result
}
