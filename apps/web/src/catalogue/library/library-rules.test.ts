import { expect, test } from 'vitest'
import { gamesToContinue, listFavourites, listRecent, withFavourite, withPlayed } from './library-rules.ts'

test('a favourite keeps its first date, and a game that is neither favourite nor played is removed', () => {
  const marked = withFavourite([], 'island', true, 1)
  expect(withFavourite(marked, 'island', true, 2)).toEqual(marked)
  expect(withFavourite(marked, 'island', false, 3)).toEqual([])
  const played = withPlayed(marked, 'island', 4)
  expect(withFavourite(played, 'island', false, 5)).toEqual([
    { project: 'island', favouriteAt: null, playedAt: 4 },
  ])
})

test('the latest games come first, each once', () => {
  let library = withPlayed([], 'island', 1)
  library = withFavourite(library, 'town', true, 2)
  library = withPlayed(library, 'arena', 3)
  library = withFavourite(library, 'arena', true, 4)
  expect(listRecent(library)).toEqual(['arena', 'island'])
  expect(listFavourites(library)).toEqual(['arena', 'town'])
  expect(gamesToContinue(library, 2)).toEqual(['arena', 'island'])
  expect(gamesToContinue(library, 9)).toEqual(['arena', 'island', 'town'])
})

test('a library holds 200 games, and drops the one that was changed longest ago', () => {
  let library = withPlayed([], 'first', 0)
  for (let n = 1; n <= 200; n++) library = withPlayed(library, `game-${n}`, n)
  expect(library).toHaveLength(200)
  expect(listRecent(library)).not.toContain('first')
})
