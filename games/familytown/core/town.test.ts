import { expect, test } from 'vitest'
import type { Level } from './buildings.ts'
import { clear, countFamilies, groupAt, move, newTown, PLOTS, put, raise, type Town } from './town.ts'

/** A town drawn with digits, one string per row; a dot is a free plot. */
const draw = (...rows: string[]): Town =>
  [...rows.join('')].map((sign) => Number(sign === '.' ? 0 : sign) as Level)
const MEADOW = ['.....', '.....', '.....', '.....', '.....'] as const

test('three equal neighbours merge where the last one was placed', () => {
  const turn = put(draw('11...', '.....', ...MEADOW.slice(2)), 2, 1)
  expect(turn?.town).toEqual(draw('..2..', '.....', ...MEADOW.slice(2)))
  expect(turn?.merges).toMatchObject([{ at: 2, level: 2, from: [2, 1, 0] }])
})

test('two neighbours, or three that touch only at corners, do not merge', () => {
  const town = draw('1....', '.....', '..1..', ...MEADOW.slice(3))
  expect(put(town, 6, 1)?.merges).toEqual([])
  expect(put(draw('1....', ...MEADOW.slice(1)), 1, 1)?.merges).toEqual([])
})

test('a merged building merges again with two equal neighbours', () => {
  const turn = put(draw('112..', '..2..', ...MEADOW.slice(2)), 7 - 2, 1)
  expect(turn?.merges.map(({ level }) => level)).toEqual([2])
  const chain = put(draw('11.22', ...MEADOW.slice(1)), 2, 1)
  expect(chain?.merges.map(({ level }) => level)).toEqual([2, 3])
  expect(chain?.town).toEqual(draw('..3..', ...MEADOW.slice(1)))
})

test('merging more than three pays more', () => {
  const three = put(draw('22...', ...MEADOW.slice(1)), 2, 2)?.merges[0]
  const five = put(draw('22.22', ...MEADOW.slice(1)), 2, 2)?.merges[0]
  expect([three?.coins, five?.coins]).toEqual([12, 24])
})

test('a taken plot refuses a piece, and castles do not merge', () => {
  expect(put(draw('1....', ...MEADOW.slice(1)), 0, 1)).toBeNull()
  expect(put(draw('77...', ...MEADOW.slice(1)), 2, 7)?.merges).toEqual([])
})

test('crane, clearing and crew work on valid plots only', () => {
  const town = draw('12...', '.2...', ...MEADOW.slice(2))
  expect(move(town, 0, 24)?.town[24]).toBe(1)
  expect([move(town, 0, 1), move(town, 3, 4), clear(town, 3), raise(town, 3)]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(clear(town, 0)?.town[0]).toBe(0)
  expect(raise(town, 0)?.merges).toMatchObject([{ level: 3, at: 0 }])
})

test('a building has more families than the three that it was merged from', () => {
  for (const level of [1, 2, 3, 4, 5, 6] as const) {
    const three = draw(`${level}${level}${level}..`, ...MEADOW.slice(1))
    const one = draw(`${level + 1}....`, ...MEADOW.slice(1))
    expect(countFamilies(one)).toBeGreaterThan(countFamilies(three))
  }
})

test('a new town has seven pieces, and no group that would merge', () => {
  for (let seed = 0; seed < 50; seed++) {
    const town = newTown(seed)
    expect(town.filter((level) => level !== 0)).toHaveLength(7)
    for (const plot of PLOTS) if (town[plot] !== 0) expect(groupAt(town, plot).length).toBeLessThan(3)
  }
})
