import { type CatalogItem, connect, type Hub } from '@playhub/game-sdk'

const price = (amountMinor: number) => ({
  amountMinor,
  currency: 'USD',
  formatted: new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(amountMinor / 100),
})

/** The shop of the game when it runs alone, on its author's machine. A real hub has prices of its own. */
const LOCAL_CATALOG: CatalogItem[] = [
  { id: 'islandm3-hints', title: 'Hint pack', description: '', imageUrl: null, price: price(99) },
  { id: 'islandm3-boosters', title: 'Boosters', description: '', imageUrl: null, price: price(249) },
  { id: 'islandm3-chest', title: 'Treasure chest', description: '', imageUrl: null, price: price(499) },
]

/**
 * Finds the hub. In a frame where no hub answers the shop stays empty: only a game opened by itself may play shop,
 * else a slow hub would give its items away.
 */
export function joinHub(): Promise<Hub> {
  const isFramed = window.parent !== window
  return isFramed
    ? connect({ local: { catalog: [], player: { id: null, name: '', isGuest: true } }, timeoutMs: 4000 })
    : connect({ local: { catalog: LOCAL_CATALOG } })
}
