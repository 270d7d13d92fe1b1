import type { PriceItem } from '@playhub/contract'
import { useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../../lib/language/messages.ts'
import { isLoggedIn, usePlayer } from '../../lib/player/player.ts'
import { currencyForLanguage, priceIn } from '../../payments/order/prices.ts'
import { takeDeferredPurchase } from '../../play/actions/deferred-purchase.ts'
import { itemAnchor } from './item-anchor.ts'
import { fetchOwnedItems, orderItem, type RefusedOrder, type Wanted } from './order-item.ts'
import type { Prices } from './use-prices.ts'

export type Shop = {
  prices: Prices
  /** The player's non-consumable items; empty until the page has hydrated. */
  ownedIds: ReadonlySet<string>
  /** The item being ordered. */
  orderingId: string | null
  /** Why the last order failed. */
  refused: ({ itemId: string } & RefusedOrder) | null
  buy(item: PriceItem): Promise<void>
}

/**
 * Sells a project's items on a page, one at a time.
 * @param place  Names the page on which a purchase resumes after a guest left to log in.
 */
export function useShop(place: string, prices: Prices, owned: OwnedItems): Shop {
  const [orderingId, setOrderingId] = useState<string | null>(null)
  const [refused, setRefused] = useState<Shop['refused']>(null)
  const isOrdering = useRef(false)
  const { items, entered } = prices

  async function order(wanted: Wanted): Promise<void> {
    if (isOrdering.current) return
    isOrdering.current = true
    const itemId = wanted.item.id
    setRefused(null)
    setOrderingId(itemId)
    // While the page is being left, a second click must not order again.
    let isLeaving = false
    try {
      const order = await orderItem(place, wanted)
      isLeaving = order === null
      if (order) showRefused(itemId, order)
    } finally {
      isOrdering.current = isLeaving
      if (!isLeaving) setOrderingId(null)
    }
  }

  function showRefused(itemId: string, order: RefusedOrder): void {
    setRefused({ itemId, ...order })
    if (order.newPrice) prices.applyQuote(itemId, order.newPrice.quote)
    else if (order.problem === 'LIMIT_REACHED') prices.reload()
    if (order.problem === 'ITEM_ALREADY_OWNED') owned.add(itemId)
  }

  function buy(item: PriceItem): Promise<void> {
    const expected = priceIn(item, currencyForLanguage(currentLanguage()))
    return order({ item, expected, code: item.usesCode ? (entered?.code ?? undefined) : undefined })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const deferred = takeDeferredPurchase(place)
    if (!deferred || !('itemId' in deferred)) return
    const { itemId, expected, code } = deferred
    const item = items.find(({ id, saleState }) => id === itemId && saleState === 'onSale')
    if (!item || !isLoggedIn()) return
    document.getElementById(itemAnchor(itemId))?.querySelector('button')?.focus()
    void (expected ? order({ item, expected, code }) : buy(item))
  }, [])

  return { prices, ownedIds: owned.ids, orderingId, refused, buy }
}

const nothing: ReadonlySet<string> = new Set()

export type OwnedItems = { ids: ReadonlySet<string>; add(itemId: string): void }

/** Loaded at each login, if the page has non-consumable items. On failure the server refuses the order. */
export function useOwnedItems(items: PriceItem[]): OwnedItems {
  const [ids, setIds] = useState(nothing)
  const player = usePlayer()
  const token = player.kind === 'player' ? player.jwt : null
  const hasOneTimeItems = items.some(({ once }) => once)
  useEffect(() => {
    setIds(nothing)
    if (token === null || !hasOneTimeItems) return
    let isCurrent = true
    fetchOwnedItems().then(
      (owned) => isCurrent && setIds(new Set(owned)),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [token, hasOneTimeItems])
  return { ids, add: (itemId) => setIds((known) => new Set([...known, itemId])) }
}
