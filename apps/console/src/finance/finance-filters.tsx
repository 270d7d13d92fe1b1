import { currencies } from '@playhub/contract/money'
import { paymentProviders } from '@playhub/contract/payment-methods'
import { useTranslation } from 'react-i18next'
import { type Period, PeriodDays, PeriodPresets, PillButton } from '../components/form/period-filter.tsx'
import { FilterBar } from '../components/list/filter-bar.tsx'
import { FilterSelect } from '../components/list/filters.tsx'
import { useProviderName } from '../components/values/provider-name.ts'
import { addDays, getToday } from '../lib/days.ts'
import { useFilters } from '../lib/filters.ts'
import { useMe } from '../lib/me.ts'
import { useNow } from '../lib/use-now.ts'
import { getLastMonth } from './days.ts'

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
            <PeriodDays from={from} to={to} />
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
  const today = getToday(useNow(), timeZone)
  const yesterday = addDays(today, -1)
  // A single day is shown by item.
  const presets = [
    { name: 'yesterday', from: yesterday, to: yesterday, further: { items: 'true' } },
    { name: 'thirtyDays', from: addDays(today, -29), to: today },
    { name: 'lastMonth', ...getLastMonth(today) },
  ] as const
  const labelled = presets.map((preset) => ({ ...preset, label: t(`preset.${preset.name}`) }))
  return <PeriodPresets from={from} to={to} presets={labelled} />
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
