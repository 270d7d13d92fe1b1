import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { checkOffers } from './check-offers.ts'
import { Offers } from './offer-fields.ts'

const items = [
  { id: 'map', once: true },
  { id: 'crown', once: true },
  { id: 'gem', once: false },
  { id: 'pack', once: false, contains: [{ item: 'map', quantity: 1 }] },
]
const Project = z.object({ offers: Offers }).superRefine(({ offers }, context) => {
  checkOffers({ items, offers }, context)
})
const adds = [{ item: 'map' }]
const day = (number: number) => `2030-01-0${number}T00:00:00Z`

/** Field and rule of each issue. */
function listIssues(...offers: object[]): string[] {
  const { error } = Project.safeParse({
    offers: offers.map((offer, index) => ({ id: `o-${index}`, ...offer })),
  })
  return (error?.issues ?? []).map(
    ({ path, message }) =>
      `${path.slice(1).join('.')} ${JSON.parse(message).code} ${JSON.parse(message).params.other}`,
  )
}

describe('a one-time item in an order twice is refused', () => {
  test.for([
    ['by itself', { kind: 'bonus', items: ['map'], adds }, 'map'],
    ['by all items', { kind: 'bonus', items: 'all', adds }, 'map'],
    ['in a bundle', { kind: 'code', items: ['gem', 'pack'], adds }, 'pack'],
  ] as const)('of an offer that adds it to an item that gives it %s', ([, offer, other]) => {
    expect(listIssues(offer)).toEqual([`0.adds.0.item content.once-twice ${other}`])
  })

  test('of two offers that may add it at the same time', () => {
    const bonus = { kind: 'bonus', items: ['gem'], adds }
    expect(listIssues(bonus, { ...bonus, items: ['crown', 'gem'] })).toEqual([
      '1.adds.0.item content.once-twice o-0',
    ])
    expect(listIssues(bonus, { kind: 'code', items: ['gem'], adds })).toHaveLength(1)
    const untilTwo = { ...bonus, until: day(2) }
    expect(listIssues(untilTwo, { ...bonus, from: day(1) })).toHaveLength(1)
    expect(listIssues(untilTwo, { ...bonus, from: day(2) })).toEqual([])
    expect(listIssues(bonus, { ...bonus, items: ['crown'] })).toEqual([])
    expect(listIssues({ ...bonus, for: 'paying' }, { ...bonus, for: 'first-purchase' })).toEqual([])
    const code = { kind: 'code', items: ['gem'], adds }
    expect(listIssues(code, code)).toEqual([])
  })

  test('of a gift', () => {
    const gift = { kind: 'gift', every: 'once' }
    expect(listIssues({ ...gift, items: ['map', 'gem', 'gem', 'map'] })).toEqual([
      '0.items.3 content.once-twice o-0',
    ])
  })
})
