import { localItem } from '../../kit/hub.ts'
import builders from '../assets/items/builders.svg'
import coins from '../assets/items/coins.svg'
import type { ItemId } from './grants.ts'

/** What the shop shows, in the order of its shelf. */
export const GOODS: readonly { readonly id: ItemId; readonly image: string }[] = [
  { id: 'familytown-coins', image: coins },
  { id: 'familytown-builders', image: builders },
]

/** What the shop sells when the game runs alone. */
export const LOCAL_CATALOG = [
  localItem('familytown-coins', 'Pouch of coins', 199),
  localItem('familytown-builders', "Builders' crew", 399),
]
