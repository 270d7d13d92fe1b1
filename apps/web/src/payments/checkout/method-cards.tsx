import { namedMethodMarks, type PaymentMark, providerTerms } from '@playhub/contract/payment-methods'
import { RadioCards } from '@playhub/ui/form/radio-cards.tsx'
import { Price } from '@playhub/ui/price.tsx'
import { useTranslation } from 'react-i18next'
import { cardTitle } from '../order/card-title.ts'
import type { PaymentOption } from '../order/payment-options.ts'
import { type Prices, providerPrice } from '../order/prices.ts'

/** The payment methods by the players' means, each with its price. */
export function MethodCards(props: {
  options: PaymentOption[]
  chosen: PaymentOption | undefined
  onChoose: (option: PaymentOption) => void
  prices: Prices
}) {
  const { t } = useTranslation('payments')
  const nameOption = useOptionNames()
  const { options, chosen, onChoose, prices } = props
  const cards = options.map((option) => ({
    value: toKey(option),
    title: nameOption(option),
    note: option.card ? (
      t(`via.${option.provider}`, { provider: t(`provider.${option.provider}`) })
    ) : (
      <MethodNote {...option} />
    ),
    mark: <Price money={providerPrice(prices, option.provider)} className="numeric text-15 font-semibold" />,
  }))
  return (
    <RadioCards
      legend={t('how')}
      name="provider"
      cards={cards}
      value={chosen ? toKey(chosen) : null}
      onChange={(key) => {
        const option = options.find((offered) => toKey(offered) === key)
        if (option) onChoose(option)
      }}
    />
  )
}

const toKey = ({
  provider,
  card,
}: Pick<PaymentOption, 'provider'> & { card?: PaymentOption['card'] | undefined }) => card?.id ?? provider

const yooMoney: PaymentMark = { file: 'yoomoney', name: 'YooMoney', width: 20 }

/** "Visa •••• 4242", "Yandex Pay", "Bank card, YooMoney, SBP or Mir Pay" */
function useOptionNames() {
  const { t, i18n } = useTranslation('payments')
  return ({ provider, card, methods, named = [] }: PaymentOption) => {
    if (card) return cardTitle(card)
    if (providerTerms[provider].hasOwnPage) return t(`provider.${provider}`)
    if (named.length === 0) return t(`option.${methods}`)
    const own = methods === 'cardOrYooMoney' ? (['card', 'yooMoney'] as const) : ([methods] as const)
    const names = [...own, ...named].map((method) => t(`named.${method}`))
    const format = new Intl.ListFormat(i18n.language, { type: 'disjunction' })
    return format.formatToParts(names).map(({ type, value }) =>
      type === 'element' ? (
        <span key={value} className="whitespace-nowrap">
          {value}
        </span>
      ) : (
        value
      ),
    )
  }
}

function listMarks({ provider, methods, named = [] }: PaymentOption): PaymentMark[] {
  const { marks } = providerTerms[provider]
  return [
    ...(methods === 'yooMoney' ? [] : marks),
    ...(methods === 'card' ? [] : [yooMoney]),
    ...named.map((method) => namedMethodMarks[method]),
  ]
}

/** The payee, and the marks of accepted cards. */
function MethodNote(option: PaymentOption) {
  const { provider } = option
  const { t } = useTranslation('payments')
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      {t(`via.${provider}`, { provider: t(`provider.${provider}`) })}
      <span className={option.named ? 'flex flex-wrap gap-1' : 'flex gap-1'}>
        {listMarks(option).map(({ file, name, width }) => (
          <img
            key={file}
            src={`/main_images/marks/${file}.svg`}
            alt={name}
            width={width}
            height={20}
            className="h-5"
          />
        ))}
      </span>
    </span>
  )
}
