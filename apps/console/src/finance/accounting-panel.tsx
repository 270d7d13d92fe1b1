import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../components/form/select-field.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { ExportLink } from '../components/list/export-link.tsx'
import { formatPeriod, getToday } from '../lib/days.ts'
import { useNow } from '../lib/use-now.ts'
import { listClosedMonths } from './days.ts'

const MAX_MONTHS = 24

type Props = {
  timeZone: string
  /** The page's filters. */
  query: { project?: string | undefined; provider?: string | undefined; currency?: string | undefined }
}

/** A month with one line for each receipt, refund and lost dispute. */
export function AccountingPanel({ timeZone, query }: Props) {
  const { t, i18n } = useTranslation('finance')
  const today = getToday(useNow(), timeZone)
  const thisMonth = today.slice(0, 'YYYY-MM'.length)
  const closed = listClosedMonths(today, MAX_MONTHS)
  const months = [thisMonth, ...closed]
  const [month, setMonth] = useState(closed[0] ?? thisMonth)
  return (
    <div className="no-print mt-8 max-w-180">
      <Panel title={t('accounting.title')}>
        <p className="mb-4 max-w-140 text-13 text-pretty text-soft">{t('accounting.text', { timeZone })}</p>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={t('accounting.month')}
            options={months.map((value) => ({ value, label: formatPeriod(value, i18n.language) }))}
            value={month}
            onChange={setMonth}
            className="grow md:max-w-72"
          />
          <ExportLink
            path="/finance/documents/export"
            query={{ month, project: query.project, provider: query.provider, currency: query.currency }}
            label={t('accounting.download')}
          />
        </div>
      </Panel>
    </div>
  )
}
