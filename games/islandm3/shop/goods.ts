import { localItem } from '../../kit/hub.ts'
import boosters from '../assets/items/boosters.svg'
import hintPack from '../assets/items/hint-pack.svg'
import treasureChest from '../assets/items/treasure-chest.svg'
import type { ItemId } from './grants.ts'

/** What the shop shows, in the order of its shelf. */
export const GOODS: readonly { readonly id: ItemId; readonly image: string }[] = [
  { id: 'islandm3-hints', image: hintPack },
  { id: 'islandm3-boosters', image: boosters },
  { id: 'islandm3-chest', image: treasureChest },
]

/** What the shop sells when the game runs alone. */
export const LOCAL_CATALOG = [
  localItem('islandm3-hints', 'Hint pack', 99),
  localItem('islandm3-boosters', 'Boosters', 249),
  localItem('islandm3-chest', 'Treasure chest', 499),
]
