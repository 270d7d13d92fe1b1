import type { LibraryGame } from '@playhub/contract'
import { maxVisitDay } from '@playhub/contract/insights/limits'
import { expect, test } from 'vitest'
import { withFavourite, withPlayed } from './library-rules.ts'
import { readPlayDays, withPlayDay } from './play-days.ts'

const played: LibraryGame = { project: 'island', favouriteAt: null, playedAt: 1 }

/** The days of plays of one guest, and what each of them is. */
function playOn(...days: string[]) {
  let library: LibraryGame[] = []
  return days.map((day) => {
    const isNew = library.length === 0
    // The opening is in the library before the play has begun.
    library = withPlayed(library, 'island', 1)
    const found = readPlayDays(library[0], day, isNew)
    library = withPlayDay(library, 'island', day, found.isFirstEver)
    return [found.isFirstEver, found.isFirstToday, found.dayNumber]
  })
}

test("a guest's first play is day 0, and each later day counts from it, once a day", () => {
  expect(playOn('2026-12-31', '2026-12-31', '2027-01-01', '2027-01-07', '2027-03-31', '2027-04-01')).toEqual([
    [true, true, 0],
    [false, false, 0],
    [false, true, 1],
    [false, true, 7],
    [false, true, maxVisitDay],
    [false, true, null],
  ])
})

test('a first day in the future has no number', () => {
  const game = { ...played, firstDay: '2027-01-01', lastDay: '2027-01-01' }
  expect(readPlayDays(game, '2026-12-31', false)).toEqual({
    isFirstToday: true,
    isFirstEver: false,
    dayNumber: null,
  })
})

test('a game played before days were kept is not new, and its first day stays unknown', () => {
  const found = readPlayDays(played, '2026-12-31', false)
  expect(found).toEqual({ isFirstToday: true, isFirstEver: false, dayNumber: null })
  expect(withPlayDay([played], 'island', '2026-12-31', false)).toEqual([{ ...played, lastDay: '2026-12-31' }])
})

test('a favourite that was never played is new', () => {
  const [favourite] = withFavourite([], 'island', true, 1)
  expect(readPlayDays(favourite, '2026-12-31', false)).toMatchObject({ isFirstEver: true, dayNumber: 0 })
})

test('a game outside the catalogue is known by its days alone', () => {
  const library = withPlayDay([], 'nightcity', '2026-12-31', true)
  expect(library).toEqual([
    {
      ...{ project: 'nightcity', favouriteAt: null, playedAt: null },
      ...{ firstDay: '2026-12-31', lastDay: '2026-12-31' },
    },
  ])
  expect(readPlayDays(library[0], '2027-01-01', false)).toEqual({
    isFirstToday: true,
    isFirstEver: false,
    dayNumber: 1,
  })
})

test('the days stay when the game is opened again or marked', () => {
  const days = { firstDay: '2026-12-31', lastDay: '2026-12-31' }
  const library = withPlayed([{ ...played, ...days }], 'island', 2)
  expect(withFavourite(withFavourite(library, 'island', true, 3), 'island', false, 4)).toEqual([
    { ...played, ...days, playedAt: 2 },
  ])
})
