import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const bytesEach = 16
/** Asking the system costs more than all the rest of an id, so its random bytes come for many at once. */
const pool = Buffer.alloc(256 * bytesEach)
let taken = pool.length

function randomBytesOfOne(): Uint8Array {
  if (taken === pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += bytesEach
  return pool.subarray(taken - bytesEach, taken)
}

let msecs = 0
let seq = 0

/** A new row's id: UUIDv7, so that ids sort by the time they were made, also within a millisecond. */
export function newId(): string {
  const random = randomBytesOfOne()
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    seq = (random[6] as number) << 20
  } else {
    seq += 1
  }
  return v7({ random, msecs, seq })
}

/** What sorts before every id made at an instant or later. */
export function firstIdAt(instant: number): string {
  const hex = instant.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Names requests in logs and problems: this process and a count, cheap enough for every request. */
export function requestIds(): () => string {
  const process = newId().slice(-12)
  let count = 0
  return () => {
    count += 1
    return `${process}-${count.toString(36)}`
  }
}
