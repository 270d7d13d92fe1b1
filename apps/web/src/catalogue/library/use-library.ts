import type { ShelfGame } from '@playhub/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { usePlayer } from '../../lib/player/player.ts'
import { bringShelfHome, currentShelf, subscribeToShelf } from './library-store.ts'

const empty: ShelfGame[] = []

/** The player's favourites and last played; empty while the page is still the server's. */
export function useShelf(): ShelfGame[] {
  usePlayer()
  return useSyncExternalStore(subscribeToShelf, currentShelf, () => empty)
}

/** Keeps the shelf with whoever is signed in. */
export function useShelfSync(): void {
  const player = usePlayer()
  const owner = player.kind === 'player' ? player.userId : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: another owner has another shelf
  useEffect(() => void bringShelfHome(), [owner])
}
