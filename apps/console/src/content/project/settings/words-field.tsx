import { FieldError } from '@playhub/ui/form/field.tsx'
import { useTranslation } from 'react-i18next'
import { formatLanguage } from '../../../lib/format.ts'
import type { YamlPath } from '../../yaml/yaml-edit.ts'
import { useFieldLabels } from '../field-labels.ts'
import { getList, useProjectEditor } from '../project-editor.ts'
import { ListField } from './value-fields.tsx'

/** Words in each language, side by side. */
export function WordsField({ path }: { path: YamlPath }) {
  const { i18n } = useTranslation()
  const { fields, languages, edit, getProblem } = useProjectEditor()
  const { label, hint } = useFieldLabels()
  return (
    <fieldset className="min-w-0 md:col-span-2">
      <legend className="text-15 font-medium">{label(path)}</legend>
      <p className="text-13 text-soft">{hint(path)}</p>
      <div className="mt-2 grid gap-4 md:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
        {languages.map((language) => {
          const own = [...path, language]
          const words = getList(fields, own).map(String)
          return (
            <ListField
              key={language}
              label={formatLanguage(language, i18n.language)}
              hint={undefined}
              error={getProblem(own, true)}
              lines={words}
              onChange={(lines) => edit(({ set }) => set(own, lines))}
            />
          )
        })}
      </div>
      <FieldError id={path.join('.')}>{getProblem(path)}</FieldError>
    </fieldset>
  )
}
