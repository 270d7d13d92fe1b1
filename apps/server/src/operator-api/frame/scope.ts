import { DAY_MS } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { parseDayStart } from '../../platform/time-zone.ts'
import type { Scope } from './operator-api.ts'

/** Projects for a use case; undefined is every project. */
export function toProjects(scope: Scope): string[] | undefined {
  return scope === '*' ? undefined : scope
}

/** The projects asked for, as far as the operator holds the permission there. */
export function limitProjects(scope: Scope, wanted: string[] | undefined): string[] | undefined {
  if (scope === '*') return wanted
  return wanted === undefined ? scope : wanted.filter((project) => scope.includes(project))
}

/**
 * Turns days in a time zone into a half-open range of instants.
 * @param to  The last day of the range.
 * @throws Refusal BODY_INVALID for a day that does not exist
 */
export function toRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
): { from?: number; until?: number } {
  return {
    ...(from === undefined ? {} : { from: parseDay(from, zone) }),
    ...(to === undefined ? {} : { until: parseDay(addDay(to), zone) }),
  }
}

function parseDay(day: string, zone: string): number {
  const start = parseDayStart(day, zone)
  if (start === undefined) throw new Refusal('BODY_INVALID', { day })
  return start
}

function addDay(day: string): string {
  return new Date(parseDay(day, 'UTC') + DAY_MS).toISOString().slice(0, 10)
}

type Page<Row> = { rows: Row[]; nextCursor: string | null; scannedTo?: number | null }

export const toPage = <Row, Shown>(
  { rows, nextCursor, scannedTo = null }: Page<Row>,
  show: (row: Row) => Shown,
) => ({
  data: { result: rows.map(show), nextCursor, scannedTo },
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
