import { expect, test } from 'vitest'
import { hasMatch } from './matches.ts'
import { boardFrom, testSource } from './testing.ts'
import { dropBomb, playBonus, playSwap } from './turns.ts'

const clearedAt = (waves: ReturnType<typeof playSwap>) =>
  (waves?.[0]?.cleared ?? []).map(({ cell }) => cell).toSorted((a, b) => a - b)

test('a swap that makes no match is refused', () => {
  expect(playSwap(boardFrom(['sptl', 'ptls', 'tlsp']), 0, 1, testSource())).toBeNull()
})

test('pieces that are not neighbours cannot be swapped', () => {
  expect(playSwap(boardFrom(['ssps', 'ptls']), 0, 3, testSource())).toBeNull()
})

test('a match is cleared, pieces fall, and new pieces fill the top', () => {
  const board = boardFrom(['ptlf', 'sslp', 'ltst', 'pfcl'])
  const waves = playSwap(board, 6, 10, testSource())
  const wave = waves?.[0]
  expect(clearedAt(waves)).toEqual([4, 5, 6])
  expect(wave?.board.pieces.slice(4, 7).map(({ kind }) => kind)).toEqual(['pearl', 'starfish', 'leaf'])
  expect(wave?.falls.filter(({ fromRow }) => fromRow < 0)).toHaveLength(3)
  expect(wave?.points).toBe(30)
})

test('waves run until the board has no match, and each multiplies its points', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const waves = playSwap(boardFrom(['ptlf', 'sslp', 'ltst', 'pfcl']), 6, 10, testSource(seed)) ?? []
    expect(waves.map(({ chain }) => chain)).toEqual(waves.map((_, index) => index + 1))
    for (const { points, cleared, chain } of waves) expect(points).toBe(cleared.length * 10 * chain)
    expect(hasMatch(waves.at(-1)?.board ?? boardFrom(['sss']))).toBe(false)
  }
})

test('four in line create a line clearer on the moved cell', () => {
  const waves = playSwap(boardFrom(['sspsl', 'ptslf', 'lfpct']), 2, 7, testSource())
  expect(waves?.[0]?.created).toMatchObject([{ cell: 2, piece: { special: 'row', kind: null } }])
})

test('a swapped line clearer clears its row', () => {
  expect(clearedAt(playSwap(boardFrom(['ptl', 's-c', 'lft']), 4, 1, testSource()))).toEqual([0, 1, 2])
})

test('a bomb clears a square without its corners', () => {
  const rows = ['ptlfc', 'sclpt', 'lfoct', 'ptlfs', 'sclpt']
  const cleared = clearedAt(dropBomb(boardFrom(rows), 12, testSource()))
  expect(cleared).toHaveLength(21)
  expect(cleared).not.toContain(0)
})

test('a rainbow clears every piece of the kind that it is swapped with', () => {
  const waves = playSwap(boardFrom(['s*ps', 'ptls', 'slpt']), 1, 0, testSource())
  expect(clearedAt(waves)).toEqual([0, 1, 3, 7, 8])
})

test('a special triggers the specials that it hits', () => {
  const waves = playSwap(boardFrom(['-t|', 'scp', 'lft']), 0, 1, testSource())
  expect(clearedAt(waves)).toEqual([0, 1, 2, 5, 8])
})

test.each([
  ['two line clearers clear a cross', ['pts', '-|c', 'lfp'], [1, 3, 4, 5, 7]],
  ['two rainbows clear everything', ['pts', '**c', 'lfp'], [0, 1, 2, 3, 4, 5, 6, 7, 8]],
] as const)('%s', (_, rows, cells) => {
  expect(clearedAt(playSwap(boardFrom(rows), 3, 4, testSource()))).toEqual(cells)
})

test('a rainbow and a line clearer make a line blast of every piece of one kind', () => {
  const waves = playSwap(boardFrom(['pts', '*-s', 'lfs', 'ptc']), 3, 4, testSource())
  expect(waves?.[0]?.blasts.filter(({ shape }) => shape === 'row')).toHaveLength(3)
})

test('clearing a piece removes the sand under it', () => {
  const waves = playSwap(boardFrom(['ptlf', 'sslp', 'ltst'], [4, 11]), 6, 10, testSource())
  expect(waves?.[0]?.dug).toEqual([4])
  expect(waves?.[0]?.board.sand.flatMap((isCovered, cell) => (isCovered ? [cell] : []))).toEqual([11])
})

test('the bonus triggers every special and one plain piece per saved move', () => {
  const waves = playBonus(boardFrom(['ptlf', 'solp', 'ltst', 'pfcl']), 2, testSource())
  expect(waves[0]?.blasts.map(({ shape }) => shape)).toEqual(['bomb', 'row', 'column'])
})
