import { currencies } from '@playhub/contract/money'
import { paymentProviders } from '@playhub/contract/payment-methods'
import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FilterBar } from '../components/list/filter-bar.tsx'
import { FilterSelect } from '../components/list/filters.tsx'
import { useProviderName } from '../components/values/provider-name.ts'
import { useFilters } from '../lib/filters.ts'
import { useMe } from '../lib/me.ts'
import { useNow } from '../lib/use-now.ts'
import { addDays, getLastMonth, getToday } from './days.ts'

type Period = { from: string; to: string }
type Props = Period & { timeZone: string }

/** Presets, days and what the rows are made of. */
export function FinanceFilters({ from, to, timeZone }: Props) {
  const { t } = useTranslation('finance')
  const nameProvider = useProviderName()
  const { projects } = useMe()
  return (
    <div className="no-print grid gap-2">
      <Presets from={from} to={to} timeZone={timeZone} />
      <FilterBar
        filters={
          <>
            <DayField name="from" label={t('from')} period={{ from, to }} />
            <DayField name="to" label={t('to')} period={{ from, to }} />
            <FilterSelect
              name="project"
              label={t('project')}
              options={projects.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <FilterSelect
              name="provider"
              label={t('provider')}
              options={paymentProviders.map((value) => ({ value, label: nameProvider(value) }))}
            />
            <FilterSelect
              name="currency"
              label={t('currency')}
              options={currencies.map((value) => ({ value, label: value }))}
            />
            <Choice name="by" values={['', 'month']} labels={[t('byDay'), t('byMonth')]} label={t('by')} />
            <Choice
              name="items"
              values={['', 'true']}
              labels={[t('noItems'), t('items')]}
              label={t('rows')}
            />
            <Choice
              name="countries"
              values={['', 'true']}
              labels={[t('noCountries'), t('countries')]}
              label={t('country')}
            />
          </>
        }
      />
    </div>
  )
}

function Presets({ from, to, timeZone }: Props) {
  const { t } = useTranslation('finance')
  const choosePeriod = useChoosePeriod()
  const today = getToday(useNow(), timeZone)
  const yesterday = addDays(today, -1)
  const presets = [
    { name: 'yesterday', from: yesterday, to: yesterday, isByItem: true },
    { name: 'thirtyDays', from: addDays(today, -29), to: today },
    { name: 'lastMonth', ...getLastMonth(today) },
  ] as const
  return (
    <fieldset>
      <legend className="sr-only">{t('presets')}</legend>
      <div className="flex flex-wrap gap-1">
        {presets.map((preset) => (
          <PillButton
            key={preset.name}
            isPressed={preset.from === from && preset.to === to}
            onClick={() => choosePeriod(preset)}
          >
            {t(`preset.${preset.name}`)}
          </PillButton>
        ))}
      </div>
    </fieldset>
  )
}

/** Both ends are set: one alone would move with the day. A single day is shown by item. */
function useChoosePeriod() {
  const [search, setSearch] = useSearchParams()
  return ({ from, to, isByItem }: Period & { isByItem?: boolean }) => {
    const next = new URLSearchParams(search)
    next.set('from', from)
    next.set('to', to)
    if (isByItem) next.set('items', 'true')
    setSearch(next, { preventScrollReset: true })
  }
}

/** A day, applied when complete: the browser reports each typed digit. */
function DayField({ name, label, period }: { name: 'from' | 'to'; label: string; period: Period }) {
  const choosePeriod = useChoosePeriod()
  const apply = (day: string) => {
    if (day !== '' && day !== period[name]) choosePeriod({ ...period, [name]: day })
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

/** One of two. The empty value is the default. */
function Choice(props: {
  name: string
  label: string
  values: readonly [string, string]
  labels: readonly [string, string]
}) {
  const filters = useFilters()
  return (
    <fieldset>
      <legend className="sr-only">{props.label}</legend>
      <div className="flex gap-1">
        {props.values.map((value, index) => (
          <PillButton
            key={value}
            isPressed={value === filters.get(props.name)}
            onClick={() => filters.set(props.name, value)}
          >
            {props.labels[index]}
          </PillButton>
        ))}
      </div>
    </fieldset>
  )
}

function PillButton(props: { isPressed: boolean; onClick: () => void; children: ReactNode }) {
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
