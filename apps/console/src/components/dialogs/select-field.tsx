import { cx } from '@playhub/ui/cx.ts'
import { controlClass, FieldFrame } from '@playhub/ui/form/field.tsx'
import { type SelectHTMLAttributes, useId } from 'react'

/** A choice of one in a list. */
export function SelectField(
  props: Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
    label: string
    options: readonly { value: string; label: string }[]
  },
) {
  const { label, options, className, ...rest } = props
  const id = useId()
  return (
    <FieldFrame id={id} label={label} className={className}>
      <select {...rest} id={id} className={cx(controlClass, 'h-12 border-line-strong px-3.5')}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
