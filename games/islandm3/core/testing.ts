import { createRng } from '../../kit/rng.ts'
import type { Board } from './board.ts'
import { createSupply, KINDS, type Kind, type Piece, type Special, type Supply } from './pieces.ts'

const KIND_LETTERS: Record<string, Kind> = {
  s: 'shell',
  c: 'coconut',
  t: 'starfish',
  p: 'pearl',
  l: 'leaf',
  f: 'flower',
}
const SPECIAL_SIGNS: Record<string, Special> = { '-': 'row', '|': 'column', o: 'bomb', '*': 'rainbow' }

function pieceFor(sign: string, id: number): Piece {
  const special = SPECIAL_SIGNS[sign]
  return special ? { id, kind: null, special } : { id, kind: KIND_LETTERS[sign] ?? null }
}

/** A board drawn with letters, one string per row; for tests. */
export function drawBoard(rows: readonly string[], sandAt: readonly number[] = []): Board {
  const signs = [...rows.join('')]
  return {
    columns: rows[0]?.length ?? 0,
    rows: rows.length,
    pieces: signs.map(pieceFor),
    sand: signs.map((_, cell) => sandAt.includes(cell)),
  }
}

export const testSupply = (seed = 7): Supply => createSupply(createRng(seed), KINDS, 1000)
