import type { SalesRow } from '@playhub/contract/operator'
import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountryName } from '../components/values/country-name.ts'
import { useProviderName } from '../components/values/provider-name.ts'
import { formatPeriod } from '../lib/days.ts'
import { useMe } from '../lib/me.ts'
import { useMoney } from './money.ts'
import { type CurrencySales, type ExtraColumn, getRowKey, type Total } from './sales.ts'
import { SalesCards } from './sales-cards.tsx'

/** The sales of one currency with their total: a table on wide screens and on paper, else cards. */
export function SalesTable({ group, extras }: { group: CurrencySales; extras: ExtraColumn[] }) {
  const { t } = useTranslation('finance')
  const { currency, rows, total } = group
  const money = useMoney(currency)
  const hasDiscount = total.discountMinor !== 0
  const amountNames = [
    ...(['orders', 'sold'] as const),
    ...(hasDiscount ? (['discount'] as const) : []),
    ...(['refunded', 'lost', 'net'] as const),
  ]
  const names = ['day', 'project', ...extras, 'provider'] as const
  return (
    <section className="break-inside-auto">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3 text-15">
        <h2 className="font-semibold">{currency}</h2>
        <p className="numeric text-soft">
          {t('netAmount', { net: money(total.netMinor), sold: money(total.soldMinor) })}
        </p>
      </div>
      <SalesCards group={group} extras={extras} />
      <table
        aria-label={t('salesIn', { currency })}
        className="w-full border-separate border-spacing-0 text-15 not-print:max-lg:hidden print:text-13"
      >
        <thead>
          <tr>
            {names.map((name) => (
              <Heading key={name}>{t(name)}</Heading>
            ))}
            {amountNames.map((name) => (
              <Heading key={name} isNumeric>
                {t(name)}
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={getRowKey(row)} row={row} extras={extras} hasDiscount={hasDiscount} />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" colSpan={names.length} className="h-11 border-b border-line pe-3 text-start">
              {t('total', { currency })}
            </th>
            <Amounts amounts={total} currency={currency} hasDiscount={hasDiscount} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Row({ row, extras, hasDiscount }: { row: SalesRow; extras: ExtraColumn[]; hasDiscount: boolean }) {
  const { i18n } = useTranslation()
  const { projects } = useMe()
  const nameProvider = useProviderName()
  const nameCountry = useCountryName()
  return (
    <tr className="hover:bg-ink-1">
      <Cell>{formatPeriod(row.period, i18n.language)}</Cell>
      <Cell>{projects.find(({ id }) => id === row.project)?.name ?? row.project}</Cell>
      {extras.includes('item') && <Cell>{row.itemId}</Cell>}
      {extras.includes('country') && <Cell>{nameCountry(row.country)}</Cell>}
      <Cell>{nameProvider(row.provider)}</Cell>
      <Amounts amounts={row} currency={row.currency} hasDiscount={hasDiscount} />
    </tr>
  )
}

/** Orders, sold, refunded, lost to disputes, net; what offers took off where they did. */
function Amounts(props: { amounts: Total; currency: string; hasDiscount: boolean }) {
  const { amounts, currency, hasDiscount } = props
  const { i18n } = useTranslation()
  const count = new Intl.NumberFormat(i18n.language)
  const money = useMoney(currency)
  return (
    <>
      <Cell isNumeric>{count.format(amounts.orders)}</Cell>
      <Cell isNumeric>{money(amounts.soldMinor)}</Cell>
      {hasDiscount && (
        <Cell isNumeric>{amounts.discountMinor === 0 ? <Dash /> : money(amounts.discountMinor)}</Cell>
      )}
      <Cell isNumeric>{amounts.refundedMinor === 0 ? <Dash /> : money(-amounts.refundedMinor)}</Cell>
      <Cell isNumeric>{amounts.lostMinor === 0 ? <Dash /> : money(-amounts.lostMinor)}</Cell>
      <Cell isNumeric>{money(amounts.netMinor)}</Cell>
    </>
  )
}

const Dash = () => <span className="text-soft">–</span>

function Heading({ isNumeric, children }: { isNumeric?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={cx(
        'h-9 border-b border-line px-3 text-13 whitespace-nowrap print:px-1.5 font-normal text-soft first:ps-0 last:pe-0',
        isNumeric ? 'text-end' : 'text-start',
      )}
    >
      {children}
    </th>
  )
}

function Cell({ isNumeric, children }: { isNumeric?: boolean; children: ReactNode }) {
  return (
    <td
      className={cx(
        'h-10 border-b border-line px-3 first:ps-0 last:pe-0 print:h-7 print:px-1.5',
        isNumeric && 'numeric text-end whitespace-nowrap',
      )}
    >
      {children}
    </td>
  )
}
