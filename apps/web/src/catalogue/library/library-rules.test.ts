import { expect, test } from 'vitest'
import { atHand, favouritesOf, recentOf, withFavourite, withPlayed } from './library-rules.ts'

test('a mark is kept from its first moment, and a game without mark and play leaves the shelf', () => {
  const marked = withFavourite([], 'island', true, 1)
  expect(withFavourite(marked, 'island', true, 2)).toEqual(marked)
  expect(withFavourite(marked, 'island', false, 3)).toEqual([])
  const played = withPlayed(marked, 'island', 4)
  expect(withFavourite(played, 'island', false, 5)).toEqual([
    { project: 'island', favouriteAt: null, playedAt: 4 },
  ])
})

test('the last played and the last marked come first, each game once', () => {
  let shelf = withPlayed([], 'island', 1)
  shelf = withFavourite(shelf, 'town', true, 2)
  shelf = withPlayed(shelf, 'arena', 3)
  shelf = withFavourite(shelf, 'arena', true, 4)
  expect(recentOf(shelf)).toEqual(['arena', 'island'])
  expect(favouritesOf(shelf)).toEqual(['arena', 'town'])
  expect(atHand(shelf, 2)).toEqual(['arena', 'island'])
  expect(atHand(shelf, 9)).toEqual(['arena', 'island', 'town'])
})

test('a shelf has an end: what was touched longest ago falls off', () => {
  let shelf = withPlayed([], 'first', 0)
  for (let n = 1; n <= 200; n++) shelf = withPlayed(shelf, `game-${n}`, n)
  expect(shelf).toHaveLength(200)
  expect(recentOf(shelf)).not.toContain('first')
})
