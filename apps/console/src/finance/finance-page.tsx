import { currencies } from '@playhub/contract/money'
import { paymentProviders } from '@playhub/contract/payment-methods'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { ExportLink } from '../components/list/export-link.tsx'
import { useProviderName } from '../components/values/provider-name.ts'
import { callOperator } from '../lib/api.ts'
import { addDays, formatPeriod, getToday } from '../lib/days.ts'
import { readFilters } from '../lib/filters.ts'
import { loadMe, useMe } from '../lib/me.ts'
import { AccountingPanel } from './accounting-panel.tsx'
import { FinanceFilters } from './finance-filters.tsx'
import { groupByCurrency } from './sales.ts'
import { SalesTable } from './sales-table.tsx'

const DAYS = 30

export async function loader({ request }: LoaderFunctionArgs) {
  const query = await readQuery(request)
  return { query, sales: (await callOperator('GET /finance/sales', { query })).data.result }
}

/** The last 30 days, unless the address says otherwise. */
async function readQuery(request: Request) {
  const filters = readFilters(new URL(request.url).searchParams)
  const [from, to] = [filters.text('from'), filters.text('to')]
  return {
    ...(from && to ? { from, to } : await getLastDays()),
    by: filters.choice('by', ['month']) ?? ('day' as const),
    project: filters.text('project'),
    provider: filters.choice('provider', paymentProviders),
    currency: filters.choice('currency', currencies),
    items: filters.text('items') === 'true' ? 'true' : 'false',
    countries: filters.text('countries') === 'true' ? 'true' : 'false',
  }
}

async function getLastDays() {
  const { timeZone } = await loadMe()
  const to = getToday(Date.now(), timeZone)
  return { from: addDays(to, 1 - DAYS), to }
}

/** Sales, refunds and losses, each currency by itself. */
export function Component() {
  const { t, i18n } = useTranslation(['finance', 'common'])
  const { query, sales } = useLoaderData<typeof loader>()
  const me = useMe()
  const nameProvider = useProviderName()
  const groups = groupByCurrency(sales.rows)
  const extras = [
    ...(query.items === 'true' ? (['item'] as const) : []),
    ...(query.countries === 'true' ? (['country'] as const) : []),
  ]
  return (
    <PageFrame
      title={t('common:area.finance')}
      actions={
        me.can('lists.export') && (
          <ExportLink path="/finance/sales/export" query={query} label={t('exportRows')} />
        )
      }
    >
      <FinanceFilters from={query.from} to={query.to} timeZone={sales.timeZone} />
      <p className="mb-5 text-13 text-soft">
        {t('period', {
          from: formatPeriod(query.from, i18n.language),
          to: formatPeriod(query.to, i18n.language),
          timeZone: sales.timeZone,
        })}
        {query.provider && ` ${t('ofProvider', { provider: nameProvider(query.provider) })}`}
      </p>
      {groups.length === 0 && <p className="py-16 text-center text-15 text-soft">{t('empty')}</p>}
      <div className="grid gap-8 [&>*]:min-w-0">
        {groups.map((group) => (
          <SalesTable key={group.currency} group={group} extras={extras} />
        ))}
      </div>
      {me.can('lists.export') && <AccountingPanel query={query} timeZone={sales.timeZone} />}
    </PageFrame>
  )
}
