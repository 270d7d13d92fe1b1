import { Check } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from './field.tsx'

/** A checkbox. Its label may contain links. */
export function Checkbox(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & {
    label: ReactNode
    error?: ReactNode
    ref?: Ref<HTMLInputElement>
  },
) {
  const { label, error, className, ref, ...rest } = props
  const id = useId()
  return (
    <div className={className}>
      <span className="relative flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...rest}
          id={id}
          ref={ref}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={cx(
            'peer size-6 shrink-0 appearance-none rounded-[7px] border bg-ink-0 transition-colors duration-150',
            'checked:border-transparent checked:bg-linear-to-br checked:from-[var(--accent-from)] checked:to-[var(--accent-to)]',
            error ? 'border-fail' : 'border-line-strong',
          )}
        />
        <Check
          size={18}
          strokeWidth={3}
          aria-hidden="true"
          className="pointer-events-none absolute start-[3px] top-[13px] text-on-accent opacity-0 peer-checked:opacity-100"
        />
        <label htmlFor={id} className="text-15 text-soft">
          {label}
        </label>
      </span>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
