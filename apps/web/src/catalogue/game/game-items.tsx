import type { PriceItem } from '@playhub/contract'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { currencyForLanguage, itemLabels, priceIn } from '../../payments/order/prices.ts'
import { Price } from '../../ui/price.tsx'

export function GameItems({ items, project }: { items: PriceItem[]; project: string }) {
  const { t, i18n } = useTranslation('catalogue')
  return (
    <section aria-labelledby="shop">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="shop" className="heading text-18 md:text-24">
          {t('game.shop')}
        </h2>
        <a
          href={`/prices/${project}`}
          className="inline-flex min-h-11 items-center gap-1.5 text-15 text-soft hover:text-text"
        >
          {t('game.allPrices')}
          <ArrowRight size={16} aria-hidden="true" />
        </a>
      </div>
      <ul className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3">
        {items.map((item) => (
          <li key={item.id} className="tinted-surface flex items-center gap-4 p-4">
            <img
              src={item.logoName}
              alt=""
              width={64}
              height={64}
              loading="lazy"
              className="size-16 shrink-0"
            />
            <ItemLine item={item} language={i18n.language} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ItemLine({ item, language }: { item: PriceItem; language: string }) {
  const { title, description } = itemLabels(item, language)
  return (
    <div className="min-w-0 grow">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-15 font-semibold">{title}</span>
        <Price money={priceIn(item, currencyForLanguage(language))} className="text-15 font-semibold" />
      </p>
      <p className="mt-0.5 text-13 text-soft">{description}</p>
    </div>
  )
}
