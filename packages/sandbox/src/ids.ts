import { randomBytes } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A provider-like id: `pi_` and 24 random letters. */
export function newId(prefix: string, length = 24): string {
  let id = prefix
  for (const byte of randomBytes(length)) id += LETTERS[byte % LETTERS.length]
  return id
}
