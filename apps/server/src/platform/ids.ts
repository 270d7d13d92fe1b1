import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

let lastMs = 0
let sequence = 0

/** UUIDv7 for a new row. Ids sort by creation time, also within a millisecond. */
export function newId(): string {
  const random = nextRandomBytes()
  const now = Date.now()
  sequence = now > lastMs ? (random[6] as number) << 20 : sequence + 1
  lastMs = Math.max(lastMs, now)
  return v7({ random, msecs: lastMs, seq: sequence })
}

const randomBlock = Buffer.alloc(256 * 16)
let usedBytes = randomBlock.length

/** Takes 16 bytes from a pre-generated block, so that not every id needs a system call (ADR 30). */
function nextRandomBytes(): Buffer {
  if (usedBytes === randomBlock.length) {
    randomFillSync(randomBlock)
    usedBytes = 0
  }
  usedBytes += 16
  return randomBlock.subarray(usedBytes - 16, usedBytes)
}

/** Sorts before every id created at or after the instant. */
export function firstIdAt(instant: number): string {
  const hex = instant.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Random lower-case hex digits. */
export function randomHex(bytes: 8 | 16): string {
  return nextRandomBytes().toString('hex', 0, bytes)
}
