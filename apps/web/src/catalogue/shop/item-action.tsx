import type { PriceItem } from '@playhub/contract'
import { formatMoney } from '@playhub/contract/money'
import { Button } from '@playhub/ui/button.tsx'
import { Price } from '@playhub/ui/price.tsx'
import { Chip } from '@playhub/ui/status-chip.tsx'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { currencyForLanguage, itemLabels, priceIn } from '../../payments/order/prices.ts'
import { formatInstant } from './countdown.ts'
import type { Shop } from './use-shop.ts'

type Props = { item: PriceItem; shop: Shop }

export const canBuy = ({ id, saleState, availableAt }: PriceItem, { ownedIds }: Shop): boolean =>
  saleState === 'onSale' && availableAt === undefined && !ownedIds.has(id)

/** The item's buy button, or the reason against buying it. Each has the same height, so nothing moves. */
export function ItemAction({ item, shop }: Props) {
  if (shop.ownedIds.has(item.id)) return <Owned />
  if (item.saleState !== 'onSale') return <NotForSale item={item} reason={item.saleState} />
  if (item.availableAt === undefined) return <BuyButton item={item} shop={shop} />
  return <LimitReached availableAt={item.availableAt} />
}

function BuyButton({ item, shop }: Props) {
  const { t, i18n } = useTranslation('prices')
  const { language } = i18n
  const price = formatMoney(priceIn(item, currencyForLanguage(language)), language)
  const label = t('buy', { price })
  return (
    <Button
      data-boot
      kind="secondary"
      isWide
      isLoading={shop.orderingId === item.id}
      aria-label={`${label}: ${itemLabels(item, language).title}`}
      onClick={() => void shop.buy(item)}
      className="buy-button"
    >
      {label}
    </Button>
  )
}

function Owned() {
  const { t } = useTranslation('prices')
  return (
    <p className="flex min-h-12 items-center justify-center">
      <Chip Icon={CircleCheck} colour="text-paid bg-paid/12" label={t('owned')} />
    </p>
  )
}

/** The player has bought as many as the item allows. */
function LimitReached({ availableAt }: { availableAt: number | null }) {
  const { t, i18n } = useTranslation('prices')
  return (
    <p className="flex min-h-12 items-center text-15 text-soft md:justify-end">
      {availableAt === null
        ? t('limit.ever')
        : t('limit.until', { date: formatInstant(availableAt, i18n.language) })}
    </p>
  )
}

function NotForSale({
  item,
  reason,
}: {
  item: PriceItem
  reason: Exclude<PriceItem['saleState'], 'onSale'>
}) {
  const { t, i18n } = useTranslation('prices')
  return (
    <p className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 text-15 text-soft md:flex-col md:items-end md:justify-center">
      <Price money={priceIn(item, currencyForLanguage(i18n.language))} className="font-semibold" />
      {t(`closed.${reason}`)}
    </p>
  )
}
