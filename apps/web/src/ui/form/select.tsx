import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react'
import { cx } from '../cx.ts'
import { controlClass, describedBy, FieldFrame } from './field.tsx'

/** A native select, for the best support on phones and by screen readers. */
export function Select(
  props: Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
    label: ReactNode
    options: { value: string; label: string }[]
    hint?: ReactNode
    error?: ReactNode
    /** A first option that cannot be selected. */
    placeholder?: string
    ref?: Ref<HTMLSelectElement>
  },
) {
  const { label, options, hint, error, placeholder, className, ref, ...rest } = props
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <span className="relative block">
        <select
          {...rest}
          id={id}
          ref={ref}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          className={cx(
            controlClass,
            'h-12 appearance-none ps-4 pe-11',
            error ? 'border-fail' : 'border-line-strong',
          )}
        >
          {placeholder && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className="pointer-events-none absolute end-3.5 top-3.5 text-soft"
        />
      </span>
    </FieldFrame>
  )
}
