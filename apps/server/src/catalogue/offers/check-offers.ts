import type * as z from 'zod'
import { writeRule } from '../files/content-rule.ts'
import { maxUnits, namesItem, type Offer, type Quantities } from './offer-fields.ts'

type OfferedItem = { id: string; once: boolean; contains?: Quantities | undefined }

/** Reports what an offer or a bundle names and the project does not have. */
export function checkOffers(
  { items, offers }: { items: OfferedItem[]; offers: Offer[] },
  context: z.RefinementCtx,
): void {
  const known = new Map(items.map((item) => [item.id, item]))
  const refuse = (path: PropertyKey[], message: string) =>
    void context.addIssue({ code: 'custom', path, message })

  function checkGiven(quantities: Quantities, path: PropertyKey[]): void {
    const units = quantities.reduce((sum, { quantity }) => sum + quantity, 0)
    if (units > maxUnits) refuse(path, writeRule('units', { limit: String(maxUnits) }))
    for (const [index, { item, quantity }] of quantities.entries()) {
      const place = [...path, index, 'item']
      const found = known.get(item)
      if (!found) refuse(place, writeRule('offer-item', { id: item }))
      else if (found.contains) refuse(place, writeRule('bundle-in-bundle', { id: item }))
      else if (found.once && quantity > 1) refuse(place, writeRule('once-quantity', { id: item }))
    }
    if (!isUniqueItem(quantities)) refuse(path, writeRule('ids'))
  }

  for (const [index, { contains }] of items.entries())
    if (contains) checkGiven(contains, ['items', index, 'contains'])
  const ids = new Set<string>()
  for (const [index, offer] of offers.entries()) {
    const path = ['offers', index]
    if (ids.has(offer.id)) refuse([...path, 'id'], writeRule('ids'))
    ids.add(offer.id)
    if (offer.items !== 'all')
      for (const [position, id] of offer.items.entries())
        if (!known.has(id)) refuse([...path, 'items', position], writeRule('offer-item', { id }))
    if ('adds' in offer && offer.adds) checkGiven(offer.adds, [...path, 'adds'])
  }
  for (const { path, ...params } of findRepeats({ items, offers }))
    refuse(path, writeRule('once-twice', params))
}

const isUniqueItem = (quantities: Quantities) =>
  new Set(quantities.map(({ item }) => item)).size === quantities.length

type Repeat = { path: PropertyKey[]; id: string; other: string }
type Addition = { offer: Offer; path: PropertyKey[]; id: string }

/** One-time items that a player would get twice. */
function findRepeats({ items, offers }: { items: OfferedItem[]; offers: Offer[] }): Repeat[] {
  const onceIds = new Set(items.flatMap(({ id, once }) => (once ? id : [])))
  const additions = offers.flatMap(listAdditions).filter(({ id }) => onceIds.has(id))
  const byItem = Map.groupBy(additions, ({ id }) => id)
  return [
    ...offers.flatMap(findGivenTwice).filter(({ id }) => onceIds.has(id)),
    ...additions.flatMap((addition) => findGiver(addition, items)),
    ...[...byItem.values()].flatMap(findMeetings),
  ]
}

const listAdditions = (offer: Offer, index: number): Addition[] =>
  'adds' in offer && offer.adds
    ? offer.adds.map(({ item: id }, place) => ({ offer, id, path: ['offers', index, 'adds', place, 'item'] }))
    : []

function findGivenTwice(offer: Offer, index: number): Repeat[] {
  if (offer.kind !== 'gift') return []
  const { id: other, items } = offer
  return items.flatMap((id, position) =>
    items.indexOf(id) < position ? [{ path: ['offers', index, 'items', position], id, other }] : [],
  )
}

/** The item that an offer names and that gives what it adds. */
function findGiver({ offer, path, id }: Addition, items: OfferedItem[]): Repeat[] {
  const giver = items.find((item) => namesItem(offer, item.id) && givesItem(item, id))
  return giver ? [{ path, id, other: giver.id }] : []
}

const givesItem = ({ id, contains = [{ item: id, quantity: 1 }] }: OfferedItem, wanted: string) =>
  contains.some(({ item }) => item === wanted)

/** Offers that may add the item to an order to which one before them adds it. */
function findMeetings(additions: Addition[]): Repeat[] {
  return additions.flatMap(({ offer, path, id }, index) => {
    const other = additions.slice(0, index).find((before) => mayMeet(before.offer, offer))
    return other ? [{ path, id, other: other.offer.id }] : []
  })
}

function mayMeet(one: Offer, other: Offer): boolean {
  // An order has one code.
  if (one.kind === 'code' && other.kind === 'code') return false
  if (endsBefore(one, other) || endsBefore(other, one)) return false
  const audiences = [one, other].map((offer) => ('for' in offer ? offer.for : 'everyone'))
  if (audiences.includes('paying') && audiences.includes('first-purchase')) return false
  return one.items === 'all' || one.items.some((itemId) => namesItem(other, itemId))
}

const endsBefore = (
  { until = Number.POSITIVE_INFINITY }: Offer,
  { from = Number.NEGATIVE_INFINITY }: Offer,
) => until <= from
