import type { PriceItem } from '@playhub/contract'
import { useEffect, useRef, useState } from 'react'
import { isLoggedIn, usePlayer } from '../../lib/player/player.ts'
import { takeDeferredPurchase } from '../../play/actions/deferred-purchase.ts'
import { itemAnchor } from './item-anchor.ts'
import { fetchOwnedItems, type OrderProblem, orderItem } from './order-item.ts'

export type Shop = {
  /** The player's non-consumable items; empty until the page has hydrated. */
  ownedIds: ReadonlySet<string>
  /** The item being ordered. */
  orderingId: string | null
  /** Why the last order failed. */
  problem: { itemId: string; code: OrderProblem } | null
  buy(item: PriceItem): Promise<void>
}

/**
 * Sells the items on a page, one at a time.
 * @param place  Names the page on which a purchase resumes after a guest left to log in.
 */
export function useShop(place: string, items: PriceItem[]): Shop {
  const [orderingId, setOrderingId] = useState<string | null>(null)
  const [problem, setProblem] = useState<Shop['problem']>(null)
  const [ownedIds, setOwnedIds] = useOwnedItems(items)
  const isOrdering = useRef(false)

  async function buy(item: PriceItem): Promise<void> {
    if (isOrdering.current) return
    isOrdering.current = true
    setProblem(null)
    setOrderingId(item.id)
    // While the page is being left, a second click must not order again.
    let isLeaving = false
    try {
      const code = await orderItem(place, item)
      isLeaving = code === null
      if (code !== null) setProblem({ itemId: item.id, code })
      if (code === 'ITEM_ALREADY_OWNED') setOwnedIds((ids) => new Set([...ids, item.id]))
    } finally {
      isOrdering.current = isLeaving
      if (!isLeaving) setOrderingId(null)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const deferred = takeDeferredPurchase(place)
    if (!deferred || !('itemId' in deferred)) return
    const item = items.find(({ id, saleState }) => id === deferred.itemId && saleState === 'onSale')
    if (!item || !isLoggedIn()) return
    document.getElementById(itemAnchor(item.id))?.querySelector('button')?.focus()
    void buy(item)
  }, [])

  return { ownedIds, orderingId, problem, buy }
}

const nothing: ReadonlySet<string> = new Set()

/** Loaded at each login, if the page has non-consumable items. On failure the server refuses the order. */
function useOwnedItems(items: PriceItem[]) {
  const [ownedIds, setOwnedIds] = useState(nothing)
  const player = usePlayer()
  const token = player.kind === 'player' ? player.jwt : null
  const hasOneTimeItems = items.some(({ once }) => once)
  useEffect(() => {
    setOwnedIds(nothing)
    if (token === null || !hasOneTimeItems) return
    let isCurrent = true
    fetchOwnedItems().then(
      (ids) => isCurrent && setOwnedIds(new Set(ids)),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [token, hasOneTimeItems])
  return [ownedIds, setOwnedIds] as const
}
