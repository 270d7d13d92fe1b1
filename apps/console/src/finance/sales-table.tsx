import { currencies, formatMoney } from '@playhub/contract/money'
import type { SalesRow } from '@playhub/contract/operator'
import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../lib/me.ts'
import { formatPeriod } from './days.ts'
import { nameProvider } from './providers.ts'
import type { CurrencySales, Total } from './sales.ts'

/** The sales of one currency with their total. */
export function SalesTable({ group, hasItems }: { group: CurrencySales; hasItems: boolean }) {
  const { t } = useTranslation('finance')
  const { currency, rows, total } = group
  const money = useMoney(currency)
  const names = ['day', 'project', ...(hasItems ? (['item'] as const) : []), 'provider'] as const
  return (
    <section className="break-inside-auto">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3 text-15">
        <h2 className="font-semibold">{currency}</h2>
        <p className="numeric text-soft">
          {t('netAmount', { net: money(total.netMinor), sold: money(total.soldMinor) })}
        </p>
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('salesIn', { currency })}
        className="overflow-x-auto print:overflow-visible"
      >
        <table className="w-full min-w-180 border-separate border-spacing-0 text-15 print:min-w-0 print:text-13">
          <thead>
            <tr>
              {names.map((name) => (
                <Heading key={name}>{t(name)}</Heading>
              ))}
              {(['orders', 'sold', 'refunded', 'lost', 'net'] as const).map((name) => (
                <Heading key={name} isNumeric>
                  {t(name)}
                </Heading>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={`${row.period} ${row.project} ${row.itemId} ${row.provider}`}
                row={row}
                hasItems={hasItems}
              />
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th
                scope="row"
                colSpan={names.length}
                className="h-11 border-b border-line pe-3 text-start whitespace-nowrap"
              >
                {t('total', { currency })}
              </th>
              <Amounts amounts={total} currency={currency} />
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  )
}

function Row({ row, hasItems }: { row: SalesRow; hasItems: boolean }) {
  const { i18n } = useTranslation()
  const { projects } = useMe()
  return (
    <tr className="hover:bg-ink-1">
      <Cell>{formatPeriod(row.period, i18n.language)}</Cell>
      <Cell>{projects.find(({ id }) => id === row.project)?.name ?? row.project}</Cell>
      {hasItems && <Cell>{row.itemId}</Cell>}
      <Cell>{nameProvider(row.provider)}</Cell>
      <Amounts amounts={row} currency={row.currency} />
    </tr>
  )
}

/** Orders, sold, refunded, lost to disputes, net. */
function Amounts({ amounts, currency }: { amounts: Total; currency: string }) {
  const { i18n } = useTranslation()
  const count = new Intl.NumberFormat(i18n.language)
  const money = useMoney(currency)
  return (
    <>
      <Cell isNumeric>{count.format(amounts.orders)}</Cell>
      <Cell isNumeric>{money(amounts.soldMinor)}</Cell>
      <Cell isNumeric>{amounts.refundedMinor === 0 ? <Dash /> : money(-amounts.refundedMinor)}</Cell>
      <Cell isNumeric>{amounts.lostMinor === 0 ? <Dash /> : money(-amounts.lostMinor)}</Cell>
      <Cell isNumeric>{money(amounts.netMinor)}</Cell>
    </>
  )
}

/** Amounts of a currency that this build does not know are in minor units with its code. */
function useMoney(code: string): (amountMinor: number) => string {
  const { i18n } = useTranslation()
  const currency = currencies.find((known) => known === code)
  return (amountMinor) =>
    currency ? formatMoney({ amountMinor, currency }, i18n.language) : `${amountMinor} ${code}`
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
        'h-10 border-b border-line px-3 whitespace-nowrap first:ps-0 last:pe-0 print:h-7 print:px-1.5',
        isNumeric && 'numeric text-end',
      )}
    >
      {children}
    </td>
  )
}
