import { expect, test } from 'vitest'
import type { Level } from './buildings.ts'
import { clear, familiesOf, groupAt, move, newTown, PLOTS, put, raise, type Town } from './town.ts'

/** A town drawn with digits, one string per row; a dot is a free plot. */
const draw = (...rows: string[]): Town =>
  [...rows.join('')].map((sign) => Number(sign === '.' ? 0 : sign) as Level)
const MEADOW = ['.....', '.....', '.....', '.....', '.....'] as const

test('the third of a kind beside the others makes one better building, where it was put', () => {
  const turn = put(draw('11...', '.....', ...MEADOW.slice(2)), 2, 1)
  expect(turn?.town).toEqual(draw('..2..', '.....', ...MEADOW.slice(2)))
  expect(turn?.merges).toMatchObject([{ at: 2, level: 2, from: [2, 1, 0] }])
})

test('two of a kind, and three that only touch at corners, stay what they are', () => {
  const town = draw('1....', '.....', '..1..', ...MEADOW.slice(3))
  expect(put(town, 6, 1)?.merges).toEqual([])
  expect(put(draw('1....', ...MEADOW.slice(1)), 1, 1)?.merges).toEqual([])
})

test('a merge that meets two more of its new kind merges again', () => {
  const turn = put(draw('112..', '..2..', ...MEADOW.slice(2)), 7 - 2, 1)
  expect(turn?.merges.map(({ level }) => level)).toEqual([2])
  const chain = put(draw('11.22', ...MEADOW.slice(1)), 2, 1)
  expect(chain?.merges.map(({ level }) => level)).toEqual([2, 3])
  expect(chain?.town).toEqual(draw('..3..', ...MEADOW.slice(1)))
})

test('more than three at once pay more', () => {
  const three = put(draw('22...', ...MEADOW.slice(1)), 2, 2)?.merges[0]
  const five = put(draw('22.22', ...MEADOW.slice(1)), 2, 2)?.merges[0]
  expect([three?.coins, five?.coins]).toEqual([12, 24])
})

test('a taken plot takes nothing more, and three castles stay castles', () => {
  expect(put(draw('1....', ...MEADOW.slice(1)), 0, 1)).toBeNull()
  expect(put(draw('77...', ...MEADOW.slice(1)), 2, 7)?.merges).toEqual([])
})

test('the crane moves, clearing frees and a crew makes better, each only where it can', () => {
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

test('one building always houses more families than the three it was built from', () => {
  for (const level of [1, 2, 3, 4, 5, 6] as const) {
    const three = draw(`${level}${level}${level}..`, ...MEADOW.slice(1))
    const one = draw(`${level + 1}....`, ...MEADOW.slice(1))
    expect(familiesOf(one)).toBeGreaterThan(familiesOf(three))
  }
})

test('a fresh meadow has a few things on it, and nothing that would merge by itself', () => {
  for (let seed = 0; seed < 50; seed++) {
    const town = newTown(seed)
    expect(town.filter((level) => level !== 0)).toHaveLength(7)
    for (const plot of PLOTS) if (town[plot] !== 0) expect(groupAt(town, plot).length).toBeLessThan(3)
  }
})
