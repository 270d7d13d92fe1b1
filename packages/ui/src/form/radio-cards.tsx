import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from './field.tsx'

export type RadioCard<Value extends string> = {
  value: Value
  title: ReactNode
  note?: ReactNode
  /** Before the title. */
  picture?: ReactNode
  /** An icon or a provider's logo. */
  mark?: ReactNode
}

/** A radio group with a card for each option. */
export function RadioCards<Value extends string>(props: {
  legend: ReactNode
  cards: RadioCard<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  name?: string
  error?: ReactNode
  isLegendHidden?: boolean
  /** The radio button in the tab order. */
  ref?: Ref<HTMLInputElement>
}) {
  const { legend, cards, value, onChange, error, isLegendHidden, ref } = props
  const id = useId()
  const entrance = value ?? cards[0]?.value
  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: `aria-invalid` is allowed on a radio group only
      role="radiogroup"
      className="min-w-0"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={isLegendHidden ? 'sr-only' : 'mb-2 text-15 font-medium'}>{legend}</legend>
      <div className="grid gap-2">
        {cards.map((card) => (
          <label
            key={card.value}
            className={cx(
              'relative flex min-h-16 cursor-pointer items-center gap-3 rounded-control border bg-ink-1 px-4 py-3',
              'transition-[border-color,background-color] duration-150 hover:bg-ink-2',
              'has-checked:border-warm has-checked:bg-[color-mix(in_oklab,var(--accent-from)_9%,var(--ink-1))]',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool',
              error ? 'border-fail' : 'border-line-strong',
            )}
          >
            <input
              ref={card.value === entrance ? ref : undefined}
              type="radio"
              name={props.name ?? id}
              value={card.value}
              checked={card.value === value}
              onChange={() => onChange(card.value)}
              className="size-5 shrink-0 appearance-none rounded-full border-2 border-line-strong bg-ink-0 outline-none transition-[border-width,border-color] duration-150 checked:border-[6px] checked:border-warm"
            />
            {card.picture}
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="block text-15 font-semibold">{card.title}</span>
              {card.note && <span className="block text-13 text-soft">{card.note}</span>}
            </span>
            {card.mark}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
