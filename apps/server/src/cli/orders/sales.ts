import { type Sales, sumSales } from '../../payments/operator/sales.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { dayIn, isTimeZone, type Period, parseDayStart } from '../../platform/time-zone.ts'
import { type CommandContext, onDatabase } from '../command-context.ts'

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
  const { zone = 'UTC', project, item, items: isByItem = false, csv: isCsv = false } = options
  const period = readPeriod(context, options, zone)
  if (!period) return 1
  return onDatabase(context, async ({ db }) => {
    const sales = await sumSales(db, { ...period, zone, project, itemId: item, isByItem })
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
  const [start, end, until] = [first, last, addDays(last, 1)].map((day) => parseDayStart(day, zone))
  if (start !== undefined && end !== undefined && until !== undefined && start <= end)
    return { from: start, until }
  print('Give days as YYYY-MM-DD, the first one before the last one.')
  return undefined
}

/** @returns  an invalid day when it is none */
function addDays(day: string, days: number): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(utc) ? day : new Date(utc + days * DAY_MS).toISOString().slice(0, 10)
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
