import { createRng } from '../../kit/rng.ts'
import type { Board } from './board.ts'
import { createPieceSource, KINDS, type Kind, type Piece, type PieceSource, type Special } from './pieces.ts'

const KIND_SIGNS: Record<string, Kind> = {
  s: 'shell',
  c: 'coconut',
  t: 'starfish',
  p: 'pearl',
  l: 'leaf',
  f: 'flower',
}
const SPECIAL_SIGNS: Record<string, Special> = { '-': 'row', '|': 'column', o: 'bomb', '*': 'rainbow' }

/** Creates a board from one string per row: a lower-case sign for a kind, punctuation or `o` for a special. */
export function boardFrom(rows: readonly string[], sandAt: readonly number[] = []): Board {
  const signs = [...rows.join('')]
  return {
    columns: rows[0]?.length ?? 0,
    rows: rows.length,
    pieces: signs.map(pieceFor),
    sand: signs.map((_, cell) => sandAt.includes(cell)),
  }
}

function pieceFor(sign: string, id: number): Piece {
  const special = SPECIAL_SIGNS[sign]
  return special ? { id, kind: null, special } : { id, kind: KIND_SIGNS[sign] ?? null }
}

export const testSource = (seed = 7): PieceSource => createPieceSource(createRng(seed), KINDS, 1000)
