import type { PriceItem } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { formatMoney } from '@playhub/contract/money'
import { cx } from '@playhub/ui/cx.ts'
import { useTranslation } from 'react-i18next'
import { itemLabels } from '../../payments/order/prices.ts'
import { canBuy, ItemAction } from './item-action.tsx'
import { itemAnchor } from './item-anchor.ts'
import { ItemContents } from './item-contents.tsx'
import { ReducedPrice, ReductionTerms } from './reduction.tsx'
import type { Shop } from './use-shop.ts'

/**
 * An item with its buy button.
 * @param props.isCard  A card, with the button below the text at any width. A row has it beside the text on wide
 *   screens.
 */
export function ItemRow(props: { item: PriceItem; shop: Shop; isCard?: boolean }) {
  const { item, shop, isCard } = props
  const { i18n } = useTranslation()
  const { title, description } = itemLabels(item, i18n.language)
  const isBuyable = canBuy(item, shop)
  return (
    <li id={itemAnchor(item.id)} className={cx('flex flex-col', isCard ? 'tinted-surface p-4' : 'py-4')}>
      <div className={cx('flex grow flex-col gap-3', !isCard && 'md:flex-row md:items-center md:gap-6')}>
        <div className="flex min-w-0 grow items-center gap-4">
          <img
            src={item.logoName}
            alt={localText(item.imageAlt ?? {}, i18n.language)}
            width={64}
            height={64}
            loading="lazy"
            className={cx('shrink-0', isCard ? 'size-16' : 'size-14')}
          />
          <div className="min-w-0">
            <p className="text-15 font-semibold">{title}</p>
            {description && <p className="mt-0.5 text-13 text-pretty text-soft">{description}</p>}
            <ItemContents item={item} items={shop.prices.items} />
          </div>
        </div>
        <div className={cx('grid shrink-0 gap-1.5', !isCard && 'md:w-56')}>
          {isBuyable && <ReducedPrice item={item} />}
          <ItemAction item={item} shop={shop} />
          {isBuyable && <ReductionTerms item={item} />}
        </div>
      </div>
      <ItemProblem item={item} shop={shop} />
    </li>
  )
}

/** Why ordering this item failed. The region is always there, so screen readers announce new text. */
function ItemProblem({ item, shop: { refused } }: { item: PriceItem; shop: Shop }) {
  const { t, i18n } = useTranslation(['errors', 'prices'])
  return (
    <p role="alert" className="mt-3 text-15 text-fail empty:hidden">
      {refused?.itemId === item.id && describe(refused)}
    </p>
  )

  function describe({ problem, newPrice }: NonNullable<Shop['refused']>): string {
    if (!newPrice) return t(problem === 'UNREACHABLE' ? 'unreachable' : `refusal.${problem}`)
    const [was, now] = [newPrice.was, newPrice.now].map((money) => formatMoney(money, i18n.language))
    return t('prices:offer.changed', { was, now })
  }
}
