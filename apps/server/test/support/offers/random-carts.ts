import { Offers } from '../../../src/catalogue/offers/offer-fields.ts'
import type { Rounding } from '../../../src/catalogue/offers/quote.ts'
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts'
import type { Random } from '../random.ts'

export const cartTime = Date.parse('2026-11-30T12:00:00Z')
const at = (hours: number) => new Date(cartTime + hours * HOUR_MS).toISOString()

const ids = ['a', 'b', 'c'] as const

/** An item, offers around `cartTime`, and who asks. */
export function createCart({ upTo, pick, maybe }: Random) {
  const price = () => ({ RUB: maybe(1 + upTo(50000) / 100), USD: 0.5 + upTo(2000) / 100 })
  const adds = () => [{ item: pick(ids), quantity: 1 + upTo(3) }]
  const lower = () => (upTo(2) === 0 ? { percent: 1 + upTo(99) } : { price: price() })
  const audience = () => pick(['everyone', 'first-purchase', 'paying', { returning: { days: 1 + upTo(9) } }])
  const kinds = {
    sale: () => ({ ...lower(), for: audience() }),
    bonus: () => ({ adds: adds(), for: audience() }),
    code: () => ({ ...pick([lower(), { adds: adds() }]), stacks: upTo(2) === 0 }),
    gift: () => ({ items: [pick(ids)], every: 'once', for: audience() }),
  }
  const offers = Array.from({ length: upTo(7) }, () => {
    const kind = pick(['sale', 'sale', 'bonus', 'code', 'gift'] as const)
    const from = upTo(21) - 14
    const times = { from: maybe(at(from)), until: maybe(at(from + 1 + upTo(14))) }
    const id = `${pick(['x', 'y', 'z'])}${upTo(1000)}`
    return {
      id,
      kind,
      items: pick(['all', [pick(ids)], [pick(ids), pick(ids)]]),
      ...times,
      ...kinds[kind](),
    }
  })
  const [{ RUB, USD }, bundle] = [price(), maybe(adds())]
  const codes = offers.filter(({ kind }) => kind === 'code')
  return {
    item: {
      id: pick(ids),
      price: { ...(RUB && { RUB: Math.round(RUB * 100) }), USD: Math.round(USD * 100) },
      ...(bundle && { contains: bundle }),
    },
    offers: Offers.parse(offers),
    rounding: pick<Rounding>([{}, { RUB: 1 }, { USD: 0.05, RUB: 10 }]),
    facts: pick([
      null,
      {
        hasPaid: upTo(2) === 0,
        lastVisitAt: maybe(cartTime - upTo(12) * DAY_MS) ?? null,
        codeOffer: codes[0]?.id,
        owned: maybe([pick(ids)]),
        usedUp: maybe(offers.slice(0, 2).map(({ id }) => id)),
      },
    ]),
  }
}

export type Cart = ReturnType<typeof createCart>
