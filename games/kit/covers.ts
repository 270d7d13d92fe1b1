/** Why the game stands still: a card over it, the hub over it, a payment, a hidden page. */
export type Cover = 'card' | 'hub' | 'paying' | 'hidden'

export interface Covers {
  set(cover: Cover, isThere: boolean): void
  has(cover: Cover): boolean
}

/** @param onChange  Told after each change which covers are left; none means the game goes on. */
export function createCovers(onChange: (covers: ReadonlySet<Cover>) => void): Covers {
  const covers = new Set<Cover>()
  return {
    set(cover, isThere) {
      if (covers.has(cover) === isThere) return
      if (isThere) covers.add(cover)
      else covers.delete(cover)
      onChange(covers)
    },
    has: (cover) => covers.has(cover),
  }
}
