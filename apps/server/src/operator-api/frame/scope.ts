import { Refusal } from '../../platform/refusal.ts'
import { addDays, parseDayStart } from '../../platform/time-zone.ts'
import type { Scope } from './operator-api.ts'

/** Projects for a use case; undefined is every project. */
export function toProjects(scope: Scope): string[] | undefined {
  return scope === '*' ? undefined : scope
}

/** @throws Refusal PROJECT_NOT_FOUND outside the scope */
export function expectProjectInScope(scope: Scope, project: string): string {
  if (scope !== '*' && !scope.includes(project)) throw new Refusal('PROJECT_NOT_FOUND')
  return project
}

/** The projects asked for, as far as the operator holds the permission there. */
export function limitProjects(scope: Scope, wanted: string[] | undefined): string[] | undefined {
  if (scope === '*') return wanted
  return wanted === undefined ? scope : wanted.filter((project) => scope.includes(project))
}

/**
 * Turns days in a time zone into a half-open range of instants.
 * @param to       The last day of the range.
 * @param getZone  Called for a range with a day only: the zone is in the content, which a command may not need.
 * @throws Refusal BODY_INVALID for a day that does not exist
 */
export function toRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  getZone: () => string,
): { from?: number; until?: number } {
  return {
    ...(from === undefined ? {} : { from: parseDay(from, getZone()) }),
    ...(to === undefined ? {} : { until: parseDay(addDays(to, 1), getZone()) }),
  }
}

function parseDay(day: string, zone: string): number {
  const start = parseDayStart(day, zone)
  if (start === undefined) throw new Refusal('BODY_INVALID', { day })
  return start
}

type Page<Row> = { rows: Row[]; nextCursor: string | null; scannedTo?: number | null }

export const mapRows = <Row, Shown>(page: Page<Row>, show: (row: Row) => Shown): Page<Shown> => ({
  ...page,
  rows: page.rows.map(show),
})

export const toPage = <Row>({ rows: result, nextCursor, scannedTo = null }: Page<Row>) => ({
  data: { result, nextCursor, scannedTo },
})

/** Reads all pages, for an export. */
export async function* readPages<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  for (let cursor: string | undefined; ; ) {
    const { rows, nextCursor } = await read(cursor)
    yield* rows
    if (nextCursor === null) return
    cursor = nextCursor
  }
}
