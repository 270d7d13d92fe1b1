import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { PeriodDays, PeriodPresets } from '../components/form/period-filter.tsx'
import { SelectField } from '../components/form/select-field.tsx'
import { FilterBar } from '../components/list/filter-bar.tsx'
import { addDays, getToday } from '../lib/days.ts'
import { useNow } from '../lib/use-now.ts'
import type { InsightQuery } from './measures.ts'

const presetDays = [7, 28, 90, 365] as const

type Props = {
  query: InsightQuery
  timeZone: string
  games: readonly { id: string; name: string }[]
}

/** The game, and the days. */
export function InsightFilters({ query, timeZone, games }: Props) {
  const { t } = useTranslation('insights')
  const today = getToday(useNow(), timeZone)
  const { from, to } = query
  const presets = presetDays.map((days) => ({
    name: String(days),
    label: t(`preset.${days}`),
    from: addDays(today, 1 - days),
    to: today,
  }))
  return (
    <div className="no-print grid gap-3">
      {games.length > 1 && <GameChoice project={query.project} games={games} />}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <PeriodPresets from={from} to={to} presets={presets} />
        <FilterBar filters={<PeriodDays from={from} to={to} />} />
      </div>
    </div>
  )
}

/** Another game keeps the days, also those that still load. */
function GameChoice({ project, games }: { project: string | undefined; games: Props['games'] }) {
  const { t } = useTranslation('insights')
  const navigate = useNavigate()
  const current = useLocation()
  const { search } = useNavigation().location ?? current
  const options = games.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <SelectField
      label={t('game')}
      options={[{ value: '', label: t('allGames') }, ...options]}
      value={project ?? ''}
      onChange={(id) => void navigate(`/insights${id && `/${encodeURIComponent(id)}`}${search}`)}
      className="max-w-72"
    />
  )
}
