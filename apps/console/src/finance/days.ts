/** Days as the API writes them: `YYYY-MM-DD`, in the publisher's time zone. */

const DAY_MS = 24 * 60 * 60 * 1000

export function getToday(now: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(now)
}

/** @param days  May be negative. */
export function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)
}

/** @returns the first and the last day of the month before the one of `day` */
export function getLastMonth(day: string): { from: string; to: string } {
  const to = addDays(`${day.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** `YYYY-MM`, newest first, without the month of `day`, which is not over. */
export function listClosedMonths(day: string, count: number): string[] {
  const months: string[] = []
  for (let at = day; months.length < count; ) {
    const { from } = getLastMonth(at)
    months.push(from.slice(0, 7))
    at = from
  }
  return months
}

/** "3 Mar 2026", or "March 2026" for a month. */
export function formatPeriod(period: string, language: string): string {
  const isMonth = period.length === 7
  const options: Intl.DateTimeFormatOptions = isMonth
    ? { month: 'long', year: 'numeric', timeZone: 'UTC' }
    : { dateStyle: 'medium', timeZone: 'UTC' }
  return new Intl.DateTimeFormat(language, options).format(Date.parse(isMonth ? `${period}-01` : period))
}

const toDay = (instant: number) => new Date(instant).toISOString().slice(0, 10)
