import { CircleAlert, Eye, EyeOff, X } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { TextLimitNote, useTextLimit } from './text-limit.tsx'

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: ReactNode
  hint?: ReactNode
  /** Shown below the field and linked by `aria-describedby`. */
  error?: ReactNode
  /** The field takes more and says how much is too long. */
  maxLength?: number | undefined
  /** Counts as the form's rule does; characters by default. */
  count?: (text: string) => number
  /** Adds a clear button, which keeps the focus in the field. */
  onClear?: () => void
  ref?: Ref<HTMLInputElement>
}

export const controlClass =
  'w-full rounded-control border bg-ink-0 text-text text-[1rem] placeholder:text-soft/80 ' +
  'transition-[border-color,background-color] duration-150 hover:border-text'

/** A text field. A password field has a button for revealing the password. */
export function Field(props: FieldProps) {
  const { label, hint, error, maxLength, count, onClear, className, type = 'text', ref, ...rest } = props
  const { t } = useTranslation()
  const id = useId()
  const [isRevealed, setIsRevealed] = useState(false)
  const input = useRef<HTMLInputElement | null>(null)
  const limit = useTextLimit(input, maxLength, count)
  const emailAttributes =
    type === 'email' && ({ inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const)
  const isPassword = type === 'password'
  const isFilled = rest.value === undefined ? true : String(rest.value).length > 0
  const clear = () => {
    onClear?.()
    input.current?.focus()
  }
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} limit={limit} className={className}>
      <span className="relative block">
        <input
          {...emailAttributes}
          {...rest}
          id={id}
          ref={mergeRefs(input, ref)}
          type={isPassword && isRevealed ? 'text' : type}
          aria-invalid={error || limit.isTooLong ? true : undefined}
          aria-describedby={describedBy(id, hint, error, limit.text)}
          className={cx(
            controlClass,
            'h-12 px-4',
            (isPassword || onClear) && 'pe-12',
            error || limit.isTooLong ? 'border-fail' : 'border-line-strong',
          )}
        />
        {isPassword && (
          <InsetButton
            label={t(isRevealed ? 'field.hidePassword' : 'field.showPassword')}
            onClick={() => setIsRevealed(!isRevealed)}
          >
            {isRevealed ? <EyeOff size={20} /> : <Eye size={20} />}
          </InsetButton>
        )}
        {!isPassword && onClear && isFilled && (
          <InsetButton label={t('field.clear')} onClick={clear}>
            <X size={18} />
          </InsetButton>
        )}
      </span>
    </FieldFrame>
  )
}

/** A button inside a field, at its end. */
function InsetButton(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      onClick={props.onClick}
      className="absolute end-0.5 top-0.5 grid size-11 place-items-center rounded-control text-soft hover:text-text"
    >
      {props.children}
    </button>
  )
}

/** Label, hint and error around a control, which must have the same `id`. */
export function FieldFrame(props: {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  limit?: ReturnType<typeof useTextLimit>
  className?: string
  children: ReactNode
}) {
  const { id, label, hint, error, limit, className, children } = props
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-15 font-medium">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-soft">
          {hint}
        </p>
      )}
      {limit && <TextLimitNote id={`${id}-limit`} limit={limit} />}
      {/* The excess says more than a rule. */}
      <FieldError id={`${id}-error`}>{limit?.isTooLong ? undefined : error}</FieldError>
    </div>
  )
}

/** Screen readers announce the error when it appears. */
export function FieldError(props: { id: string; children?: ReactNode }) {
  return (
    <p id={props.id} role="alert" className="flex items-start gap-1.5 text-13 text-fail empty:hidden">
      {props.children && (
        <>
          <CircleAlert size={16} aria-hidden="true" className="mt-px shrink-0" />
          <span>{props.children}</span>
        </>
      )}
    </p>
  )
}

export function describedBy(
  id: string,
  hint: ReactNode,
  error: ReactNode,
  limit?: string,
): string | undefined {
  const ids = [hint && `${id}-hint`, limit && `${id}-limit`, error && `${id}-error`]
  return ids.filter(Boolean).join(' ') || undefined
}

export function mergeRefs<T>(...refs: (Ref<T> | undefined)[]) {
  return (element: T | null) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    }
  }
}
