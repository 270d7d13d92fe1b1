import { createHash } from 'node:crypto'

/** The form in which counters name an email address, so that none is left when its account is erased. */
export function hashEmail(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22)
}
