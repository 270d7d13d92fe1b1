import { cx } from '@playhub/ui/cx.ts'
import { controlClass, FieldError } from '@playhub/ui/form/field.tsx'
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  value: number | undefined
  /** Called with each number that is typed; undefined for an empty field. */
  onChange: (value: number | undefined) => void
  problem?: string | undefined
  /** Shown inside, at the end. */
  unit?: ReactNode
}

/** A number as people type it: "1.99" or "1,99". What is no number stays in the field, and is not saved. */
export function NumberInput({ value, onChange, problem, unit, className, ...rest }: Props) {
  const { t } = useTranslation('content-project')
  const errorId = useId()
  const [typed, setTyped] = useState('')
  const number = parseNumber(typed)
  const isShown = number === value || number === null
  const error = number === null ? t('notNumber') : problem
  const change = (text: string) => {
    setTyped(text)
    const next = parseNumber(text)
    if (next !== null) onChange(next)
  }
  return (
    <div className="min-w-0">
      <span className="relative block">
        <input
          {...rest}
          inputMode="decimal"
          autoComplete="off"
          value={isShown ? typed : String(value ?? '')}
          onChange={(event) => change(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : rest['aria-describedby']}
          className={cx(
            controlClass,
            'numeric border-line-strong aria-invalid:border-fail',
            unit ? 'pe-8' : 'pe-3',
            className,
          )}
        />
        {unit && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-soft"
          >
            {unit}
          </span>
        )}
      </span>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** @returns undefined for an empty text, null for one that is no number */
export function parseNumber(text: string): number | undefined | null {
  const bare = text.replace(/\s/g, '').replace(',', '.')
  if (bare === '') return undefined
  return /^-?\d+(\.\d*)?$/.test(bare) ? Number(bare) : null
}
