import type { ShopItem } from '../kit/shop/panel.ts'
import chips from './assets/items/chips.svg'
import velvet from './assets/items/velvet-deck.svg'
import { type Save, withChips } from './save.ts'

const CHIPS_IN_STACK = 500
export const VELVET_ID = 'nightcity-velvet'

export const ITEMS: readonly ShopItem<Save>[] = [
  {
    id: 'nightcity-chips',
    image: chips,
    local: { title: 'Stack of chips', cents: 199 },
    give: (save) => withChips(save, save.chips + CHIPS_IN_STACK),
  },
  {
    id: VELVET_ID,
    image: velvet,
    local: { title: 'Velvet deck', cents: 299 },
    isKept: true,
    give: (save) => ({ ...save, hasVelvet: true }),
  },
]
