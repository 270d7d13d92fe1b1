import type { WantedGames } from '@playhub/contract'
import { expect, test } from 'vitest'
import type { Content, Project } from '../content.ts'
import { readContent } from '../read-content.ts'
import { findGames } from './find-games.ts'
import { searchGames } from './search.ts'

const shipped = readContent(new URL('../../../../../content', import.meta.url).pathname, {
  GAMES_URL: 'http://games.test',
  SANDBOX_URL: 'http://sandbox.test',
})
const [template] = shipped.projects as [Project]

type Described = { ru: string; en: string; line?: string; about?: string }

function gameNamed(id: string, { ru, en, line = '', about = '' }: Described): Project {
  const said = (text: string) => ({ ru: text, en: text })
  const game = { ...template.game, cardDescription: said(line), fullDescription: said(about) }
  return { ...template, id, name: { ru, en }, game }
}

const street = (games: Record<string, Described>): Content => ({
  ...shipped,
  projects: Object.entries(games).map(([id, described]) => gameNamed(id, described)),
})

const content = street({
  stars: { ru: 'Звёздный путь', en: 'Star way', line: 'Ёжики летят к Сатурну', about: 'Café on the Moon' },
  island: {
    ru: 'Остров сокровищ',
    en: 'Treasure Island',
    line: 'Match three',
    about: 'A way home, Йод и соль',
  },
  arena: { ru: 'Арена', en: 'Neuro Arena', line: 'Robots of the island', about: '2048 ways to win' },
})

const now = Date.parse('2026-11-25T12:00:00Z')
const find = (wanted: WantedGames, from = content) => findGames(from, wanted, now)
const searchIds = (search: string) => searchGames(content, search).projects.map(({ id }) => id)

test.each([
  ['a name, in either language', 'Treasure', ['island']],
  ['whatever the case, from the beginning of a word', 'СОКР', ['island']],
  ['е for ё and ё for е', 'звездный', ['stars']],
  ['е for ё and ё for е', 'ёстров', []],
  ['letters without their marks', 'cafe', ['stars']],
  ['й is not и', 'иод', []],
  ['figures', '2048', ['arena']],
  ['every word, wherever each is', 'robots neuro', ['arena']],
  ['every word, wherever each is', 'robots treasure', []],
  ['names before descriptions', 'island', ['island', 'arena']],
  ['names before descriptions', 'way', ['stars', 'island', 'arena']],
])('%s: “%s”', (_what, search, found) => {
  const { projects, isGuess } = searchGames(content, search)
  expect(isGuess ? [] : projects.map(({ id }) => id)).toEqual(found)
})

test.each([
  ['the keyboard in the other language', 'jcnhjd', ['island']],
  ['the keyboard in the other language', 'екуфыгку', ['island']],
  ['a letter too many', 'treassure', ['island']],
  ['a letter too few', 'tresure', ['island']],
  ['another letter', 'арина', ['arena']],
  ['two letters that changed places', 'islnad', ['island', 'arena']],
  ['another ending', 'сокровища', ['island']],
  ['nothing from very little', 'зыв', []],
])('what was meant is guessed: %s, “%s”', (_what, search, found) => {
  expect(searchIds(search)).toEqual(found)
  if (found.length > 0) expect(searchGames(content, search).isGuess).toBe(true)
})

test('a long search costs little at a thousand games', () => {
  const words = Array.from({ length: 60 }, (_, n) => `слово${n} word${n * 7}`).join(' ')
  const long = street(
    Object.fromEntries(
      Array.from({ length: 1000 }, (_, n) => [
        `g-${n}`,
        { ru: `Игра ${n}`, en: `Game ${n}`, about: `${words} own${n}` },
      ]),
    ),
  )
  searchGames(long, 'warm')
  const searches = [
    'x'.repeat(200),
    'wordx slovox igrax gamex ownx1 ownx2 ownx3 ownx4',
    'g i с w o 1 2 3',
    'слово'.repeat(40),
  ]
  for (const search of searches) {
    const { user: before } = process.cpuUsage()
    for (let times = 0; times < 10; times += 1) searchGames(long, search)
    expect((process.cpuUsage().user - before) / 10_000).toBeLessThan(50)
  }
})

test('an empty search finds all games, as does one of punctuation only', () => {
  expect(searchIds('')).toEqual(['stars', 'island', 'arena'])
  expect(searchIds(' .*%_\\ ')).toEqual(['stars', 'island', 'arena'])
})

test('games outside the catalogue are not found', () => {
  const hidden = street({ island: { ru: 'Остров', en: 'Island' } })
  const [game] = hidden.projects as [Project]
  const content = (change: Partial<Project>) => ({ ...hidden, projects: [{ ...game, ...change }] })
  expect(searchGames(content({ outOfCatalog: true }), 'island').projects).toEqual([])
  const inactive = { game: { ...game.game, isActive: false } }
  expect(searchGames(content(inactive), 'island').projects).toEqual([])
  expect(find({ projects: 'island' }, content(inactive)).games).toEqual([])
})

const manyGames = (length: number) =>
  street(
    Object.fromEntries(Array.from({ length }, (_, n) => [`game-${n}`, { ru: `Игра ${n}`, en: `Game ${n}` }])),
  )

