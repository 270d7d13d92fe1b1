import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { SelectField } from '../components/form/select-field.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { ExportLink } from '../components/list/export-link.tsx'
import { useNow } from '../lib/use-now.ts'
import { formatPeriod, getToday, listClosedMonths } from './days.ts'

const MAX_MONTHS = 24

/** A month with one line for each receipt, refund and lost dispute. */
export function AccountingPanel({ timeZone }: { timeZone: string }) {
  const { t, i18n } = useTranslation('finance')
  const [search] = useSearchParams()
  const today = getToday(useNow(), timeZone)
  const months = [...listClosedMonths(today, MAX_MONTHS), today.slice(0, 7)]
  const [month, setMonth] = useState(months[0] ?? today.slice(0, 7))
  const project = search.get('project') ?? undefined
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
            query={{ month, project }}
            label={t('accounting.download')}
          />
        </div>
      </Panel>
    </div>
  )
}
