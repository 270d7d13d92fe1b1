import { currencies } from '@playhub/contract'
import type * as z from 'zod'
import { type Price, smallestCharge } from '../fields.ts'
import { writeRule } from '../files/content-rule.ts'
import type { Offer } from './offer-fields.ts'
import { reduce } from './quote.ts'

type Project = { items: { id: string; price: Price }[]; offers: Offer[] }

/** Reports prices in percent that no provider would charge. `rounding` of hub.yaml is in another file, and left out. */
export function checkCharges({ items, offers }: Project, context: z.RefinementCtx): void {
  for (const [index, offer] of offers.entries()) {
    if (!('percent' in offer) || offer.percent === undefined) continue
    const low = findLow(items, offer)
    if (low)
      context.addIssue({
        code: 'custom',
        path: ['offers', index, 'percent'],
        message: writeRule('below-charge', low),
      })
  }
}

function findLow(items: Project['items'], offer: Offer & { percent?: number | undefined }) {
  for (const { id, price } of items) {
    if (offer.items !== 'all' && !offer.items.includes(id)) continue
    for (const currency of currencies) {
      const listMinor = price[currency]
      if (listMinor === undefined) continue
      const amountMinor = reduce(listMinor, { percent: offer.percent }, currency, {})
      const limit = smallestCharge(currency)
      if (amountMinor < limit)
        return { id, currency, price: { amountMinor, currency }, limit: { amountMinor: limit, currency } }
    }
  }
  return undefined
}
