/** Months of days as the API writes them: `YYYY-MM-DD`, in the publisher's time zone. */
import { addDays } from '../lib/days.ts'

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
