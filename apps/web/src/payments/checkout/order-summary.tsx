import type { PaymentProcess } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { formatMoney } from '@playhub/contract/money'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { cx } from '@playhub/ui/cx.ts'
import { Price } from '@playhub/ui/price.tsx'
import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useInitialConfig } from '../../lib/context/page-context.ts'
import { ItemArt } from '../../ui/item-art.tsx'
import { listPriceIn, lowestPriceIn } from '../order/offer-prices.ts'
import { displayPrice, itemName } from '../order/prices.ts'

type PaymentData = PaymentProcess['paymentData']

/** In one column with the form, the game and the item's name are beside the picture; beside the form, they are above and below it. */
const grid = 'grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 @2xl:grid-cols-1 @2xl:gap-y-6'
const pictureCell =
  'row-span-2 row-start-1 size-20 @2xl:row-span-1 @2xl:row-start-auto @2xl:size-52 @2xl:justify-self-center @4xl:size-64'

/** The game, the item, and the chosen provider's price. */
export function OrderSummary({
  data,
  provider,
  children,
}: {
  data: PaymentData
  provider: PaymentProvider | undefined
  /** The field for a code. */
  children?: ReactNode
}) {
  const { t, i18n } = useTranslation('payments')
  const id = useId()
  const price = displayPrice(data, provider, i18n.language)
  const list = listPriceIn(data, price)
  const lowest = lowestPriceIn(data, price)
  return (
    <section aria-labelledby={id} className="tinted-surface self-start p-4 @2xl:sticky @2xl:top-24 @2xl:p-8">
      <h2 id={id} className="sr-only">
        {t('summary')}
      </h2>
      <div className={grid}>
        <p className="flex items-center gap-2 self-end text-13 font-medium @max-2xl:col-start-2 @2xl:gap-3 @2xl:text-15">
          <img
            src={data.cardLogoImage}
            alt=""
            width={40}
            height={40}
            className="size-6 rounded-[7px] @2xl:size-10 @2xl:rounded-control"
          />
          {useGameName(data)}
        </p>
        <ItemArt src={data.itemImage} className={cx(pictureCell, '@2xl:p-6 @4xl:p-9')} />
        <div className="self-start">
          <p className="text-18 font-semibold text-pretty @2xl:text-24">{itemName(data, i18n.language)}</p>
          {list && (
            <p className="numeric mt-1 text-15 text-soft @2xl:text-18">
              <span className="sr-only">{t('oldPrice')} </span>
              <s>
                <Price money={list} />
              </s>
              <span className="sr-only">{t('nowPrice')}</span>
            </p>
          )}
          <Price money={price} className="block text-24 font-bold @2xl:mt-2 @2xl:text-hero" />
          {list && lowest && (
            <p className="mt-1 text-13 text-pretty text-soft">
              {t('lowest', { price: formatMoney(lowest, i18n.language) })}
            </p>
          )}
        </div>
      </div>
      {data.lines && <OrderLines lines={data.lines} />}
      <div className="mt-2 empty:hidden @2xl:mt-4">{children}</div>
      <OneTimeNote />
    </section>
  )
}

/** What a bundle or a bonus brings. */
function OrderLines({ lines }: { lines: NonNullable<PaymentData['lines']> }) {
  const { t, i18n } = useTranslation('payments')
  const id = useId()
  return (
    <div className="mt-4 text-15 @2xl:mt-6">
      <p id={id} className="font-medium">
        {t('lines')}
      </p>
      <ul aria-labelledby={id} className="mt-1 flex flex-col gap-0.5 text-soft">
        {lines.map(({ name, quantity }) => {
          const label = localText(name, i18n.language)
          return <li key={label}>{quantity > 1 ? `${quantity} × ${label}` : label}</li>
        })}
      </ul>
    </div>
  )
}

/** In the page's language; the payment has the name in its own. */
function useGameName({ project, projectName }: PaymentData): string {
  const { i18n } = useTranslation()
  const config = useInitialConfig().projects.find(({ id }) => id === project)
  return config ? localText(config.name, i18n.language) : projectName
}

/** Its lines are as high as the text in their place. */
export function SummarySkeleton() {
  return (
    <div className="surface self-start p-4 @2xl:p-8">
      <div className={grid}>
        <Skeleton className="h-6 w-36 self-end @max-2xl:col-start-2 @2xl:h-10" />
        <Skeleton className={pictureCell} />
        <div className="self-start">
          <p className="text-18 @2xl:text-24">
            <Skeleton className="h-[1lh] w-32" />
          </p>
          <p className="text-24 @2xl:mt-2 @2xl:text-hero">
            <Skeleton className="h-[1lh] w-24 @2xl:w-40" />
          </p>
        </div>
      </div>
      <OneTimeNote />
    </div>
  )
}

/** States that nothing recurs. It is the same for every payment. */
function OneTimeNote() {
  const { t } = useTranslation('payments')
  return (
    <p className="mt-4 border-line text-15 text-pretty text-soft @2xl:mt-8 @2xl:border-t @2xl:pt-4">
      {t('once')}
    </p>
  )
}
