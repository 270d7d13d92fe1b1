import { cx } from '@playhub/ui/cx.ts'
import { useId } from 'react'

/** A choice of a few short options. */
export function Segments<Value extends string>(props: {
  legend: string
  isLegendHidden?: boolean
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={props.isLegendHidden ? 'sr-only' : 'mb-1.5 text-15 font-medium'}>
        {props.legend}
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {props.options.map(({ value, label }) => (
          <label
            key={value}
            className={cx(
              'relative inline-flex h-9 cursor-pointer items-center rounded-md border px-3 text-14 transition-colors duration-150 max-md:h-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool',
              value === props.value
                ? 'border-text bg-ink-2 text-text'
                : 'border-line text-soft hover:border-line-strong hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
