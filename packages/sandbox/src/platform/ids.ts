import { randomFillSync } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Drawn in advance: asking the system for a few bytes at a time is the dearest part of making an id. */
const pool = Buffer.alloc(8192)
let used = pool.length

/** A provider-like id: `pi_` and 24 random letters. */
export function newId(prefix: string, length = 24): string {
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let id = prefix
  for (const end = used + length; used < end; used += 1) id += LETTERS[(pool[used] ?? 0) % LETTERS.length]
  return id
}
