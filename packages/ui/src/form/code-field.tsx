import { type ReactNode, type Ref, useId, useState } from 'react'
import { cx } from '../cx.ts'
import { describedBy, FieldFrame } from './field.tsx'

/**
 * A field for a one-time code. It looks like six boxes over a single input, so pasting, autofill, code
 * suggestions on phones and screen readers work.
 */
export function CodeField(props: {
  label: ReactNode
  value: string
  onChange: (code: string) => void
  /** Called with the complete code. */
  onComplete?: (code: string) => void
  hint?: ReactNode
  error?: ReactNode
  length?: number
  name?: string
  autoFocus?: boolean
  isDisabled?: boolean
  ref?: Ref<HTMLInputElement>
}) {
  const { label, value, onChange, onComplete, hint, error, length = 6, name = 'code', ref } = props
  const id = useId()
  const [isFocused, setIsFocused] = useState(false)
  const accept = (raw: string) => {
    const code = raw.replace(/\D/g, '').slice(0, length)
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.(code)
  }
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative w-full max-w-90">
        <input
          id={id}
          ref={ref}
          name={name}
          value={value}
          onChange={(event) => accept(event.target.value)}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          disabled={props.isDisabled}
          // biome-ignore lint/a11y/noAutofocus: the only field of its screen
          autoFocus={props.autoFocus}
          autoComplete="one-time-code"
          inputMode="numeric"
          pattern={`[0-9]{${length}}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          className="absolute inset-0 z-10 w-full cursor-text bg-transparent text-[1rem] text-transparent caret-transparent outline-none selection:bg-transparent"
        />
        <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-2">
          {Array.from({ length }, (_, place) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: boxes are identical
              key={place}
              className={cx(
                'numeric grid h-14 place-items-center rounded-control border bg-ink-0 text-24 font-semibold transition-colors duration-150',
                error ? 'border-fail' : 'border-line-strong',
                isFocused && place === Math.min(value.length, length - 1) && 'border-cool ring-2 ring-cool',
              )}
            >
              {value[place] ?? ''}
            </span>
          ))}
        </div>
      </div>
    </FieldFrame>
  )
}
