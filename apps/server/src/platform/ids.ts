import { v7 } from 'uuid'

/** A new row's id: UUIDv7, so that ids sort by creation time, also within a millisecond. */
export const newId = (): string => v7()

/** Sorts before every id created at the instant or later. */
export function firstIdAt(instant: number): string {
  const hex = instant.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Ids of requests in logs and problems: a prefix for the process and a counter. */
export function requestIds(): () => string {
  const prefix = newId().slice(-12)
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}
