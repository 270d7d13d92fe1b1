import type { ShopItem } from '../kit/shop/panel.ts'
import energyCells from './assets/items/energy-cells.svg'
import shields from './assets/items/shields.svg'
import aurora from './assets/items/skin-aurora.svg'
import type { Save } from './save.ts'

export const AURORA_ID = 'neuroarena-aurora'

export const ITEMS: readonly ShopItem<Save>[] = [
  {
    id: 'neuroarena-shields',
    image: shields,
    local: { title: 'Five shields', cents: 99 },
    give: ({ bag, ...save }) => ({ ...save, bag: { ...bag, shields: bag.shields + 5 } }),
  },
  {
    id: 'neuroarena-energy',
    image: energyCells,
    local: { title: 'Energy cells', cents: 149 },
    give: ({ bag, ...save }) => ({ ...save, bag: { ...bag, cells: bag.cells + 10 } }),
  },
  {
    id: AURORA_ID,
    image: aurora,
    local: { title: 'Aurora skin', cents: 449 },
    isKept: true,
    give: ({ bag, ...save }) => ({ ...save, bag: { ...bag, hasAurora: true } }),
  },
]
