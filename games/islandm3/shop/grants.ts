/** What the player carries; one pack of moves is five moves. */
export interface Bag {
  readonly hints: number
  readonly bombs: number
  readonly movePacks: number
}

export const ITEM_IDS = ['islandm3-hints', 'islandm3-boosters', 'islandm3-chest'] as const
export type ItemId = (typeof ITEM_IDS)[number]

/** What is in each item of the shop. */
const CONTENTS: Record<ItemId, Bag> = {
  'islandm3-hints': { hints: 5, bombs: 0, movePacks: 0 },
  'islandm3-boosters': { hints: 0, bombs: 3, movePacks: 0 },
  'islandm3-chest': { hints: 5, bombs: 3, movePacks: 1 },
}

export const MOVES_IN_PACK = 5

export const isItemId = (id: string): id is ItemId => (ITEM_IDS as readonly string[]).includes(id)

/** Puts what was bought into the bag; null for an item this version does not know. */
export function giveItem<S extends { readonly bag: Bag }>(to: S, itemId: string): S | null {
  if (!isItemId(itemId)) return null
  const content = CONTENTS[itemId]
  const bag: Bag = {
    hints: to.bag.hints + content.hints,
    bombs: to.bag.bombs + content.bombs,
    movePacks: to.bag.movePacks + content.movePacks,
  }
  return { ...to, bag }
}
