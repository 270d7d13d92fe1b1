import type { SalesRow } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { useCountryName } from '../components/values/country-name.ts'
import { KeyValue } from '../components/values/key-value.tsx'
import { useProviderName } from '../components/values/provider-name.ts'
import { formatPeriod } from '../lib/days.ts'
import { useProjectNames } from '../lib/me.ts'
import { useMoney } from './money.ts'
import { type CurrencySales, type ExtraColumn, getRowKey } from './sales.ts'

/** The sales of one currency on a narrow screen: the total, then a card for each row. */
export function SalesCards({ group, extras }: { group: CurrencySales; extras: ExtraColumn[] }) {
  const { t } = useTranslation('finance')
  const { currency, rows, total } = group
  return (
    <div className="lg:hidden print:hidden">
      <div className="mb-2 rounded-control border border-line bg-ink-1 p-4">
        <h3 className="mb-2 text-15 font-medium">{t('total', { currency })}</h3>
        <div className="numeric">
          <KeyValue facts={useFacts(total, currency)} />
        </div>
      </div>
      <ul aria-label={t('salesIn', { currency })}>
        {rows.map((row) => (
          <Card key={getRowKey(row)} row={row} extras={extras} />
        ))}
      </ul>
    </div>
  )
}

function useFacts(total: CurrencySales['total'], currency: string) {
  const { t, i18n } = useTranslation('finance')
  const money = useMoney(currency)
  const count = new Intl.NumberFormat(i18n.language)
  const taken = (amountMinor: number) => amountMinor !== 0 && money(-amountMinor)
  return [
    [t('orders'), count.format(total.orders)],
    [t('sold'), money(total.soldMinor)],
    [t('discount'), total.discountMinor !== 0 && money(total.discountMinor)],
    [t('refunded'), taken(total.refundedMinor)],
    [t('lost'), taken(total.lostMinor)],
    [t('net'), money(total.netMinor)],
  ] as const
}

function Card({ row, extras }: { row: SalesRow; extras: ExtraColumn[] }) {
  const { t, i18n } = useTranslation('finance')
  const nameProject = useProjectNames()
  const nameProvider = useProviderName()
  const nameCountry = useCountryName()
  const hasItems = extras.includes('item')
  const money = useMoney(row.currency)
  const title = hasItems && row.itemId ? row.itemId : nameProject(row.project)
  const place = [
    formatPeriod(row.period, i18n.language),
    ...(hasItems ? [nameProject(row.project)] : []),
    nameProvider(row.provider),
    ...(extras.includes('country') ? [nameCountry(row.country)] : []),
  ]
  const isReduced = row.refundedMinor !== 0 || row.lostMinor !== 0
  return (
    <li className="numeric grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2.5 text-13 text-soft">
      <span className="text-15 font-medium wrap-anywhere text-text">{title}</span>
      <span className="text-end text-15 text-text">{money(row.netMinor)}</span>
      <span>{place.join(' · ')}</span>
      <span className="text-end">{t('orderCount', { count: row.orders })}</span>
      {isReduced && (
        <span className="col-span-2">
          {t('sold')} {money(row.soldMinor)}
          {row.refundedMinor !== 0 && ` · ${t('refunded')} ${money(-row.refundedMinor)}`}
          {row.lostMinor !== 0 && ` · ${t('lost')} ${money(-row.lostMinor)}`}
        </span>
      )}
    </li>
  )
}
