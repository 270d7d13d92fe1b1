import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { FieldError } from '@playhub/ui/form/field.tsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../components/form/select-field.tsx'
import { NumberInput } from '../number-input.tsx'
import { getField, useProjectEditor } from '../project-editor.ts'
import { QuantitiesField } from './quantities-field.tsx'
import type { Item } from './read-items.ts'

const periods = ['none', 'day', 'week', 'ever'] as const

/** What a bundle holds, and how many of an item a player can buy; saved in the draft at once. */
export function TermsDialog(props: { item: Item; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('content-project')
  const { fields, edit, getProblem } = useProjectEditor()
  const { index, id: itemId, title } = props.item
  const id = useId()
  const limitPath = ['items', index, 'limit'] as const
  const count = getField(fields, [...limitPath, 'count'])
  const per = periods.find((period) => period === getField(fields, [...limitPath, 'per'])) ?? 'none'
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={title}
      className="max-w-2xl"
      actions={
        <Button size="small" onClick={props.onClose}>
          {t('items.pictureDone')}
        </Button>
      }
    >
      <div className="grid gap-5 text-start">
        <QuantitiesField
          path={['items', index, 'contains']}
          label={t('items.contains')}
          hint={t('items.containsHint')}
          without={itemId}
        />
        <div className="flex flex-wrap items-start gap-3">
          <SelectField
            label={t('items.limit')}
            options={periods.map((value) => ({ value, label: t(`items.limitPer.${value}`) }))}
            value={per}
            onChange={(value) =>
              edit(({ set, remove }) =>
                value === 'none'
                  ? remove(limitPath)
                  : set(limitPath, { count: typeof count === 'number' ? count : 1, per: value }),
              )
            }
            className="grow basis-48"
          />
          {per !== 'none' && (
            <div className="grid w-28 gap-1.5">
              <label htmlFor={id} className="text-15 font-medium">
                {t('items.limitCount')}
              </label>
              <NumberInput
                id={id}
                value={typeof count === 'number' ? count : undefined}
                onChange={(value) =>
                  value !== undefined && edit(({ set }) => set([...limitPath, 'count'], value))
                }
                problem={getProblem([...limitPath, 'count'])}
                className="h-12 px-4"
              />
            </div>
          )}
        </div>
        <FieldError id={`${id}-error`}>{getProblem(limitPath)}</FieldError>
      </div>
    </Dialog>
  )
}
