import { pick, type Rng } from '../../kit/rng.ts'

export const KINDS = ['shell', 'coconut', 'starfish', 'pearl', 'leaf', 'flower'] as const
export type Kind = (typeof KINDS)[number]

/** A special's target: its row, its column, the cells around it, or every piece of one kind. */
export type Special = 'row' | 'column' | 'bomb' | 'rainbow'

/**
 * A piece on the board. The view tracks a falling piece by its id.
 * A special is triggered when it is swapped with any neighbour or hit by another special.
 */
export interface Piece {
  readonly id: number
  /** Null for a special, which never matches. */
  readonly kind: Kind | null
  readonly special?: Special
}

/** Generates new pieces. Its state is plain numbers, so a round can be saved and continued. */
export interface PieceSource {
  readonly rng: Rng
  /** A plain piece of a random kind from this level, not in `except` if the level has another. */
  draw(except?: readonly Kind[]): Piece
  createSpecial(special: Special): Piece
  nextId(): number
}

export function createPieceSource(rng: Rng, kinds: readonly Kind[], firstId = 1): PieceSource {
  let id = firstId
  return {
    rng,
    draw(except = []) {
      const allowed = kinds.filter((kind) => !except.includes(kind))
      return { id: id++, kind: pick(rng, allowed.length > 0 ? allowed : kinds) }
    },
    createSpecial: (special) => ({ id: id++, kind: null, special }),
    nextId: () => id,
  }
}
