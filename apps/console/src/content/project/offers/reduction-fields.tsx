import { currencies } from '@playhub/contract/money'
import { FieldError } from '@playhub/ui/form/field.tsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../../components/form/segments.tsx'
import type { YamlPath } from '../../yaml/yaml-edit.ts'
import { NumberInput } from '../number-input.tsx'
import { getField, useProjectEditor } from '../project-editor.ts'

const symbols = { RUB: '₽', USD: '$' } as const

/** A reduction in percent, or prices instead. @param isOptional  A code may add items alone. */
export function ReductionFields({ path, isOptional }: { path: YamlPath; isOptional: boolean }) {
  const { t } = useTranslation('content-project')
  const { fields, edit, getProblem } = useProjectEditor()
  const id = useId()
  const [percentPath, pricePath] = [
    [...path, 'percent'],
    [...path, 'price'],
  ]
  const has = (place: YamlPath) => getField(fields, place) !== undefined
  const kind = has(percentPath) ? 'percent' : has(pricePath) ? 'price' : 'none'
  const choose = (next: 'percent' | 'price' | 'none') =>
    edit(({ set, remove }) => {
      if (next !== 'percent') remove(percentPath)
      if (next !== 'price') remove(pricePath)
      if (next === 'percent' && kind !== 'percent') set(percentPath, 20)
      if (next === 'price' && kind !== 'price') set(pricePath, getFirstPrice(fields))
    })
  const options = [
    ...(['percent', 'price'] as const),
    ...(isOptional || kind === 'none' ? ['none' as const] : []),
  ]
  return (
    <div className="grid gap-3">
      <Segments
        legend={t('offers.reduction')}
        options={options.map((value) => ({ value, label: t(`offers.reductionOption.${value}`) }))}
        value={kind}
        onChange={choose}
      />
      {kind === 'percent' && (
        <NumberInput
          aria-label={t('offers.percent')}
          value={toNumber(getField(fields, percentPath))}
          // Emptied while another number is typed: without the field, the form would change.
          onChange={(value) => value !== undefined && edit(({ set }) => set(percentPath, value))}
          problem={getProblem(percentPath)}
          unit="%"
          className="h-12 ps-4"
        />
      )}
      {kind === 'price' && (
        <div className="flex flex-wrap gap-3">
          {currencies.map((currency) => (
            <div key={currency} className="grow basis-32">
              <NumberInput
                aria-label={t(`offers.price.${currency}`)}
                value={toNumber(getField(fields, [...pricePath, currency]))}
                onChange={(value) =>
                  edit(({ set, remove }) => {
                    const target = [...pricePath, currency]
                    if (value !== undefined) set(target, value)
                    else if (Object.keys(Object(getField(fields, pricePath))).length > 1) remove(target)
                  })
                }
                problem={getProblem([...pricePath, currency])}
                unit={symbols[currency]}
                className="h-12 ps-4"
              />
            </div>
          ))}
        </div>
      )}
      <FieldError id={id}>
        {kind === 'percent' ? undefined : (getProblem(percentPath) ?? getProblem(pricePath))}
      </FieldError>
    </div>
  )
}

/** A number to begin with: that of the first item. */
function getFirstPrice(fields: unknown): Record<string, number> {
  const prices = currencies.flatMap((currency) => {
    const price = toNumber(getField(fields, ['items', 0, 'price', currency]))
    return price === undefined ? [] : [[currency, price] as const]
  })
  return prices.length > 0 ? Object.fromEntries(prices) : { USD: 1 }
}

const toNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** A whole number with a default. */
export function CountField({ path, label, hint }: { path: YamlPath; label: string; hint: string }) {
  const { fields, edit, getProblem } = useProjectEditor()
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-15 font-medium">
        {label}
      </label>
      <NumberInput
        id={id}
        value={toNumber(getField(fields, path))}
        placeholder="1"
        onChange={(value) =>
          edit(({ set, remove }) => (value === undefined ? remove(path) : set(path, value)))
        }
        problem={getProblem(path)}
        aria-describedby={`${id}-hint`}
        className="h-12 px-4"
      />
      <p id={`${id}-hint`} className="text-13 text-soft">
        {hint}
      </p>
    </div>
  )
}
