import { type Currency, currencies } from '@playhub/contract/money'
import { Button } from '@playhub/ui/button.tsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../components/form/select-field.tsx'
import { useDraft } from '../../../lib/drafts.ts'
import type { YamlEdit } from '../../yaml/yaml-edit.ts'
import { NumberInput } from '../number-input.tsx'
import { useProjectEditor } from '../project-editor.ts'
import { changeByPercent, type Item } from './read-items.ts'

const actions = ['addPercent', 'takePercent', 'setRUB', 'setUSD', 'switchOn', 'switchOff'] as const
type Action = (typeof actions)[number]
type Draft = { action: Action; value: number | null }
const withoutValue: readonly Action[] = ['switchOn', 'switchOff']

/** Changes all selected items at once. */
export function BulkBar({ items, onDone }: { items: readonly Item[]; onDone: () => void }) {
  const { t } = useTranslation('content-project')
  const { project, edit } = useProjectEditor()
  const id = useId()
  const draft = useDraft<Draft>(`bulk:${project}`, { action: 'addPercent', value: null })
  const { action, value } = draft.value
  const needsValue = !withoutValue.includes(action)
  const isComplete = !needsValue || (value !== null && value >= 0)
  const apply = () => {
    edit((file) => {
      for (const item of items) changeItem(file, item, action, value ?? 0)
    })
    draft.clear()
    onDone()
  }
  return (
    <form
      aria-label={t('bulk.label')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) apply()
      }}
      className="mt-4 flex flex-wrap items-end gap-3 rounded-control border border-line bg-ink-1 p-4"
    >
      <p role="status" className="w-full text-15 font-medium">
        {t('bulk.selected', { count: items.length })}
      </p>
      <SelectField
        label={t('bulk.action')}
        options={actions.map((each) => ({ value: each, label: t(`bulk.${each}`) }))}
        value={action}
        onChange={(next) => draft.change({ action: next, value })}
      />
      {needsValue && (
        <div className="flex w-32 flex-col gap-1.5">
          <label htmlFor={id} className="text-15 font-medium">
            {t('bulk.value')}
          </label>
          <NumberInput
            id={id}
            value={value ?? undefined}
            onChange={(next) => draft.change({ action, value: next ?? null })}
            className="h-12 px-4"
          />
        </div>
      )}
      <Button type="submit" kind="secondary" isDisabled={!isComplete} disabledReason={t('bulk.valueMissing')}>
        {t('bulk.apply')}
      </Button>
    </form>
  )
}

function changeItem({ set, remove }: YamlEdit, item: Item, action: Action, value: number): void {
  const own = ['items', item.index]
  const setPrice = (currency: Currency, price: number) => set([...own, 'price', currency], price)
  if (action === 'switchOn') remove([...own, 'isActive'])
  if (action === 'switchOff') set([...own, 'isActive'], false)
  if (action === 'setRUB') setPrice('RUB', value)
  if (action === 'setUSD') setPrice('USD', value)
  if (action !== 'addPercent' && action !== 'takePercent') return
  for (const currency of currencies) {
    const price = item.price[currency]
    const percent = action === 'addPercent' ? value : -value
    if (price !== undefined) setPrice(currency, changeByPercent(price, percent))
  }
}
