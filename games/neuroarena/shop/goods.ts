import { localItem } from '../../kit/hub.ts'
import energyCells from '../assets/items/energy-cells.svg'
import shields from '../assets/items/shields.svg'
import aurora from '../assets/items/skin-aurora.svg'
import type { ItemId } from './grants.ts'

/** What the shop shows, in the order of its shelf. */
export const GOODS: readonly { readonly id: ItemId; readonly image: string }[] = [
  { id: 'neuroarena-shields', image: shields },
  { id: 'neuroarena-energy', image: energyCells },
  { id: 'neuroarena-aurora', image: aurora },
]

/** What the shop sells when the game runs alone. */
export const LOCAL_CATALOG = [
  localItem('neuroarena-shields', 'Five shields', 99),
  localItem('neuroarena-energy', 'Energy cells', 149),
  localItem('neuroarena-aurora', 'Aurora skin', 449),
]
