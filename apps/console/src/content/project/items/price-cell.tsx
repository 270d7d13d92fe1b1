import type { Currency } from '@playhub/contract/money'
import { useTranslation } from 'react-i18next'
import { NumberInput } from '../number-input.tsx'
import { useProjectEditor } from '../project-editor.ts'
import type { Item } from './read-items.ts'

const symbols = { RUB: '₽', USD: '$' } as const

export function PriceCell({ item, currency }: { item: Item; currency: Currency }) {
  const { t } = useTranslation('content-project')
  const { edit, getProblem } = useProjectEditor()
  const path = ['items', item.index, 'price', currency] as const
  return (
    <NumberInput
      aria-label={t(`items.priceOf.${currency}`, { title: item.title })}
      value={item.price[currency]}
      onChange={(price) => edit(({ set, remove }) => (price === undefined ? remove(path) : set(path, price)))}
      problem={getProblem(path)}
      unit={symbols[currency]}
      className="h-10 ps-3 text-end max-md:h-11"
    />
  )
}
