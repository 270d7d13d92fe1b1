import { currencies, type Money } from '@playhub/contract'
import type { OrderLine } from '@playhub/contract/offers/shapes'
import type { Deps } from '../deps.ts'
import { splitCharge } from '../fiscal-lines.ts'
import type { FiscalLine, FiscalSettings, FiscalTerms, Provider } from '../provider.ts'
import { parseLines } from '../records/order.ts'
import type { OrderRow } from '../records/tables.ts'

/** Null when the provider registers no receipts. */
export function fixFiscalTerms(
  { catalogue }: Pick<Deps, 'catalogue'>,
  order: OrderRow,
  { fiscal }: Provider,
  charge: Money,
): string | null {
  if (!fiscal) return null
  const { agent = null, supplier = null } = catalogue.project(order.project) ?? {}
  const vat = catalogue.item(order.itemId)?.vat ?? fiscal.vat
  const lines = order.lines === null ? undefined : splitLines(catalogue, parseLines(order), fiscal, charge)
  const terms: FiscalTerms = { ...fiscal, vat, agent, supplier, ...(lines && { lines }) }
  return JSON.stringify(terms)
}

/** Each item's share of the charge, in proportion to the list prices. */
function splitLines(
  catalogue: Deps['catalogue'],
  lines: OrderLine[],
  fiscal: FiscalSettings,
  charge: Money,
): FiscalLine[] {
  const items = lines.map(({ itemId }) => catalogue.item(itemId))
  // Without a price of each item in one currency, units count equally.
  const currency = [charge.currency, ...currencies].find((each) =>
    items.every((item) => item?.price[each] !== undefined),
  )
  return splitCharge(
    charge.amountMinor,
    lines.map(({ itemId, quantity }, index) => {
      const { title = { en: itemId }, vat = fiscal.vat, price } = items[index] ?? {}
      const unitWeight = (currency && price?.[currency]) ?? 1
      return { itemId, title, quantity, vat, weight: quantity * unitWeight }
    }),
  )
}
