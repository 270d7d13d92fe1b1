import { operatorLimits } from '@playhub/contract/operator/limits'
import { cx } from '@playhub/ui/cx.ts'
import { TextLimitNote, useTextLimit } from '@playhub/ui/form/text-limit.tsx'
import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../../lib/filters.ts'

const control =
  'h-9 max-md:h-11 rounded-md border bg-ink-0 text-15 text-text transition-colors duration-150 hover:border-text'

/** One choice of a filter. */
export function FilterSelect(props: {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Label of the empty value, where it does not mean all. */
  emptyLabel?: string
}) {
  const { t } = useTranslation()
  const filters = useFilters()
  const value = filters.get(props.name)
  return (
    <label className="inline-flex min-w-0 items-center max-md:grow">
      <span className="sr-only">{props.label}</span>
      <select
        value={value}
        onChange={(event) => filters.set(props.name, event.target.value)}
        className={cx(control, 'px-2.5 max-md:w-full md:max-w-56', value ? 'border-text' : 'border-line')}
      >
        <option value="">{props.emptyLabel ?? t('filter.all', { name: props.label })}</option>
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A day in the publisher's time zone. */
export function FilterDay(props: { name: string; label: string }) {
  const filters = useFilters()
  const value = filters.get(props.name)
  return (
    <label className="inline-flex items-center gap-2 text-13 text-soft max-md:grow">
      {props.label}
      <input
        type="date"
        value={value}
        onChange={(event) => filters.set(props.name, event.target.value)}
        className={cx(control, 'px-2.5 max-md:min-w-0 max-md:grow', value ? 'border-text' : 'border-line')}
      />
    </label>
  )
}

/** Searches when Enter is pressed or the field is left. */
export function FilterSearch(props: { name?: string; label: string }) {
  const { t } = useTranslation()
  const filters = useFilters()
  const limitId = useId()
  const input = useRef<HTMLInputElement>(null)
  const limit = useTextLimit(input, operatorLimits.search)
  const name = props.name ?? 'q'
  const value = filters.get(name)
  const apply = () => {
    const text = input.current?.value.trim() ?? ''
    if (text !== value && !limit.isTooLong) filters.set(name, text)
  }
  return (
    <div className="grid min-w-0 grow gap-1 md:max-w-80">
      <form
        className="relative"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <Search
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute start-2.5 top-1/2 -translate-y-1/2 text-soft"
        />
        <input
          // A new value from the address replaces the draft.
          key={value}
          ref={input}
          type="search"
          defaultValue={value}
          aria-label={props.label}
          aria-invalid={limit.isTooLong || undefined}
          aria-describedby={limit.text ? limitId : undefined}
          placeholder={props.label}
          onBlur={apply}
          className={cx(
            control,
            'w-full border-line px-8 text-ellipsis [&::-webkit-search-cancel-button]:hidden',
          )}
        />
        {value && (
          <button
            type="button"
            aria-label={t('field.clear')}
            onClick={() => filters.set(name, '')}
            className="absolute end-0.5 top-1/2 grid size-8 -translate-y-1/2 place-items-center rounded-md text-soft hover:text-text"
          >
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </form>
      <TextLimitNote id={limitId} limit={limit} />
    </div>
  )
}
