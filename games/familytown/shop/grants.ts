const ITEM_IDS = ['familytown-coins', 'familytown-builders'] as const
export type ItemId = (typeof ITEM_IDS)[number]

interface Purse {
  readonly coins: number
  readonly crews: number
}

/** What is in each item of the shop. */
const CONTENTS: Record<ItemId, Purse> = {
  'familytown-coins': { coins: 1000, crews: 0 },
  'familytown-builders': { coins: 0, crews: 5 },
}

const isItemId = (id: string): id is ItemId => (ITEM_IDS as readonly string[]).includes(id)

/** Adds what was bought; null for an item this version does not know. */
export function giveItem<S extends { readonly play: Purse }>(to: S, itemId: string): S | null {
  if (!isItemId(itemId)) return null
  const { coins, crews } = CONTENTS[itemId]
  return { ...to, play: { ...to.play, coins: to.play.coins + coins, crews: to.play.crews + crews } }
}
