import { type Sales, sumSales } from '../../payments/operator/sales.ts'
import { addDays, dayIn, isTimeZone, type Period, parseDays } from '../../platform/time-zone.ts'
import { type CommandContext, onDatabase } from '../command-context.ts'
import { readTimeZone } from '../open-content.ts'

type Options = {
  from?: string
  to?: string
  zone?: string
  project?: string
  item?: string
  items?: boolean
  csv?: boolean
}

const defaultDays = 30

const columns = [
  ...['day', 'project', 'provider', 'currency', 'orders', 'sold', 'refunds', 'refunded'],
  ...['disputes lost', 'lost', 'net'],
]

/** Amounts in a table and in CSV are in major units; `--json` has minor units. */
export async function showSales(context: CommandContext, _: string[], options: Options): Promise<number> {
  const { print } = context
  const { zone = readTimeZone(context), project, item, items: isByItem = false, csv: isCsv = false } = options
  const projects = project === undefined ? undefined : [project]
  const period = readPeriod(context, options, zone)
  if (!period) return 1
  return onDatabase(context, async ({ db }) => {
    const sales = await sumSales(db, { ...period, zone, projects, itemId: item, isByItem })
    context.setJson(sales)
    const rows = [columns.toSpliced(2, 0, ...(isByItem ? ['item'] : [])), ...sales.map(toCells)]
    if (isCsv) for (const row of rows) print(row.join(','))
    else if (sales.length === 0) print('Nothing was sold or refunded.')
    else {
      printTable(rows, isByItem ? 5 : 4, print)
      print(`Days in ${zone}`)
    }
  })
}

/** Spans the first day's start to the last day's end; undefined, with a line about it, when there are none. */
function readPeriod(
  { clock, print }: CommandContext,
  { from, to }: Options,
  zone: string,
): Period | undefined {
  if (!isTimeZone(zone)) {
    print(`"${zone}" is no time zone: write it as Europe/Moscow or UTC.`)
    return undefined
  }
  const last = to ?? dayIn(zone, clock.now())
  const first = from ?? addDays(last, 1 - defaultDays)
  const period = parseDays(first, last, zone)
  if (period) return period
  print('Give days as YYYY-MM-DD, the first one before the last one.')
  return undefined
}

function toCells(sales: Sales): string[] {
  const { day, project, itemId, provider, currency, orders, refunds, disputesLost } = sales
  const { soldMinor, refundedMinor, lostMinor, netMinor } = sales
  return [
    ...[day, project, ...(itemId === null ? [] : [itemId]), provider, currency],
    ...[String(orders), decimal(soldMinor)],
    ...[String(refunds), decimal(refundedMinor), String(disputesLost), decimal(lostMinor), decimal(netMinor)],
  ]
}

/** Both currencies have two decimals. */
function decimal(amountMinor: number): string {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0')
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function printTable(rows: string[][], textColumns: number, print: CommandContext['print']): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column < textColumns ? cell.padEnd(widths?.[column] ?? 0) : cell.padStart(widths?.[column] ?? 0),
    )
    print(cells.join('  ').trimEnd())
  }
}
