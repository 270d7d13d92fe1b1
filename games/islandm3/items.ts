import type { ShopItem } from '../kit/shop/panel.ts'
import boosters from './assets/items/boosters.svg'
import hintPack from './assets/items/hint-pack.svg'
import treasureChest from './assets/items/treasure-chest.svg'
import type { Bag, Save } from './save.ts'

export const MOVES_IN_PACK = 5

export const ITEMS: readonly ShopItem<Save>[] = [
  {
    id: 'islandm3-hints',
    image: hintPack,
    local: { title: 'Hint pack', cents: 99 },
    give: adding({ hints: 5, bombs: 0, movePacks: 0 }),
  },
  {
    id: 'islandm3-boosters',
    image: boosters,
    local: { title: 'Boosters', cents: 249 },
    give: adding({ hints: 0, bombs: 3, movePacks: 0 }),
  },
  {
    id: 'islandm3-chest',
    image: treasureChest,
    local: { title: 'Treasure chest', cents: 499 },
    give: adding({ hints: 5, bombs: 3, movePacks: 1 }),
  },
]

function adding({ hints, bombs, movePacks }: Bag): (save: Save) => Save {
  return (save) => ({
    ...save,
    bag: {
      hints: save.bag.hints + hints,
      bombs: save.bag.bombs + bombs,
      movePacks: save.bag.movePacks + movePacks,
    },
  })
}
