import { FieldError } from '@playhub/ui/form/field.tsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../components/form/select-field.tsx'
import type { YamlPath } from '../../yaml/yaml-edit.ts'
import { NumberInput } from '../number-input.tsx'
import { getField, useProjectEditor } from '../project-editor.ts'

const audiences = ['everyone', 'first-purchase', 'paying', 'returning'] as const

/** Who gets an offer. */
export function AudienceField({ path }: { path: YamlPath }) {
  const { t } = useTranslation('content-project')
  const { fields, edit, getProblem } = useProjectEditor()
  const id = useId()
  const daysPath = [...path, 'returning', 'days']
  const days = getField(fields, daysPath)
  const value = getField(fields, path)
  const chosen =
    typeof value === 'object' ? 'returning' : (audiences.find((audience) => audience === value) ?? 'everyone')
  const choose = (audience: (typeof audiences)[number]) =>
    edit(({ set, remove }) => {
      if (audience === 'everyone') remove(path)
      else set(path, audience === 'returning' ? { returning: { days: 30 } } : audience)
    })
  return (
    <div className="grid gap-3">
      <SelectField
        label={t('offers.for')}
        hint={t(`offers.forHint.${chosen}`)}
        options={audiences.map((audience) => ({ value: audience, label: t(`offers.forOption.${audience}`) }))}
        value={chosen}
        onChange={choose}
      />
      {chosen === 'returning' && (
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-15 font-medium">
            {t('offers.days')}
          </label>
          <NumberInput
            id={id}
            value={typeof days === 'number' ? days : undefined}
            onChange={(next) => next !== undefined && edit(({ set }) => set(daysPath, next))}
            problem={getProblem(path, true)}
            className="h-12 px-4"
          />
        </div>
      )}
      <FieldError id={`${id}-error`}>
        {chosen === 'returning' ? undefined : getProblem(path, true)}
      </FieldError>
    </div>
  )
}
