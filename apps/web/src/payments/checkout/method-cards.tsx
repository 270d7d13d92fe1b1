import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { RadioCards } from '@playhub/ui/form/radio-cards.tsx'
import { Price } from '@playhub/ui/price.tsx'
import { useTranslation } from 'react-i18next'
import type { OfferedMethods, PaymentOption } from '../order/payment-options.ts'
import { type Prices, providerPrice } from '../order/prices.ts'

/** The payment methods by what players have, each with the price that it charges. */
export function MethodCards(props: {
  options: PaymentOption[]
  chosen: PaymentOption | undefined
  onChoose: (option: PaymentOption) => void
  prices: Prices
}) {
  const { t } = useTranslation('payments')
  const { options, chosen, onChoose, prices } = props
  const cards = options.map(({ provider, methods }) => ({
    value: provider,
    title: provider === 'yandex-pay' ? t('provider.yandex-pay') : t(`option.${methods}`),
    note: <MethodNote provider={provider} methods={methods} />,
    mark: <Price money={providerPrice(prices, provider)} className="numeric text-15 font-semibold" />,
  }))
  return (
    <RadioCards
      legend={t('how')}
      name="provider"
      cards={cards}
      value={chosen?.provider ?? null}
      onChange={(provider) => {
        const option = options.find((offered) => offered.provider === provider)
        if (option) onChoose(option)
      }}
    />
  )
}

type Mark = { file: string; name: string; width: number }

const visa: Mark = { file: 'visa', name: 'Visa', width: 30 }
const mastercard: Mark = { file: 'mastercard', name: 'Mastercard', width: 30 }
const mir: Mark = { file: 'mir', name: 'Mir', width: 30 }
const yooMoney: Mark = { file: 'yoomoney', name: 'YooMoney', width: 20 }
const yandexPay: Mark = { file: 'yandex-pay', name: '', width: 20 }

const cardMarks: Record<PaymentProvider, Mark[]> = {
  stripe: [visa, mastercard],
  yookassa: [mir, visa, mastercard],
  'yandex-pay': [yandexPay],
}

function listMarks(provider: PaymentProvider, methods: OfferedMethods): Mark[] {
  return [...(methods === 'yooMoney' ? [] : cardMarks[provider]), ...(methods === 'card' ? [] : [yooMoney])]
}

/** Who takes the payment, and the marks on the cards that it accepts. */
function MethodNote({ provider, methods }: PaymentOption) {
  const { t } = useTranslation('payments')
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      {t(`via.${provider}`, { provider: t(`provider.${provider}`) })}
      <span className="flex gap-1">
        {listMarks(provider, methods).map(({ file, name, width }) => (
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
