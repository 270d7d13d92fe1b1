import { expect, test } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { ContentProblem, readContent } from '../read-content.ts'
import { listOfferWarnings } from './list-warnings.ts'

const placeholders = { GAMES_URL: 'http://localhost:3002', SANDBOX_URL: 'http://localhost:3001' }
const now = Date.parse('2026-11-30T12:00:00Z')

function readProject(offers: string) {
  const dir = copyContent({ islandm3: (yaml) => `${yaml}\noffers:\n${offers}` })
  const project = readContent(dir, placeholders).projects.find(({ id }) => id === 'islandm3')
  if (!project) throw new Error('The project is missing')
  return project
}

function warn(offers: string, rounding = {}) {
  const warnings = listOfferWarnings(readProject(offers), { rounding, zone: 'Europe/Moscow', now })
  return warnings.map(({ code, params: { offer, other, item } }) =>
    [code.replace('offer-warning.', ''), offer, other ?? item].filter(Boolean).join(' '),
  )
}

test('an offer of the working week for some items has no warning', () => {
  expect(
    warn('  - { id: mid, kind: sale, items: all, percent: 10, until: 2026-12-03T10:00:00+03:00 }'),
  ).toEqual([])
})

test('an end on a weekend of the hub is one, and at midnight after Sunday, too; an ended offer has none', () => {
  expect(
    warn(`
  - { id: saturday, kind: sale, items: [islandm3-hints], percent: 10, until: 2026-12-05T10:00:00+03:00 }
  - { id: midnight, kind: gift, items: [islandm3-hints], every: day, until: 2026-12-06T21:00:00Z }
  - { id: monday, kind: gift, items: [islandm3-hints], every: day, until: 2026-12-06T21:00:01Z }
  - { id: past, kind: sale, items: all, percent: 20, until: 2026-11-28T12:00:00Z }`),
  ).toEqual(['weekend saturday', 'weekend midnight'])
})

test('two sales of an item at once are an overlap, and one that is always dearer loses', () => {
  expect(
    warn(`
  - { id: half, kind: sale, items: all, percent: 40 }
  - { id: tenth, kind: sale, items: [islandm3-chest], percent: 10, for: paying }
  - { id: code, kind: code, items: all, percent: 20 }
  - { id: stacked, kind: code, items: all, percent: 20, stacks: true }`),
  ).toEqual(['overlap half tenth', 'loses tenth half', 'loses code half'])
  expect(
    warn(`
  - { id: early, kind: sale, items: all, percent: 40, until: 2026-12-02T10:00:00Z }
  - { id: late, kind: sale, items: all, percent: 10, from: 2026-12-02T10:00:00Z }`),
  ).toEqual([])
})

test('a price that rounding or the list makes useless is one', () => {
  expect(warn('  - { id: dear, kind: sale, items: [islandm3-hints], price: { USD: 5 } }')).toEqual([
    'not-lower dear islandm3-hints',
  ])
  expect(warn('  - { id: half, kind: sale, items: [islandm3-hints], percent: 40 }', { USD: 1 })).toEqual([
    'not-lower half islandm3-hints',
  ])
})

test('a thousand offers are looked through at once', () => {
  const many = Array.from(
    { length: 1000 },
    (_, index) => `  - { id: sale-${index}, kind: sale, items: all, percent: 10 }`,
  )
  expect(warn(many.join('\n'))).toEqual([])
})

test('a price in percent below the smallest charge is an error of the content', () => {
  expect(() => readProject('  - { id: deep, kind: sale, items: all, percent: 99 }')).toThrow(ContentProblem)
  try {
    readProject('  - { id: deep, kind: code, items: [islandm3-hints], percent: 80 }')
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({
      issues: [
        {
          code: 'content.below-charge',
          params: {
            ...{ field: '`offers.0.percent`', id: 'islandm3-hints', currency: 'USD' },
            price: { amountMinor: 20, currency: 'USD' },
          },
        },
      ],
    })
  }
})
