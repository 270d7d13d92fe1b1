import { cx } from '@playhub/ui/cx.ts'
import { controlClass, FieldError } from '@playhub/ui/form/field.tsx'
import { CircleDashed } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatLanguage } from '../../../lib/format.ts'
import type { YamlEdit, YamlPath } from '../../yaml/yaml-edit.ts'
import { useFieldLabels } from '../field-labels.ts'
import { getField, getText, useProjectEditor } from '../project-editor.ts'
import { isMissing } from './missing-texts.ts'

/** One text in all languages, with its title. */
export function TextRow({ path }: { path: YamlPath }) {
  const id = useId()
  const { getProblem } = useProjectEditor()
  const { hint } = useFieldLabels()
  const title = useTextTitle(path)
  const problem = getProblem(path)
  return (
    <section aria-labelledby={id} className="border-t border-line py-4">
      <h2 id={id} className="text-15 font-medium">
        {title}
      </h2>
      {hint(path) && <p className="text-13 text-soft">{hint(path)}</p>}
      <FieldError id={`${id}-error`}>{problem}</FieldError>
      <LanguageFields path={path} isTitled />
    </section>
  )
}

/** One text in all languages, side by side. @param isTitled  Its title stands above. */
export function LanguageFields({ path, isTitled = false }: { path: YamlPath; isTitled?: boolean }) {
  const { fields, languages } = useProjectEditor()
  const { label } = useFieldLabels()
  const title = useTextTitle(path)
  return (
    <div>
      {!isTitled && <p className="text-13">{typeof path.at(-1) === 'number' ? title : label(path)}</p>}
      <div className="mt-2 grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))]">
        {languages.map((language) => (
          <LanguageField
            key={language}
            title={title}
            path={[...path, language]}
            language={language}
            isMissing={isMissing(fields, path, language)}
          />
        ))}
      </div>
    </div>
  )
}

function LanguageField(props: { title: string; path: YamlPath; language: string; isMissing: boolean }) {
  const { t, i18n } = useTranslation('content-project')
  const { title, path, language, isMissing } = props
  const { fields, edit, getProblem } = useProjectEditor()
  const id = useId()
  const name = formatLanguage(language, i18n.language)
  const problem = getProblem(path)
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 flex items-center gap-2 text-13 text-soft">
        <span>
          <span className="sr-only">{title}: </span>
          {name}
        </span>
        {isMissing && (
          <span className="inline-flex items-center gap-1 text-pending">
            <CircleDashed size={14} aria-hidden="true" />
            {t('texts.isMissing')}
          </span>
        )}
      </label>
      <textarea
        id={id}
        lang={language}
        rows={1}
        value={getText(fields, path)}
        onChange={({ target: { value } }) => edit((file) => writeText(file, fields, path, value))}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        className={cx(
          controlClass,
          'field-sizing-content max-h-96 min-h-11 resize-y px-3 py-2',
          problem ? 'border-fail' : isMissing ? 'border-pending' : 'border-line-strong',
        )}
      />
      <FieldError id={`${id}-error`}>{problem}</FieldError>
    </div>
  )
}

/** A picture without a text may be its path alone. */
function writeText({ set, remove }: YamlEdit, fields: unknown, path: YamlPath, text: string): void {
  const picture = getField(fields, path.slice(0, -2))
  if (text === '') remove(path)
  else if (typeof picture === 'string')
    set(path.slice(0, -2), { image: picture, alt: { [path.at(-1) ?? '']: text } })
  else set(path, text)
}

/** "Title · islandm3-hints": the field, and the entry of a list that it belongs to. */
function useTextTitle(path: YamlPath): string {
  const { fields } = useProjectEditor()
  const { label } = useFieldLabels()
  const place = path.findLastIndex((name) => typeof name === 'number')
  if (place === -1) return label(path)
  const entry = path.slice(0, place + 1)
  const name = getText(getField(fields, entry), ['id']) || String(Number(path[place]) + 1)
  return `${label(path)} · ${name}`
}
