import type { PriceItem } from '@playhub/contract'
import { useLateComponent } from '../../lib/page/late-component.ts'
import { usePlayer } from '../../lib/player/player.ts'

const loadRows = async () => (await import('./gift-rows.tsx')).GiftRows

/** Gifts are for players: a guest loads nothing of them. */
export function PlayerGifts(props: { project: string; items: PriceItem[]; isCard?: boolean }) {
  const player = usePlayer()
  const isPlayer = player.kind === 'player'
  const GiftRows = useLateComponent(loadRows, isPlayer)
  return isPlayer && GiftRows ? <GiftRows key={player.userId} {...props} /> : null
}
