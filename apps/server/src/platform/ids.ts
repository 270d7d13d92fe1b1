import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** UUIDv7 for a new row. Ids sort by creation time, also within a millisecond. */
export function newId(): string {
  return v7()
}

/** UUIDv7 of an instant, for rows looked up by time. Ids of one millisecond are in no order. */
export function newIdAt(instant: number): string {
  return v7({ msecs: instant })
}

/** Sorts before every id created at or after the instant. */
export function firstIdAt(instant: number): string {
  const hex = instant.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Random lower-case hex digits for traces. Node prepares UUIDs in batches; `randomBytes` takes ten times as long. */
export function randomHex(bytes: 8 | 16): string {
  return randomUUID()
    .replaceAll('-', '')
    .slice(-2 * bytes)
}

/** When a row was created, by its id. */
export function toInstant(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** Ids for SQL's `in`: PostgreSQL refuses an empty list, so it becomes one without a match. */
export function toInList(ids: readonly string[] | undefined): readonly string[] {
  return ids === undefined || ids.length === 0 ? [''] : ids
}
