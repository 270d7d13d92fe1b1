import type { PriceItem } from '@playhub/contract'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CodeEntry } from '../shop/code-entry.tsx'
import { ItemRow } from '../shop/item-row.tsx'
import { PlayerGifts } from '../shop/player-gifts.tsx'
import { usePrices } from '../shop/use-prices.ts'
import { useOwnedItems, useShop } from '../shop/use-shop.ts'

const always = { isWanted: true, takesCode: true }

/** A game's items, for sale. Shown to players who know the game. */
export function GameItems({ items, project }: { items: PriceItem[]; project: string }) {
  const { t } = useTranslation('game')
  const prices = usePrices(project, items, always)
  const shop = useShop(`game:${project}`, prices, useOwnedItems(items))
  return (
    <section aria-labelledby="shop">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="shop" className="heading text-18 md:text-24">
          {t('shop')}
        </h2>
        <a
          href={`/prices/${project}`}
          className="inline-flex min-h-11 items-center gap-1.5 text-15 text-soft hover:text-text"
        >
          {t('allPrices')}
          <ArrowRight size={16} aria-hidden="true" />
        </a>
      </div>
      <PlayerGifts project={project} items={prices.items} isCard />
      <ul className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3">
        {prices.items.map((item) => (
          <ItemRow key={item.id} item={item} shop={shop} isCard />
        ))}
      </ul>
      <div className="mt-3 empty:hidden">
        <CodeEntry prices={prices} />
      </div>
    </section>
  )
}
