import type { PriceItem } from '@playhub/contract'
import { lazy, Suspense } from 'react'
import { usePlayer } from '../../lib/player/player.ts'

const GiftRows = lazy(() => import('./gift-rows.tsx').then((loaded) => ({ default: loaded.GiftRows })))

/** Gifts are for players: a guest loads nothing of them. */
export function PlayerGifts(props: { project: string; items: PriceItem[]; isCard?: boolean }) {
  const player = usePlayer()
  if (player.kind === 'guest') return null
  return (
    <Suspense fallback={null}>
      <GiftRows key={player.userId} {...props} />
    </Suspense>
  )
}
