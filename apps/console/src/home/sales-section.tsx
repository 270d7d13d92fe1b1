import { type Currency, currencies, formatMoney } from '@playhub/contract/money'
import type { HomeSales } from '@playhub/contract/operator'
import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeChart } from '../components/charts/time-chart.tsx'
import { Money } from '../components/values/money.tsx'
import { useProjectNames } from '../lib/me.ts'
import { listDays, listProjects, listSalesLines, type Takings } from './sales.ts'

const periods = ['today', 'yesterday', '30-days'] as const

/** Sales of today, yesterday and 30 days: by currency and project, then the people who bought. */
export function SalesSection({ sales }: { sales: HomeSales }) {
  const { t } = useTranslation('home')
  const hasSales = sales.days.length > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-13 text-soft">{t('zone', { zone: sales.timeZone })}</p>
      <div className="grid items-start gap-x-10 gap-y-8 min-[1200px]:grid-cols-2">
        <SalesTable sales={sales} />
        <PeopleTable sales={sales} />
      </div>
      {hasSales && <Charts sales={sales} />}
    </div>
  )
}

function SalesTable({ sales }: { sales: HomeSales }) {
  const { t } = useTranslation('home')
  const nameProject = useProjectNames()
  const lines = listSalesLines(sales, currencies)
  if (lines.length === 0) return <p className="border-t border-line pt-3 text-15 text-soft">{t('noSales')}</p>
  return (
    <PeriodTable
      label={t('salesTable')}
      hasAmounts
      rows={lines.map(({ project, currency, today, yesterday, thirtyDays }) => ({
        key: `${project} ${currency}`,
        name: `${nameProject(project)}, ${currency}`,
        cells: [today, yesterday, thirtyDays].map((takings) => (
          <Sold key="sold" takings={takings} currency={currency} />
        )),
      }))}
    />
  )
}

/** Sales and, below, refunds. */
function Sold({ takings, currency }: { takings: Takings; currency: Currency }) {
  const { t, i18n } = useTranslation('home')
  const { soldMinor, refundedMinor } = takings
  return (
    <>
      <Money money={{ amountMinor: soldMinor, currency }} />
      {refundedMinor > 0 && (
        <span className="block text-13 text-soft">
          {t('refunded', { amount: formatMoney({ amountMinor: refundedMinor, currency }, i18n.language) })}
        </span>
      )}
    </>
  )
}

function PeopleTable({ sales }: { sales: HomeSales }) {
  const { t, i18n } = useTranslation('home')
  const count = new Intl.NumberFormat(i18n.language)
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const found = periods.map((period) => sales.periods.find((one) => one.period === period))
  const names = ['started', 'paid', 'refunds', 'newPayers', 'returningPayers'] as const
  const rows = names.map((name) => ({
    key: name,
    name: t(`people.${name}`),
    cells: found.map((period) => (period ? count.format(period[name]) : '–')),
  }))
  const conversion = {
    key: 'conversion',
    name: t('people.conversion'),
    cells: found.map((period) =>
      period && period.started > 0 ? share.format(period.paid / period.started) : '–',
    ),
  }
  return <PeriodTable label={t('peopleTable')} rows={[...rows.slice(0, 2), conversion, ...rows.slice(2)]} />
}

/** One column for each period. On a phone, amounts have a line for each: three large ones are wider than the screen. */
function PeriodTable(props: {
  label: string
  hasAmounts?: boolean
  rows: readonly { key: string; name: string; cells: readonly ReactNode[] }[]
}) {
  const { t } = useTranslation('home')
  const areCards = props.hasAmounts
  return (
    <div className="min-w-0 overflow-x-auto">
      <table className={cx('w-full text-15 max-md:text-14', areCards && 'max-md:block')}>
        <thead className={cx(areCards && 'max-md:sr-only')}>
          <tr>
            <th scope="col" className="h-9 pe-3 text-start text-13 font-normal wrap-break-word text-soft">
              {props.label}
            </th>
            {periods.map((period) => (
              <th
                key={period}
                scope="col"
                className="ps-3 text-end text-13 font-normal whitespace-nowrap text-soft"
              >
                {t(`period.${period}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cx(areCards && 'max-md:block')}>
          {props.rows.map(({ key, name, cells }) => (
            <tr
              key={key}
              className={cx(areCards && 'max-md:block max-md:border-t max-md:border-line max-md:py-2')}
            >
              <th
                scope="row"
                className={cx(
                  'h-10 border-t border-line py-1.5 pe-3 text-start font-normal wrap-break-word',
                  areCards && 'max-md:block max-md:h-auto max-md:border-none',
                )}
              >
                {name}
              </th>
              {periods.map((period, index) => (
                <td
                  key={period}
                  className={cx(
                    'numeric border-t border-line py-1.5 ps-3 text-end wrap-break-word',
                    areCards
                      ? 'max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:border-none max-md:p-0'
                      : 'max-md:ps-2',
                  )}
                >
                  {areCards && (
                    <span aria-hidden="true" className="text-13 text-soft md:hidden">
                      {t(`period.${period}`)}
                    </span>
                  )}
                  <div className={cx(areCards && 'max-md:ms-auto')}>{cells[index]}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Sales by day, one chart per currency, and the number of paid orders. */
function Charts({ sales }: { sales: HomeSales }) {
  const { t, i18n } = useTranslation('home')
  const nameProject = useProjectNames()
  const days = listDays(sales)
  const dayFormat = new Intl.DateTimeFormat(i18n.language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const labels = days.map((day) => dayFormat.format(Date.parse(day)))
  const shared = { labels, labelTitle: t('day'), zone: sales.timeZone }
  const sum = (rows: HomeSales['days'], name: 'orders' | 'soldMinor') =>
    days.map((day) => rows.filter((row) => row.day === day).reduce((total, row) => total + row[name], 0))
  const count = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  return (
    <div className="grid gap-x-10 gap-y-8 min-[1200px]:grid-cols-2">
      {currencies
        .filter((currency) => sales.days.some((row) => row.currency === currency))
        .map((currency) => (
          <TimeChart
            key={currency}
            kind="bars"
            {...shared}
            title={t('soldByDay', { currency })}
            series={listProjects(sales.days, currency).map((project) => ({
              name: nameProject(project),
              values: sum(
                sales.days.filter((row) => row.currency === currency && row.project === project),
                'soldMinor',
              ),
            }))}
            format={(amountMinor) => formatMoney({ amountMinor, currency }, i18n.language)}
          />
        ))}
      <TimeChart
        kind="lines"
        {...shared}
        title={t('ordersByDay')}
        series={[{ name: t('people.paid'), values: sum(sales.days, 'orders') }]}
        format={(value) => count.format(value)}
      />
    </div>
  )
}
