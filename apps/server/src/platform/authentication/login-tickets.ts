import { createHmac, randomBytes } from 'node:crypto'
import { type Clock, MINUTE_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { loadOrCreateSecret } from '../keys/secrets.ts'
import { isSameHash } from './random-token.ts'

/**
 * Evidence of a correct password, exchanged for a login in the second step. Each is authenticated by an HMAC over the
 * password hash, so a new password invalidates it.
 */
export type LoginTickets = {
  issue(userId: string, passwordHash: string): string
  /** The claimed user. Null when the ticket is malformed or has expired. */
  read(ticket: string): ReadTicket | null
  isAuthentic(ticket: ReadTicket, passwordHash: string): boolean
}

type ReadTicket = { userId: string; expiresAt: number; nonce: string; claims: string; signature: string }

export const ticketTtlMs = 10 * MINUTE_MS

/** @param secretName  Players' and operators' tickets have different secrets, so neither is valid for the other. */
export async function createLoginTickets(db: Db, clock: Clock, secretName: string): Promise<LoginTickets> {
  const secret = await loadOrCreateSecret(db, secretName)
  const sign = (claims: string, passwordHash: string) =>
    createHmac('sha256', secret).update(`${claims}\n${passwordHash}`).digest('base64url')

  return {
    issue(userId, passwordHash) {
      const nonce = randomBytes(16).toString('base64url')
      const claims = `${userId}.${clock.now() + ticketTtlMs}.${nonce}`
      return `${claims}.${sign(claims, passwordHash)}`
    },
    read(ticket) {
      const [userId = '', expiry = '', nonce = '', signature = '', ...rest] = ticket.split('.')
      const expiresAt = Number(expiry)
      if (rest.length > 0 || !nonce || !(expiresAt > clock.now())) return null
      return { userId, expiresAt, nonce, claims: `${userId}.${expiry}.${nonce}`, signature }
    },
    isAuthentic: ({ claims, signature }, passwordHash) => isSameHash(signature, sign(claims, passwordHash)),
  }
}
