import { AmountMinor } from '@playhub/contract'
import type * as z from 'zod'
import { type ExportColumn, getHead, getUnit } from '../../apps/server/src/operator-api/exports/columns.ts'
import { exportRows } from '../../apps/server/src/operator-api/exports/rows.ts'
import { describeForm, generatedNote, type JsonSchema, table } from './json-schema.ts'

const introduction = `# Exports

${generatedNote}

Each list of the console, the sales and a month for accounting can be downloaded as CSV. Files are UTF-8 with a byte order mark; columns are
separated by commas, or by semicolons for an operator whose console is in Russian. The heads are in the operator's language, too.

- **Instants** are ISO 8601 in UTC, such as \`2026-11-29T09:30:00.000Z\`.
- **Amounts** are decimal in the currency of their row, such as \`4.99\`. Refunds and lost disputes of the month are negative.
- **Cells that look like formulas** begin with \`'\`, so that a spreadsheet does not run them.
- **Personal data** is masked for roles that do not see it in the console.
- **The name of a file** says the list, the project, the month or days and the publisher's time zone: \`orders-islandm3-2026-11-Europe-Moscow.csv\`.

Each export is in the audit log, with its filter and the number of rows.
`

const titles: Record<keyof typeof exportRows, string> = {
  'GET /orders/export': 'Orders',
  'GET /refunds/export': 'Refunds',
  'GET /disputes/export': 'Disputes',
  'GET /finance/documents/export': 'A month for accounting',
  'GET /finance/sales/export': 'Sales by day or month',
  'GET /offers/export': 'Offers',
  'GET /offer-uses/export': 'Uses of offers',
  'GET /insights/export': 'Insights by day, or by what they are made of',
  'GET /insights/retention/export': 'Retention',
  'GET /insights/events/export': 'Events of games',
  'GET /players/export': 'Players',
  'GET /tickets/export': 'Tickets',
  'GET /audit/export': 'The audit log',
}

const units = { instant: 'Instant', amount: 'Amount', text: '' }

/** Columns whose schema says nothing about them, or speaks of minor units. */
const notes: Partial<Record<ExportColumn, string>> = {
  id: 'Id in the hub',
  createdAt: 'When it was created or requested',
  playerId: "The player's id",
  playerName: "The player's name",
  project: "The project's id",
  itemId: "The item's id",
  title: "The item's title",
  status: 'Of the payment',
  state: 'In words',
  provider: 'Who took the payment',
  currency: 'Of the amounts in the row',
  amountMinor: 'What was paid, refunded or disputed',
  refundedMinor: 'Refunds and lost disputes so far',
  reason: 'What the person or the provider wrote',
  requestedBy: '`operator`, `game`, `hub` or `provider`',
  error: 'What the provider said',
  settledAt: 'When it was decided',
  orderId: "The order's id",
  providerDisputeId: "The dispute's id at the provider",
  openedAt: 'When the bank opened it',
  orders: 'Number of paid orders',
  soldMinor: 'What they cost',
  refunds: 'Number of refunds',
  disputesLost: 'Number of lost disputes',
  lostMinor: 'What they cost',
  netMinor: 'Sold without refunds and lost disputes',
  discountMinor: 'How much less they cost than the list price',
  offerId: "The offer's id",
  timeZone: "The publisher's",
  group: 'The day, build, device, language, source or kind of player',
  event: 'Its name in the file of the project',
  plays: 'Openings of the game',
  loads: 'Plays whose game was shown',
  checkouts: 'Empty unless the rows are days',
  rubMinor: 'Paid in roubles; empty for none',
  usdMinor: 'Paid in dollars; empty for none',
  firstPayers: 'Players who paid for the first time in the project; empty unless the rows are days',
  rubDiscountMinor: 'How much less than the list prices was paid, in roubles; empty for none',
  usdDiscountMinor: 'How much less than the list prices was paid, in dollars; empty for none',
  rubRefundedMinor: 'Refunds and lost disputes of the day in roubles; empty for none',
  usdRefundedMinor: 'Refunds and lost disputes of the day in dollars; empty for none',
  buildNumber: '0 for a game at an address of its own',
  sum: 'Of the values of the events',
  firstDay: 'When the players played for the first time',
  d1: 'How many of them played a day later',
  kind: 'What the line is about',
  at: 'When it happened',
  name: "The player's name",
  email: "The player's email",
  authType: 'First login',
  bannedAt: 'When the ban began',
  bannedUntil: 'When it ends; empty without an end',
  deletionAt: 'When the account is deleted',
  operatorId: 'Empty for a shell account and the hub',
  subject: 'Id of what was changed',
  outcome: 'Refused acts are listed, too',
  ip: 'Where the operator was',
  number: "The ticket's number",
  language: "The player's language",
  assignee: 'Name of the operator',
  excerpt: 'Beginning of the last message',
  updatedAt: 'When it was changed last',
}

/** `docs/operate/exports.md`: a line for each column. */
export function exportsPage(): string {
  const sections = Object.entries(exportRows).map(([key, row]) => {
    const lines = Object.entries(row.shape).map(([column, schema]) => [
      getHead(column as ExportColumn, 'en'),
      getHead(column as ExportColumn, 'ru'),
      describe(column, schema),
    ])
    const title = titles[key as keyof typeof exportRows]
    return `## ${title}\n\n\`${key}\`\n\n${table(['column', 'in Russian', 'meaning'], lines)}`
  })
  return `${introduction}\n${sections.join('\n\n')}\n`
}

function describe(column: string, schema: z.ZodType): string {
  const inner = 'unwrap' in schema ? (schema as z.ZodNullable<z.ZodType>).unwrap() : schema
  const own = schema.description ?? inner.description
  const isMinor = own === AmountMinor.description
  const note = notes[column as ExportColumn]
  const said = (isMinor ? note : (own ?? note)) ?? units[getUnit(column)]
  const values = (inner.toJSONSchema({ unrepresentable: 'any' }) as JsonSchema).enum
  return [said, values && describeForm({ enum: values })].filter(Boolean).join(': ')
}
