import { type ExportColumn, getHead } from '../../operator-api/exports/columns.ts'
import { type Sales, sumSales } from '../../payments/operator/sales.ts'
import { addDays, dayIn, isTimeZone, type Period, parseDays } from '../../platform/time-zone.ts'
import { CommandError } from '../command.ts'
import { type CommandContext, onDatabase } from '../command-context.ts'
import { formatTable } from '../format.ts'
import { readContent } from '../read-content.ts'

type Options = {
  from?: string
  to?: string
  zone?: string
  project?: string
  item?: string
  items?: boolean
  countries?: boolean
  csv?: boolean
}

const defaultDays = 30

const columns: readonly ExportColumn[] = [
  'day',
  'project',
  'provider',
  'currency',
  'orders',
  'soldMinor',
  'refunds',
  'refundedMinor',
  'disputesLost',
  'lostMinor',
  'netMinor',
]
/** Short heads for a terminal. CSV has those of the console's exports, which name the unit. */
const names: Partial<Record<ExportColumn, string>> = {
  ...{ itemId: 'item', soldMinor: 'sold', refundedMinor: 'refunded' },
  ...{ disputesLost: 'disputes lost', lostMinor: 'lost', netMinor: 'net' },
}

/** Amounts in a table and in CSV are in major units; `--json` has minor units. */
export function showSales(context: CommandContext, _: string[], options: Options): Promise<void> {
  const { print } = context
  const { zone = readContent(context).content.hub.timeZone, project, item, csv: isCsv = false } = options
  const { items: isByItem = false, countries: isByCountry = false } = options
  const projects = project === undefined ? undefined : [project]
  const period = readPeriod(context, options, zone)
  return onDatabase(context, async ({ db }) => {
    const sales = await sumSales(db, { ...period, zone, projects, itemId: item, isByItem, isByCountry })
    context.setJson(sales)
    const extras = [...(isByItem ? ['itemId' as const] : []), ...(isByCountry ? ['country' as const] : [])]
    const heads = columns
      .toSpliced(2, 0, ...extras)
      .map((column) => (isCsv ? getHead(column, 'en') : (names[column] ?? column)))
    const cells = sales.map((row) => toCells(row, isByCountry))
    const rows = [heads, ...cells]
    if (isCsv) for (const row of rows) print(row.join(','))
    else if (sales.length === 0) print('Nothing was sold or refunded.')
    else {
      for (const line of formatTable(rows, { textColumns: 4 + extras.length })) print(line)
      print(`Days in ${zone}`)
    }
  })
}

/** Spans the first day's start to the last day's end. @throws CommandError */
function readPeriod({ clock }: CommandContext, { from, to }: Options, zone: string): Period {
  if (!isTimeZone(zone))
    throw new CommandError(`"${zone}" is no time zone: write it as Europe/Moscow or UTC.`)
  const last = to ?? dayIn(zone, clock.now())
  const first = from ?? addDays(last, 1 - defaultDays)
  const period = parseDays(first, last, zone)
  if (!period) throw new CommandError('Give days as YYYY-MM-DD, the first one before the last one.')
  return period
}

function toCells(sales: Sales, isByCountry: boolean): string[] {
  const { day, project, itemId, country, provider, currency, orders, refunds, disputesLost } = sales
  const { soldMinor, refundedMinor, lostMinor, netMinor } = sales
  return [
    ...[day, project, ...(itemId === null ? [] : [itemId])],
    ...[...(isByCountry ? [country ?? '-'] : []), provider, currency],
    ...[String(orders), decimal(soldMinor)],
    ...[String(refunds), decimal(refundedMinor), String(disputesLost), decimal(lostMinor), decimal(netMinor)],
  ]
}

/** Both currencies have two decimals. */
function decimal(amountMinor: number): string {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0')
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
