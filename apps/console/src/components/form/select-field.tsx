import { cx } from '@playhub/ui/cx.ts'
import { controlClass, FieldFrame } from '@playhub/ui/form/field.tsx'
import { useId } from 'react'

/** A choice in a form. */
export function SelectField<Value extends string>(props: {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  hint?: string
  className?: string
}) {
  const id = useId()
  const select = (value: string) => {
    const chosen = props.options.find((option) => option.value === value)
    if (chosen) props.onChange(chosen.value)
  }
  return (
    <FieldFrame id={id} label={props.label} hint={props.hint} className={cx('min-w-0', props.className)}>
      <select
        id={id}
        value={props.value}
        onChange={(event) => select(event.target.value)}
        aria-describedby={props.hint && `${id}-hint`}
        className={cx(controlClass, 'h-12 border-line-strong px-3')}
      >
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
