import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random bytes are drawn in bulk: one system call per id would cost more than the rest of creating it. */
const pool = Buffer.alloc(8192)
let used = pool.length

/** An id in the providers' style: `pi_` and 24 random letters and digits. */
export function newId(prefix: string, length = 24): string {
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let id = prefix
  for (const end = used + length; used < end; used += 1) id += ALPHABET[(pool[used] ?? 0) % ALPHABET.length]
  return id
}
