import { pick, type Rng } from '../../kit/rng.ts'

export const KINDS = ['shell', 'coconut', 'starfish', 'pearl', 'leaf', 'flower'] as const
export type Kind = (typeof KINDS)[number]

/** What a special clears when it goes off: its row, its column, the cells around it, or every piece of one kind. */
export type Special = 'row' | 'column' | 'bomb' | 'rainbow'

/**
 * One thing lying on the board. Its id stays with it while it falls, so that drawing can follow it.
 * A special goes off when it is swapped with any neighbour or hit by another special.
 */
export interface Piece {
  readonly id: number
  /** Null for a special: it has no kind and never matches. */
  readonly kind: Kind | null
  readonly special?: Special
}

/** Where new pieces come from. Its state is plain numbers, so that a round can be put away and taken up again. */
export interface Supply {
  readonly rng: Rng
  /** A new plain piece of a random kind that this level uses, if possible none of `except`. */
  draw(except?: readonly Kind[]): Piece
  forge(special: Special): Piece
  nextId(): number
}

export function createSupply(rng: Rng, kinds: readonly Kind[], firstId = 1): Supply {
  let id = firstId
  return {
    rng,
    draw(except = []) {
      const allowed = kinds.filter((kind) => !except.includes(kind))
      return { id: id++, kind: pick(rng, allowed.length > 0 ? allowed : kinds) }
    },
    forge: (special) => ({ id: id++, kind: null, special }),
    nextId: () => id,
  }
}
