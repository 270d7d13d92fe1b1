import { dayIn } from '../../platform/time-zone.ts'

export type ExportFilter = {
  project?: string | string[] | undefined
  month?: string | undefined
  from?: string | undefined
  to?: string | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
}

/**
 * Name of an exported file without ending: `orders-islandm3-2026-11-Europe-Moscow`. Without days in the filter it has the day of
 * the export.
 * @param projects  Those that the operator may export; undefined: all.
 */
export function createFileName(
  list: string,
  filter: ExportFilter,
  { projects, zone, now }: { projects: string[] | undefined; zone: string; now: number },
): string {
  const wanted = filter.project === undefined ? projects : [filter.project].flat()
  const project = wanted === undefined ? 'all-projects' : wanted.length === 1 ? wanted[0] : 'several-projects'
  const period = filter.month ?? toPeriod(filter, dayIn(zone, now))
  return [list, project, period, zone].join('-').replaceAll(/[^\w.]+/g, '-')
}

function toPeriod({ from, to, createdFrom, createdTo }: ExportFilter, today: string): string {
  const [first, last] = [from ?? createdFrom, to ?? createdTo]
  if (first === undefined && last === undefined) return today
  const month = first?.slice(0, 'YYYY-MM'.length)
  if (first === `${month}-01` && last !== undefined && last === findLastDay(first)) return month ?? today
  if (first === undefined) return `until-${last}`
  return first === last ? first : `${first}-${last ?? today}`
}

function findLastDay(firstDay: string): string {
  const [year = 0, month = 0] = firstDay.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
