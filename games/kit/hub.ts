import { type CatalogItem, connect, type Hub } from '@playhub/game-sdk'

/** An item of the shop when the game runs alone, on its author's machine. A real hub has prices of its own. */
export function localItem(id: string, title: string, cents: number): CatalogItem {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
  const price = { amountMinor: cents, currency: 'USD', formatted: format.format(cents / 100) }
  return { id, title, description: '', imageUrl: null, price }
}

/**
 * Finds the hub. In a frame where no hub answers the shop stays empty: only a game opened by itself may play shop,
 * else a slow hub would give its items away.
 */
export function joinHub(localCatalog: CatalogItem[]): Promise<Hub> {
  const isFramed = window.parent !== window
  return isFramed
    ? connect({ local: { catalog: [], player: { id: null, name: '', isGuest: true } }, timeoutMs: 4000 })
    : connect({ local: { catalog: localCatalog } })
}
