import { Button, IconButton } from '@playhub/ui/button.tsx'
import { FieldError } from '@playhub/ui/form/field.tsx'
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../components/form/select-field.tsx'
import type { YamlPath } from '../../yaml/yaml-edit.ts'
import { NumberInput } from '../number-input.tsx'
import { getField, getList, getText, useProjectEditor } from '../project-editor.ts'
import { readItems } from './read-items.ts'

type Props = { path: YamlPath; label: string; hint: string; without?: string }

/** Items with how many of each. @param without  An item that cannot be among them. */
export function QuantitiesField({ path, label, hint, without }: Props) {
  const { t, i18n } = useTranslation('content-project')
  const { fields, languages, edit, getProblem } = useProjectEditor()
  const id = useId()
  const items = readItems(fields, [i18n.language, ...languages]).filter(
    (item) => item.id !== without && getField(fields, ['items', item.index, 'contains']) === undefined,
  )
  const rows = getList(fields, path)
  const used = rows.map((row) => getText(row, ['item']))
  const next = items.find((item) => !used.includes(item.id))
  return (
    <fieldset className="min-w-0 md:col-span-2" aria-describedby={`${id}-hint`}>
      <legend className="text-15 font-medium">{label}</legend>
      <p id={`${id}-hint`} className="text-13 text-soft">
        {hint}
      </p>
      {rows.map((row, index) => {
        const item = getText(row, ['item'])
        const quantity = getField(row, ['quantity'])
        const quantityId = `${id}-${index}`
        const place = index + 1
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are named by their place
            key={index}
            className="mt-3 flex flex-wrap items-end gap-3"
          >
            <SelectField
              label={t('offers.item', { place })}
              options={[
                ...(items.some((each) => each.id === item) ? [] : [{ value: item, label: item || '–' }]),
                ...items.map((each) => ({ value: each.id, label: each.title })),
              ]}
              value={item}
              onChange={(value) => edit(({ set }) => set([...path, index, 'item'], value))}
              className="grow basis-48"
            />
            <div className="grid w-28 gap-1.5">
              <label htmlFor={quantityId} className="text-15 font-medium">
                {t('offers.quantity', { place })}
              </label>
              <NumberInput
                id={quantityId}
                value={typeof quantity === 'number' ? quantity : undefined}
                placeholder="1"
                onChange={(value) =>
                  edit(({ set, remove }) => {
                    const target = [...path, index, 'quantity']
                    if (value === undefined) remove(target)
                    else set(target, value)
                  })
                }
                className="h-12 px-4"
              />
            </div>
            <IconButton
              label={t('list.remove', { place })}
              onClick={() => edit(({ remove }) => remove([...path, index]))}
            >
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </div>
        )
      })}
      <FieldError id={`${id}-error`}>{getProblem(path, true)}</FieldError>
      {next && (
        <Button
          kind="secondary"
          size="small"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => edit(({ add }) => add(path, { item: next.id, quantity: 1 }))}
          className="mt-3"
        >
          {t('list.add')}
        </Button>
      )}
    </fieldset>
  )
}
