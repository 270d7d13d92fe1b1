import type { PictureShape } from '@playhub/contract/operator'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { Field, FieldError } from '@playhub/ui/form/field.tsx'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../components/form/select-field.tsx'
import { PictureField } from '../../pictures/picture-field.tsx'
import type { YamlValue } from '../../yaml/yaml-edit.ts'
import { useFieldLabels } from '../field-labels.ts'
import { getField, getList, getText, useProjectEditor } from '../project-editor.ts'
import { listFields, type SchemaField, type SchemaNode } from '../schema.ts'
import { LanguageFields } from '../texts/text-row.tsx'
import { OrderedEntries } from './ordered-entries.tsx'
import { PicturesField } from './pictures-field.tsx'
import { ChoicesField, ListField, NumberField } from './value-fields.tsx'
import { WordsField } from './words-field.tsx'

const shapes: Record<string, PictureShape> = {
  logo: 'logo',
  cardImage: 'card',
  heroImage: 'hero',
  shareArt: 'hero',
  background: 'hero',
}

/** The control for one field, by its schema. */
export function SchemaControl({ field }: { field: SchemaField }) {
  const { t } = useTranslation('content-project')
  const { project, languages, fields, edit, getProblem, isReadOnly } = useProjectEditor()
  const labels = useFieldLabels()
  const { path, kind, node } = field
  const value = getField(fields, path)
  const shared = { label: labels.label(path), hint: labels.hint(path), error: getProblem(path, true) }
  const set = (next: YamlValue | undefined) =>
    edit((file) => (next === undefined || next === '' ? file.remove(path) : file.set(path, next)))
  switch (kind) {
    case 'switch':
      return (
        <div>
          <Checkbox
            label={shared.label}
            checked={(value ?? node.default) === true}
            onChange={({ target: { checked } }) => set(checked === node.default ? undefined : checked)}
            error={shared.error}
          />
          {shared.hint && <p className="ps-9 text-13 text-soft">{shared.hint}</p>}
        </div>
      )
    case 'number':
      return <NumberField field={field} />
    case 'text':
    case 'date':
      return (
        <Field
          {...shared}
          type={kind === 'date' ? 'date' : 'text'}
          value={getText(fields, path)}
          onChange={(event) => set(event.target.value)}
          autoComplete="off"
        />
      )
    case 'choice':
      return (
        <div>
          <SelectField
            label={shared.label}
            {...(shared.hint && { hint: shared.hint })}
            options={[
              { value: '', label: t('settings.default', { value: describeDefault(node.default) }) },
              ...(node.enum ?? []).map((each) => ({ value: each, label: labels.option(path, each) })),
            ]}
            value={getText(fields, path)}
            onChange={set}
          />
          <FieldError id={path.join('.')}>{shared.error}</FieldError>
        </div>
      )
    case 'choices':
      return <ChoicesField field={field} />
    case 'list':
      return <ListField {...shared} lines={getList(fields, path).map(String)} onChange={set} />
    case 'picture':
      return (
        <div className="grid min-w-0 gap-2">
          <PictureField
            {...shared}
            project={project}
            shape={shapes[String(path.at(-1))] ?? 'square'}
            value={getText(fields, path) || undefined}
            onChange={set}
            isReadOnly={isReadOnly}
            isRequired={field.isRequired}
          />
          {field.alt && <LanguageFields path={field.alt} />}
        </div>
      )
    case 'pictures':
      return <PicturesField field={field} />
    case 'words':
      return <WordsField path={path} />
    case 'textList':
      return (
        <OrderedEntries path={path} onAdd={({ add }) => add(path, { [languages[0] ?? 'en']: '' })}>
          {(index) => <LanguageFields path={[...path, index]} />}
        </OrderedEntries>
      )
    case 'entries':
      return <EntriesField field={field} />
    default:
      return (
        <p className="text-15">
          {shared.label} <span className="text-13 text-soft">{t('settings.inSource')}</span>
        </p>
      )
  }
}

const describeDefault = (value: unknown) => (typeof value === 'string' ? value : '–')

/** Groups of texts and pictures, such as links. */
function EntriesField({ field: { path, node } }: { field: SchemaField }) {
  const entry: SchemaNode = node.items ?? {}
  const texts = listFields(entry).filter(({ kind, isRequired }) => kind === 'text' && isRequired)
  const empty = Object.fromEntries(texts.map(({ path: [name = ''] }) => [name, '']))
  return (
    <OrderedEntries path={path} onAdd={({ add }) => add(path, empty)}>
      {(index) => (
        <div className="grid items-start gap-4 md:grid-cols-2">
          {listFields(entry, [...path, index]).map((field) => (
            <SchemaControl key={String(field.path.at(-1))} field={field} />
          ))}
        </div>
      )}
    </OrderedEntries>
  )
}
