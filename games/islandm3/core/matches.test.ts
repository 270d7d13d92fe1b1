import { expect, test } from 'vitest'
import { findMatches } from './matches.ts'
import { placeForSpecial, specialFor } from './specials.ts'
import { boardFrom } from './testing.ts'

const onlyMatch = (rows: readonly string[]) => {
  const matches = findMatches(boardFrom(rows))
  expect(matches).toHaveLength(1)
  return matches[0] as (typeof matches)[number]
}

test('three in line match, two do not', () => {
  expect(onlyMatch(['sssp', 'pptl', 'lltp']).cells).toEqual([0, 1, 2])
  expect(findMatches(boardFrom(['ssps', 'pptl']))).toEqual([])
})

test('columns match as well as rows', () => {
  expect(onlyMatch(['sp', 'sl', 'st']).cells).toEqual([0, 2, 4])
})

test('specials never match', () => {
  expect(findMatches(boardFrom(['***p', 'ooos', '---t']))).toEqual([])
})

test('parallel adjacent runs are separate matches', () => {
  expect(findMatches(boardFrom(['sssp', 'sssl']))).toHaveLength(2)
})

test.each([
  ['three in line', ['sssp', 'ptlf'], null],
  ['four across', ['ssssp', 'ptlfc'], 'row'],
  ['four down', ['sp', 'st', 'sl', 'sf'], 'column'],
  ['five in line', ['sssss', 'ptlfc'], 'rainbow'],
  ['an L', ['spl', 'stf', 'sss'], 'bomb'],
  ['a T', ['sss', 'psl', 'tsf'], 'bomb'],
  ['five in line that also crosses', ['sssss', 'pslfc', 'tslfc'], 'rainbow'],
] as const)('%s earns %s', (_, rows, special) => {
  expect(specialFor(onlyMatch(rows))).toBe(special)
})

test('the new special appears on the moved cell, else where the runs cross', () => {
  const corner = onlyMatch(['spl', 'stf', 'sss'])
  expect(placeForSpecial(corner, [5, 3])).toBe(3)
  expect(placeForSpecial(corner, [])).toBe(6)
})
