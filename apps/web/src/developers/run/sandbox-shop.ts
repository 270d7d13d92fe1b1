import type { PriceItem } from '@playhub/contract'
import type { CatalogItem, ConsumeResult, Purchase, PurchaseOutcome } from '@playhub/contract/bridge'
import { toCatalogItems } from '../../play/actions/game-shop.ts'
import { GameRefusal } from '../../play/bridge/game-host-actions.ts'

/** Question on the checker's payment screen. */
export type AskToPay = (item: CatalogItem) => Promise<'pay' | 'cancel'>

const names = {
  ru: ['Горсть монет', 'Мешок монет', 'Сундук монет'],
  en: ['A few coins', 'A bag of coins', 'A chest of coins'],
}
const ownPrices = [99, 299, 999]

/**
 * A shop in this page, of the project's items or of three of its own. It keeps the hub's promises about purchases,
 * without orders: a paid item waits until the game consumes it, and a second consumption is reported. Unknown ids are
 * sold too where the project is not known, so a game can use its own.
 */
export function createSandboxShop(askToPay: AskToPay, prices?: PriceItem[]) {
  const purchases: Purchase[] = []
  let lastId = 0

  function listItems(language: string): CatalogItem[] {
    if (prices) return toCatalogItems(prices, undefined, language)
    const isRussian = language === 'ru'
    const format = new Intl.NumberFormat(language, { style: 'currency', currency: isRussian ? 'RUB' : 'USD' })
    return names[isRussian ? 'ru' : 'en'].map((title, index) => {
      const amountMinor = ownPrices[index] ?? 99
      const price = {
        amountMinor,
        currency: isRussian ? 'RUB' : 'USD',
        formatted: format.format(amountMinor / 100),
      }
      return { id: `coins-${index + 1}`, title, description: '', imageUrl: null, price }
    })
  }

  function grant(itemId: string): Purchase {
    const id = `sandbox-${++lastId}`
    const purchase: Purchase = { id, itemId, state: 'granted', createdAt: Date.now() }
    purchases.push(purchase)
    return purchase
  }

  return {
    listItems,
    grant,
    /** @param code  Refused, because a page without orders knows none. */
    async buy(itemId: string, language: string, code?: string): Promise<PurchaseOutcome> {
      const items = listItems(language)
      const [first] = items
      const known = items.find(
        ({ id }) => id === itemId || prices?.some((each) => each.id === itemId && each.gameId === id),
      )
      if (!first || (prices && !known)) throw new GameRefusal('UNKNOWN_ITEM')
      if (code !== undefined) throw new GameRefusal('UNKNOWN_CODE')
      const item = known ?? { ...first, id: itemId, title: itemId }
      if ((await askToPay(item)) === 'cancel') return { status: 'cancelled' }
      const bought = item.contains ?? [{ id: item.id, quantity: 1 }]
      const [purchase = grant(item.id)] = bought.flatMap(({ id, quantity }) =>
        Array.from({ length: quantity }, () => grant(id)),
      )
      return { status: 'paid', purchase: { ...purchase } }
    },
    listPurchases: (): Purchase[] =>
      purchases.filter(({ state }) => state === 'granted').map((purchase) => ({ ...purchase })),
    /** @param id  Of a purchase, or of an item: then the oldest purchase of it. */
    consume(id: string): ConsumeResult {
      const purchase = purchases.find(
        (candidate) => candidate.id === id || (candidate.itemId === id && candidate.state === 'granted'),
      )
      if (!purchase) throw new GameRefusal('UNKNOWN_PURCHASE')
      const alreadyConsumed = purchase.state === 'consumed'
      purchase.state = 'consumed'
      return { id: purchase.id, alreadyConsumed }
    },
  }
}
