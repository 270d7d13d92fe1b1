import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { FieldError } from '@playhub/ui/form/field.tsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../../components/form/segments.tsx'
import type { YamlPath } from '../../yaml/yaml-edit.ts'
import { readItems } from '../items/read-items.ts'
import { getField, getList, useProjectEditor } from '../project-editor.ts'

/** All items, or some of them. */
export function ItemsField({ path, canBeAll }: { path: YamlPath; canBeAll: boolean }) {
  const { t, i18n } = useTranslation('content-project')
  const { fields, languages, edit, getProblem } = useProjectEditor()
  const id = useId()
  const items = readItems(fields, [i18n.language, ...languages])
  const isAll = getField(fields, path) === 'all'
  const chosen = getList(fields, path).map(String)
  const unknown = chosen.filter((each) => !items.some((item) => item.id === each))
  const change = (item: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, item] : chosen.filter((each) => each !== item)
    // The last one stays: an offer without items is none.
    if (next.length > 0) edit(({ set }) => set(path, next))
  }
  const [first] = items
  return (
    <fieldset className="grid min-w-0 gap-2 md:col-span-2">
      <legend className="mb-1.5 text-15 font-medium">{t('offers.items')}</legend>
      {canBeAll && (
        <Segments
          legend={t('offers.items')}
          isLegendHidden
          options={(['all', 'some'] as const).map((value) => ({
            value,
            label: t(`offers.itemsOption.${value}`),
          }))}
          value={isAll ? 'all' : 'some'}
          onChange={(value) =>
            edit(({ set }) => set(path, value === 'all' ? 'all' : first ? [first.id] : []))
          }
        />
      )}
      {!isAll && (
        <div className="flex flex-wrap gap-x-5">
          {[...items, ...unknown.map((each) => ({ id: each, title: each }))].map((item) => (
            <Checkbox
              key={item.id}
              label={item.title}
              checked={chosen.includes(item.id)}
              onChange={(event) => change(item.id, event.target.checked)}
            />
          ))}
        </div>
      )}
      <FieldError id={id}>{getProblem(path, true)}</FieldError>
    </fieldset>
  )
}
