import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from './cx.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'regular' | 'large' | 'small'

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-control font-semibold select-none [&>svg]:shrink-0 ' +
  'transition-[background-color,filter,transform,border-color,color] duration-150 ease-out active:translate-y-px'
const kinds: Record<ButtonKind, string> = {
  primary: 'accent hover:brightness-108',
  secondary: 'bg-ink-2 text-text border border-line hover:bg-ink-3 hover:border-line-strong',
  quiet: 'text-soft hover:text-text hover:bg-ink-2',
  danger: 'border border-fail text-fail hover:bg-fail/12',
}
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3 text-14',
  regular: 'min-h-12 px-5 text-15',
  large: 'min-h-14 px-7 text-18',
}
/** The label on a main action, or on a button as wide as its column, may have two lines. */
const twoLines = 'py-2 text-center'
const disabledClass =
  'disabled:border disabled:border-dashed disabled:border-line-strong disabled:bg-none disabled:bg-ink-2 disabled:text-soft ' +
  'disabled:filter-none disabled:active:translate-y-0'

/** Button classes, for other elements. */
export function buttonClass(
  kind: ButtonKind = 'primary',
  size: ButtonSize = 'regular',
  isWide = false,
): string {
  const lines = isWide || size === 'large' ? twoLines : 'whitespace-nowrap'
  return cx(base, kinds[kind], sizes[size], lines, isWide && 'w-full')
}

type Appearance = { kind?: ButtonKind; size?: ButtonSize; icon?: ReactNode; isWide?: boolean }

/** A disabled button must give a reason, which is shown as a tooltip and read by screen readers. */
type Enabled =
  | { isDisabled?: false; disabledReason?: never }
  | { isDisabled: boolean; disabledReason: string }

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> &
  Appearance &
  Enabled & {
    /** Shows a spinner and ignores clicks; the width stays. */
    isLoading?: boolean
  }

export function Button(props: ButtonProps) {
  const {
    kind,
    size,
    icon,
    isWide,
    isDisabled,
    disabledReason,
    isLoading,
    className,
    children,
    type,
    onClick,
    ...rest
  } = props
  const reasonId = useId()
  const isReasonShown = Boolean(isDisabled && disabledReason)
  return (
    <>
      <button
        {...rest}
        type={type ?? 'button'}
        className={cx(
          buttonClass(kind, size, isWide),
          disabledClass,
          isLoading && 'cursor-progress',
          className,
        )}
        disabled={isDisabled}
        aria-busy={isLoading || undefined}
        aria-disabled={isLoading || undefined}
        aria-describedby={isReasonShown ? reasonId : rest['aria-describedby']}
        title={isReasonShown ? disabledReason : rest.title}
        onClick={isLoading ? (event) => event.preventDefault() : onClick}
      >
        <span className={cx('inline-flex items-center gap-2', isLoading && 'opacity-0')}>
          {icon}
          {children}
        </span>
        {isLoading && <InlineSpinner />}
      </button>
      {isReasonShown && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  )
}

/** A link with a button's look. */
export function LinkButton(props: AnchorHTMLAttributes<HTMLAnchorElement> & Appearance & { href: string }) {
  const { kind, size, icon, isWide, className, children, ...rest } = props
  return (
    <a {...rest} className={cx(buttonClass(kind, size, isWide), className)}>
      {icon}
      {children}
    </a>
  )
}

/** A square button with an icon. The label is its accessible name and tooltip. */
export function IconButton(
  props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & { label: string },
) {
  const { label, className, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(iconButtonClass, className)}
    >
      {children}
    </button>
  )
}

export const iconButtonClass =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-soft transition-colors duration-150 ' +
  'hover:bg-ink-2 hover:text-text'

function InlineSpinner() {
  return (
    <span aria-hidden="true" className="absolute inset-0 grid place-items-center">
      <span className="size-5 animate-spin rounded-full border-2 border-current/25 border-t-current" />
    </span>
  )
}
