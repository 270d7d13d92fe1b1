import type { Currency } from '@playhub/contract/money'
import type { HomeSales } from '@playhub/contract/operator'

const DAYS = 30
const DAY_MS = 86_400_000

export type Takings = { soldMinor: number; refundedMinor: number }
export type SalesLine = {
  project: string
  currency: Currency
  today: Takings
  yesterday: Takings
  thirtyDays: Takings
}

/** The last 30 days in the publisher's time zone as `YYYY-MM-DD`, today last. */
export function listDays({ checkedAt, timeZone }: Pick<HomeSales, 'checkedAt' | 'timeZone'>): string[] {
  const today = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(checkedAt)
  const noon = Date.parse(`${today}T12:00:00Z`)
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(noon - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

type Day = HomeSales['days'][number]

/** Sales of each project in each currency. Currencies are never added. */
export function listSalesLines(sales: HomeSales, currencies: readonly Currency[]): SalesLine[] {
  const days = listDays(sales)
  const today = days.at(-1)
  const yesterday = days.at(-2)
  return currencies.flatMap((currency) =>
    listProjects(sales.days, currency).map((project) => {
      const own = sales.days.filter((row) => row.currency === currency && row.project === project)
      return {
        project,
        currency,
        today: sumTakings(own.filter(({ day }) => day === today)),
        yesterday: sumTakings(own.filter(({ day }) => day === yesterday)),
        thirtyDays: sumTakings(own.filter(({ day }) => days.includes(day))),
      }
    }),
  )
}

function sumTakings(rows: readonly Day[]): Takings {
  return {
    soldMinor: rows.reduce((sum, row) => sum + row.soldMinor, 0),
    refundedMinor: rows.reduce((sum, row) => sum + row.refundedMinor, 0),
  }
}

/** Projects with sales in a currency. */
export function listProjects(rows: readonly Day[], currency: string): string[] {
  return [...new Set(rows.filter((row) => row.currency === currency).map(({ project }) => project))].sort()
}
