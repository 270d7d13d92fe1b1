import { type Sales, sumSales } from '../../payments/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { type Operator, onDatabase, readOptions } from '../operator.ts'

const options = { from: { type: 'string' }, to: { type: 'string' }, csv: { type: 'boolean' } } as const
const defaultDays = 30

const columns = [
  'day',
  'project',
  'provider',
  'currency',
  'orders',
  'sold',
  'refunds',
  'refunded',
  'disputes lost',
  'lost',
  'net',
]

/** Amounts in a table and in CSV are in major units; `--json` has minor units. */
export async function showSales(operator: Operator, _: string, more: string[]): Promise<number> {
  const { clock, print } = operator
  const given = readOptions(operator, more, options)
  if (!given) return 1
  const today = Math.floor(clock.now() / DAY_MS) * DAY_MS
  const last = given.to === undefined ? today : startOf(given.to)
  const from = given.from === undefined ? last - (defaultDays - 1) * DAY_MS : startOf(given.from)
  if (!(from <= last)) {
    print('Give days as YYYY-MM-DD, the first one before the last one.')
    return 1
  }
  return onDatabase(operator, async ({ db }) => {
    const sales = await sumSales(db, { from, until: last + DAY_MS })
    operator.answer(sales)
    const rows = sales.map(cellsOf)
    if (given.csv) for (const row of [columns, ...rows]) print(row.join(','))
    else if (rows.length === 0) print('Nothing was sold or refunded.')
    else printTable([columns, ...rows], print)
  })
}

/** The start of a UTC day; NaN when it is none. */
function startOf(day: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
}

function cellsOf(sales: Sales): string[] {
  const { day, project, provider, currency, orders, refunds, disputesLost } = sales
  const { soldMinor, refundedMinor, lostMinor, netMinor } = sales
  return [
    ...[day, project, provider, currency, String(orders), decimal(soldMinor)],
    ...[String(refunds), decimal(refundedMinor), String(disputesLost), decimal(lostMinor), decimal(netMinor)],
  ]
}

/** Both currencies have two decimals. */
function decimal(amountMinor: number): string {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0')
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function printTable(rows: string[][], print: Operator['print']): void {
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const isText = (column: number) => column < 4
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    print(cells.join('  ').trimEnd())
  }
}
