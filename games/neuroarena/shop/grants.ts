/** What the player carries. */
export interface Bag {
  /** One takes the drone back into a lost fight. */
  readonly cells: number
  readonly shields: number
  readonly hasAurora: boolean
}

export type ItemId = 'neuroarena-shields' | 'neuroarena-energy' | 'neuroarena-aurora'

const CONTENTS: Record<ItemId, (bag: Bag) => Bag> = {
  'neuroarena-shields': (bag) => ({ ...bag, shields: bag.shields + 5 }),
  'neuroarena-energy': (bag) => ({ ...bag, cells: bag.cells + 10 }),
  'neuroarena-aurora': (bag) => ({ ...bag, hasAurora: true }),
}

/** Puts what was bought into the bag; null for an item this version does not know. */
export function giveItem<S extends { readonly bag: Bag }>(to: S, itemId: string): S | null {
  const content = Object.hasOwn(CONTENTS, itemId) ? CONTENTS[itemId as ItemId] : undefined
  return content ? { ...to, bag: content(to.bag) } : null
}
