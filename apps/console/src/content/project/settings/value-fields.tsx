import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { FieldError } from '@playhub/ui/form/field.tsx'
import { TextArea } from '@playhub/ui/form/text-area.tsx'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldLabels } from '../field-labels.ts'
import { NumberInput } from '../number-input.tsx'
import { getField, useProjectEditor } from '../project-editor.ts'
import type { SchemaField } from '../schema.ts'

export function NumberField({ field: { path, node } }: { field: SchemaField }) {
  const { fields, edit, getProblem } = useProjectEditor()
  const { label, hint } = useFieldLabels()
  const id = useId()
  const value = getField(fields, path)
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-15 font-medium">
        {label(path)}
      </label>
      <NumberInput
        id={id}
        value={typeof value === 'number' ? value : undefined}
        placeholder={typeof node.default === 'number' ? String(node.default) : undefined}
        onChange={(next) => edit(({ set, remove }) => (next === undefined ? remove(path) : set(path, next)))}
        problem={getProblem(path)}
        aria-describedby={hint(path) && `${id}-hint`}
        className="h-12 px-4"
      />
      {hint(path) && (
        <p id={`${id}-hint`} className="text-13 text-soft">
          {hint(path)}
        </p>
      )}
    </div>
  )
}

/** Several of a few values, in the order in which they were chosen. */
export function ChoicesField({ field: { path, node } }: { field: SchemaField }) {
  const { fields, edit, getProblem } = useProjectEditor()
  const { label, hint, option: nameOption } = useFieldLabels()
  const id = useId()
  const given = getField(fields, path) ?? node.default
  const chosen = Array.isArray(given) ? given.map(String) : []
  const change = (option: string, isChosen: boolean) =>
    edit(({ set }) => set(path, isChosen ? [...chosen, option] : chosen.filter((each) => each !== option)))
  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-hint`}>
      <legend className="text-15 font-medium">{label(path)}</legend>
      <div className="flex flex-wrap gap-x-5">
        {node.items?.enum?.map((option) => (
          <Checkbox
            key={option}
            label={nameOption(path, option)}
            checked={chosen.includes(option)}
            onChange={(event) => change(option, event.target.checked)}
          />
        ))}
      </div>
      <p id={`${id}-hint`} className="text-13 text-soft">
        {[chosen.map((option) => nameOption(path, option)).join(', '), hint(path)].filter(Boolean).join('. ')}
      </p>
      <FieldError id={`${id}-error`}>{getProblem(path, true)}</FieldError>
    </fieldset>
  )
}

/** A text on each line. An empty line, which is being typed, stays in the field alone. */
export function ListField(props: {
  label: string
  hint: string | undefined
  error: string | undefined
  lines: readonly string[]
  onChange: (lines: string[]) => void
}) {
  const { t } = useTranslation('content-project')
  const { label, hint, error, lines, onChange } = props
  const [typed, setTyped] = useState('')
  const isShown = readLines(typed).join('\n') === lines.join('\n')
  return (
    <TextArea
      label={label}
      hint={[hint, t('settings.perLine')].filter(Boolean).join(' ')}
      error={error}
      rows={2}
      spellCheck={false}
      value={isShown ? typed : lines.join('\n')}
      onChange={({ target: { value } }) => {
        setTyped(value)
        onChange(readLines(value))
      }}
    />
  )
}

const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
