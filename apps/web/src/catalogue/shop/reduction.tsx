import type { PriceItem } from '@playhub/contract'
import { formatMoney } from '@playhub/contract/money'
import { Price } from '@playhub/ui/price.tsx'
import { useTranslation } from 'react-i18next'
import { offerPrices, reductionPercent } from '../../payments/order/offer-prices.ts'
import { currencyForLanguage } from '../../payments/order/prices.ts'
import { EndsAt } from './ends-at.tsx'

/** The price before a reduction and its percent. A screen reader hears the old price, then the new one. */
export function ReducedPrice({ item }: { item: PriceItem }) {
  const { t, i18n } = useTranslation('prices')
  const { language } = i18n
  const { list, price } = offerPrices(item, currencyForLanguage(language))
  if (!list) return null
  const percent = reductionPercent(list, price)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-15">
      <span className="numeric text-soft">
        <span className="sr-only">{t('offer.oldPrice')} </span>
        <s>
          <Price money={list} />
        </s>
        <span className="sr-only">{t('offer.newPrice', { price: formatMoney(price, language) })}</span>
      </span>
      {percent > 0 && (
        <span className="numeric rounded-chip bg-warm/12 px-2 py-0.5 text-13 font-semibold whitespace-nowrap text-warm">
          {new Intl.NumberFormat(language, { style: 'percent' }).format(-percent / 100)}
        </span>
      )}
    </p>
  )
}

/** What the law wants beside a reduction, and its end. */
export function ReductionTerms({ item }: { item: PriceItem }) {
  const { t, i18n } = useTranslation('prices')
  const { list, lowest } = offerPrices(item, currencyForLanguage(i18n.language))
  if (!list) return null
  return (
    <div className="numeric text-13 text-soft">
      {lowest && <p>{t('offer.lowest', { price: formatMoney(lowest, i18n.language) })}</p>}
      {item.endsAt && <EndsAt at={item.endsAt} />}
    </div>
  )
}
