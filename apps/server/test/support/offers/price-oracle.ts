import type { Currency } from '@playhub/contract'
import { type Cart, cartTime } from './random-carts.ts'

/** Written from the rules alone: tries each offer, step by step, with exact integers. */
export function priceByOracle({ item, offers, rounding, facts }: Cart) {
  const applies = (offer: Cart['offers'][number]) => {
    if (offer.kind === 'gift') return false
    if (offer.items !== 'all' && !offer.items.some((id) => id === item.id)) return false
    if (facts?.usedUp?.some((id) => id === offer.id)) return false
    if (offer.kind === 'code') return facts !== null && facts.codeOffer === offer.id
    if (offer.for === 'everyone') return true
    if (facts === null) return false
    if (offer.for === 'first-purchase') return facts.hasPaid === false
    if (offer.for === 'paying') return facts.hasPaid === true
    return facts.lastVisitAt !== null && facts.lastVisitAt + offer.for.returning.days * 86_400_000 <= cartTime
  }
  const concerned = offers.filter(applies)
  const live = concerned.filter(({ from = -1, until = 9e15 }) => from <= cartTime && cartTime < until)
  const used = new Set<string>()
  const ends: number[] = []
  const lower = (from: number, offer: (typeof live)[number], currency: Currency): number => {
    if (offer.kind !== 'sale' && offer.kind !== 'code') return from
    if (offer.percent === undefined) return offer.price?.[currency] ?? from
    let units = (BigInt(from) * BigInt(100 - offer.percent) + 50n) / 100n
    const step = BigInt(Math.round((rounding[currency] ?? 0.01) * 100))
    units = ((units + step / 2n) / step) * step
    return Number(units)
  }
  const floor = { RUB: 100, USD: 50 }
  const price: Partial<Record<Currency, number>> = {}
  for (const currency of ['RUB', 'USD'] as const) {
    const list = item.price[currency]
    if (list === undefined) continue
    let best = list
    let by: (typeof live)[number] | undefined
    for (const offer of live) {
      if (offer.kind === 'code' && offer.stacks) continue
      const lowered = lower(list, offer, currency)
      if (lowered >= list || lowered < floor[currency]) continue
      if (lowered < best || (lowered === best && by && offer.id < by.id)) [best, by] = [lowered, offer]
    }
    if (by) used.add(by.id)
    if (by?.until !== undefined) ends.push(by.until)
    for (const offer of live) {
      if (offer.kind !== 'code' || !offer.stacks) continue
      const lowered = lower(best, offer, currency)
      if (lowered >= best || lowered < floor[currency]) continue
      best = lowered
      used.add(offer.id)
      if (offer.until !== undefined) ends.push(offer.until)
    }
    price[currency] = best
  }
  const lines: Record<string, number> = {}
  for (const { item: id, quantity } of item.contains ?? [{ item: item.id, quantity: 1 }])
    lines[id] = (lines[id] ?? 0) + quantity
  for (const offer of live) {
    if ((offer.kind !== 'bonus' && offer.kind !== 'code') || !offer.adds) continue
    for (const { item: id, quantity } of offer.adds) {
      if (facts?.owned?.some((ownedId) => ownedId === id)) continue
      used.add(offer.id)
      lines[id] = (lines[id] ?? 0) + quantity
    }
  }
  const later = concerned
    .flatMap(({ from = 0, until = 0 }) => [from, until])
    .filter((time) => time > cartTime)
  return {
    list: item.price,
    price,
    lines: Object.entries(lines).map(([itemId, quantity]) => ({ itemId, quantity })),
    offerIds: [...used].sort(),
    endsAt: ends.sort((a, b) => a - b)[0] ?? null,
    validUntil: later.sort((a, b) => a - b)[0] ?? null,
  }
}
