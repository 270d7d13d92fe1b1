import type { ShopItem } from '../kit/shop/panel.ts'
import builders from './assets/items/builders.svg'
import coins from './assets/items/coins.svg'
import type { Save } from './save.ts'

export const ITEMS: readonly ShopItem<Save>[] = [
  {
    id: 'familytown-coins',
    image: coins,
    local: { title: 'Pouch of coins', cents: 199 },
    give: ({ play, ...save }) => ({ ...save, play: { ...play, coins: play.coins + 1000 } }),
  },
  {
    id: 'familytown-builders',
    image: builders,
    local: { title: "Builders' crew", cents: 399 },
    give: ({ play, ...save }) => ({ ...save, play: { ...play, crews: play.crews + 5 } }),
  },
]
