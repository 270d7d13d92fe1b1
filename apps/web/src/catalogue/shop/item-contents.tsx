import type { PriceItem } from '@playhub/contract'
import { formatMoney } from '@playhub/contract/money'
import { useTranslation } from 'react-i18next'
import { offerPrices } from '../../payments/order/offer-prices.ts'
import { currencyForLanguage, itemLabels } from '../../payments/order/prices.ts'

type Quantities = { id: string; quantity: number }[]

/** What a bundle holds and saves, and what an offer adds. */
export function ItemContents({ item, items }: { item: PriceItem; items: PriceItem[] }) {
  const { t, i18n } = useTranslation('prices')
  const { contains, adds, firstPurchase } = item
  if (!contains && !adds && !firstPurchase) return null
  const { price, worth } = offerPrices(item, currencyForLanguage(i18n.language))
  const savedMinor = worth ? worth.amountMinor - price.amountMinor : 0
  const saved = formatMoney({ ...price, amountMinor: savedMinor }, i18n.language)
  const listNames = (quantities: Quantities) => describeItems(quantities, items, i18n.language)
  return (
    <div className="mt-1.5 flex flex-col items-start gap-1 text-13 text-pretty">
      {firstPurchase && (
        <p className="rounded-chip bg-paid/12 px-2 py-0.5 font-semibold text-paid">{t('offer.first')}</p>
      )}
      {contains && <p>{t('offer.contains', { items: listNames(contains) })}</p>}
      {contains && savedMinor > 0 && <p className="font-semibold">{t('offer.saves', { saved })}</p>}
      {adds && <p className="font-semibold">{t('offer.adds', { items: listNames(adds) })}</p>}
    </div>
  )
}

/** "2 × Five hints, Treasure chest" */
export function describeItems(quantities: Quantities, items: PriceItem[], language: string): string {
  const name = (id: string) => {
    const found = items.find((item) => item.id === id)
    return found ? itemLabels(found, language).title : id
  }
  return quantities
    .map(({ id, quantity }) => (quantity > 1 ? `${quantity} × ${name(id)}` : name(id)))
    .join(', ')
}
