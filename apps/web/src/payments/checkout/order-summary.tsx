import type { Game, PaymentProcess } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Price } from '../../ui/price.tsx'
import { displayPrice, itemName } from '../order/prices.ts'

/** The game, the item, and the price that the chosen provider charges. */
export function OrderSummary(props: {
  data: PaymentProcess['paymentData']
  provider: PaymentProvider | undefined
  game: Game | undefined
}) {
  const { data, provider, game } = props
  const { t, i18n } = useTranslation('payments')
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="tinted-surface self-start p-4 transition-[background-color,border-color] duration-300 md:sticky md:top-24 md:p-8"
    >
      <h2 id={id} className="sr-only">
        {t('summary')}
      </h2>
      <p className="flex items-center gap-3 text-15 font-medium">
        <img src={data.cardLogoImage} alt="" width={40} height={40} className="size-10 rounded-control" />
        {game ? localText(game.localization.name, i18n.language) : data.projectName}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-4 md:mt-8 md:flex-col md:flex-nowrap md:items-start md:gap-8">
        <ItemArt src={data.itemImage} />
        <div className="min-w-0 flex-1 basis-28 md:w-full md:flex-none">
          <p className="text-18 font-semibold text-pretty md:text-24">{itemName(data, i18n.language)}</p>
          <Price
            money={displayPrice(data, provider, i18n.language)}
            className="mt-1 block text-24 font-bold md:mt-2 md:text-hero"
          />
        </div>
      </div>
      <OneTimeNote />
    </section>
  )
}

/** Says that nothing recurs. It is the same for every payment, so the skeleton shows it too. */
export function OneTimeNote() {
  const { t } = useTranslation('payments')
  return (
    <p className="mt-4 border-line text-15 text-pretty text-soft md:mt-8 md:border-t md:pt-4">{t('once')}</p>
  )
}

/** The item's picture on a glow in the game's colour. */
function ItemArt({ src }: { src: string }) {
  return (
    <span className="grid size-20 shrink-0 place-items-center rounded-card bg-[radial-gradient(closest-side,color-mix(in_oklab,var(--tint-glow)_42%,transparent),transparent)] md:size-52 md:self-center">
      <img src={src} alt="" width={160} height={160} className="size-full object-contain md:size-40" />
    </span>
  )
}