/** The content with changes to games by id. */
const withGames = (games: Content, changes: Record<string, Partial<Project['game']>>): Content => ({
  ...games,
  projects: games.projects.map((project) => ({
    ...project,
    game: { ...project.game, ...changes[project.id] },
  })),
})

test('a page has 24 games besides the featured one, and a page number above the last gives the last page', () => {
  const long = manyGames(50)
  const page = (number: number) => find({ page: number }, long)
  expect(page(1)).toMatchObject({ total: 50, page: 1, pages: 3, isGuess: false })
  expect(page(1).featured?.project).toBe('game-0')
  expect(page(1).games.map(({ project }) => project)[0]).toBe('game-1')
  expect(page(2).games.map(({ project }) => project)[0]).toBe('game-25')
  expect(page(2).featured).toBeNull()
  expect(page(3).games).toHaveLength(1)
  expect(page(9)).toEqual(page(3))
  expect(find({ search: 'nothing' }, long)).toMatchObject({ games: [], total: 0, page: 1, pages: 1 })
})

test('a large catalogue shows popular and new games on its first page, and a small one does not', () => {
  const dated = withGames(manyGames(8), {
    'game-1': { addedOn: '2026-11-01' },
    'game-2': { addedOn: '2026-11-20' },
    'game-3': { addedOn: '2026-01-01' },
    'game-4': { inDevelop: true },
  })
  const played = ['game-5', 'gone', 'game-4', 'game-0']
  const ids = (wanted: WantedGames, from = dated) => {
    const { popular, newGames } = findGames(from, wanted, now, played)
    return [popular, newGames].map((games) => games.map(({ project }) => project))
  }
  expect(ids({})).toEqual([
    ['game-5', 'game-0'],
    ['game-2', 'game-1'],
  ])
  expect(ids({ search: 'game' })).toEqual([[], []])
  expect(ids({ genre: 'puzzle' })).toEqual([[], []])
  expect(ids({}, manyGames(7))).toEqual([[], []])
})

test('a game is found by its tags in each language', () => {
  const tagged = withGames(content, { arena: { tags: { ru: ['стрелялка'], en: ['bullet hell'] } } })
  const found = (search: string) => find({ search }, tagged).games.map(({ project }) => project)
  expect(found('bullet')).toEqual(['arena'])
  expect(found('стрелялка')).toEqual(['arena'])
})

test('games by id keep the order of the ids, without duplicates and unknown ids', () => {
  const { games } = find({ projects: 'arena,nowhere,stars,arena' })
  expect(games.map(({ project }) => project)).toEqual(['arena', 'stars'])
})

test('games in development come apart, on the first page and in the results of a search', () => {
  const soon = withGames(content, { stars: { inDevelop: true } })
  const { featured, games, comingSoon, total } = find({}, soon)
  expect(featured?.project).toBe('island')
  expect(games.map(({ project }) => project)).toEqual(['arena'])
  expect(comingSoon.map(({ project }) => project)).toEqual(['stars'])
  expect(total).toBe(3)
  expect(find({ search: 'star' }, soon)).toMatchObject({
    games: [],
    comingSoon: [{ project: 'stars' }],
    total: 1,
  })
  expect(find({ page: 2 }, withGames(manyGames(50), { 'game-3': { inDevelop: true } })).comingSoon).toEqual(
    [],
  )
})

test('games are found by genre, in a search too, and eight games offer the genres that they have', () => {
  const puzzles = withGames(manyGames(8), {
    'game-1': { genres: ['arcade'] },
    'game-2': { genres: ['puzzle'] },
    'game-3': { genres: ['puzzle', 'word'] },
    'game-4': { genres: ['sport'], inDevelop: true },
  })
  const others = Object.fromEntries(['0', '5', '6', '7'].map((n) => [`game-${n}`, { genres: [] }]))
  const games = withGames(puzzles, others)
  const found = find({ genre: 'puzzle' }, games)
  expect(found.games.map(({ project }) => project)).toEqual(['game-2', 'game-3'])
  expect(found).toMatchObject({
    featured: null,
    total: 2,
    genres: ['puzzle', 'arcade', 'word'],
    isLarge: true,
  })
  expect(find({ genre: 'puzzle', search: '3' }, games).games.map(({ project }) => project)).toEqual([
    'game-3',
  ])
  const few = { ...games, projects: games.projects.slice(0, 7) }
  expect(find({}, few)).toMatchObject({ genres: [], isLarge: false })
})

test('after a game come at most four others, those that share most genres first', () => {
  const games = withGames(manyGames(7), {
    'game-0': { genres: ['puzzle', 'word'] },
    'game-1': { genres: [] },
    'game-2': { genres: [] },
    'game-3': { genres: ['word'] },
    'game-4': { genres: ['word', 'puzzle'] },
    'game-5': { genres: ['word'], inDevelop: true },
    'game-6': { genres: [] },
  })
  const { games: similar } = find({ similarTo: 'game-0' }, games)
  expect(similar.map(({ project }) => project)).toEqual(['game-4', 'game-3', 'game-1', 'game-2'])
})
