import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'

/** Days as the API writes them: `YYYY-MM-DD`, in the publisher's time zone. */
export type Period = { from: string; to: string }
/** @property further  Parameters of the address that go with the period. */
type Preset = Period & { name: string; label: string; further?: Record<string, string> }

/** Periods that are often looked at. */
export function PeriodPresets({ from, to, presets }: Period & { presets: readonly Preset[] }) {
  const { t } = useTranslation()
  const choosePeriod = useChoosePeriod()
  return (
    <fieldset>
      <legend className="sr-only">{t('period.presets')}</legend>
      <div className="flex flex-wrap gap-1">
        {presets.map((preset) => (
          <PillButton
            key={preset.name}
            isPressed={preset.from === from && preset.to === to}
            onClick={() => choosePeriod(preset, preset.further)}
          >
            {preset.label}
          </PillButton>
        ))}
      </div>
    </fieldset>
  )
}

/** The first and the last day of a period. */
export function PeriodDays(period: Period) {
  const { t } = useTranslation()
  return (
    <>
      <DayField name="from" label={t('period.from')} period={period} />
      <DayField name="to" label={t('period.to')} period={period} />
    </>
  )
}

/** Both ends are set: one alone would move with the day. */
function useChoosePeriod() {
  const [search, setSearch] = useSearchParams()
  return ({ from, to }: Period, further: Record<string, string> = {}) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries({ from, to, ...further })) next.set(name, value)
    setSearch(next, { preventScrollReset: true })
  }
}

/** A day, applied when complete: the browser reports each typed digit. */
function DayField({ name, label, period }: { name: 'from' | 'to'; label: string; period: Period }) {
  const choosePeriod = useChoosePeriod()
  const apply = (day: string) => {
    if (day === '' || day === period[name]) return
    const chosen = { ...period, [name]: day }
    choosePeriod(chosen.from <= chosen.to ? chosen : { from: day, to: day })
  }
  return (
    <label className="inline-flex items-center gap-2 text-13 text-soft">
      {label}
      <input
        key={period[name]}
        type="date"
        required
        defaultValue={period[name]}
        onBlur={(event) => apply(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
        className="h-9 rounded-md border border-line bg-ink-0 px-2.5 text-15 text-text hover:border-text max-md:h-11"
      />
    </label>
  )
}

export function PillButton(props: { isPressed: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={props.isPressed}
      onClick={props.onClick}
      className={cx(
        'h-9 rounded-md border px-3 text-14 transition-colors duration-150 max-md:h-11',
        props.isPressed
          ? 'border-line bg-ink-2 text-text'
          : 'border-transparent text-soft hover:bg-ink-1 hover:text-text',
      )}
    >
      {props.children}
    </button>
  )
}
