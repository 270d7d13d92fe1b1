import type { PriceItem } from '@playhub/contract'
import type { Money } from '@playhub/contract/money'
import type { Quote } from '@playhub/contract/offers/shapes'
import { call } from '../../lib/api/api.ts'
import { navigate } from '../../lib/browser/navigation.ts'
import { saveOfferCode } from '../../lib/browser/offer-code.ts'
import { currentLanguage } from '../../lib/language/messages.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { readNewPrice, readQuote } from '../../payments/order/offer-prices.ts'
import { saveOrderOrigin } from '../../payments/order/order-origin.ts'
import { type OrderProblem, toOrderProblem } from '../../payments/order/order-problem.ts'
import { paymentUrl } from '../../payments/order/payment-url.ts'
import { deferPurchase, takeDeferredPurchase } from '../../play/actions/deferred-purchase.ts'
import { itemAnchor } from './item-anchor.ts'

/** The player's order. */
export type Wanted = {
  item: PriceItem
  /** The price that the player has seen. */
  expected: Money
  code?: string | undefined
}

/** @returns what the hub says, with the price that it charges instead of the expected one. */
export type RefusedOrder = {
  problem: OrderProblem
  newPrice?: { was: Money; now: Money; quote: Quote } | undefined
}

/**
 * Orders an item and opens its payment. A guest logs in first; so does a player whose login turns out to have ended.
 * The purchase is deferred meanwhile, and continues on its page.
 * @param place  The page, for the deferred purchase.
 * @returns null when the page is being left.
 */
export async function orderItem(place: string, wanted: Wanted): Promise<RefusedOrder | null> {
  const { item, expected, code } = wanted
  deferPurchase(place, { itemId: item.id, expected, ...(code !== undefined && { code }) })
  if (!isLoggedIn()) {
    leaveToLogin()
    return null
  }
  // The call never settles when the login has expired.
  const order = await createOrder(wanted)
  takeDeferredPurchase(place)
  if ('problem' in order) return order
  if (code !== undefined) saveOfferCode(item.project, null)
  saveOrderOrigin(order.id, `${location.pathname}${location.search}#${itemAnchor(item.id)}`)
  navigate(paymentUrl(order.id, 'process', currentLanguage()))
  return null
}

/** The login leads back to the page. */
export const leaveToLogin = () => navigate(`/session/login?locale=${currentLanguage()}`)

async function createOrder({ item, expected, code }: Wanted): Promise<{ id: string } | RefusedOrder> {
  const body = { itemId: item.id, expected, ...(code !== undefined && { code }) }
  try {
    return await call('POST /payments/create', { body })
  } catch (error) {
    const [now, quote] = [readNewPrice(error, expected.currency), readQuote(error)]
    return {
      problem: toOrderProblem(error),
      ...(now && quote && { newPrice: { was: expected, now, quote } }),
    }
  }
}

/** The player's non-consumable items. */
export async function fetchOwnedItems(): Promise<string[]> {
  return (await call('GET /purchases/owned', { query: {} })).data.result
}
