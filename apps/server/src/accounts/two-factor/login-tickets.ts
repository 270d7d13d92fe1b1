import { createHmac, randomBytes } from 'node:crypto'
import { isSameHash } from '../../platform/authentication/random-token.ts'
import { type Clock, MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { loadOrCreateSecret } from '../../platform/keys/secrets.ts'

/**
 * Evidence that the password was correct, which the second login step exchanges for a login. Each is authenticated by
 * an HMAC over the password hash, so a new password invalidates it.
 */
export type LoginTickets = {
  issue(playerId: string, passwordHash: string): string
  /** The claimed player. Null when the ticket is malformed or has expired. */
  read(ticket: string): ReadTicket | null
  isAuthentic(ticket: ReadTicket, passwordHash: string): boolean
}

type ReadTicket = { playerId: string; expiresAt: number; nonce: string; claims: string; signature: string }

export const ticketTtlMs = 10 * MINUTE_MS

export async function createLoginTickets(db: Db, clock: Clock): Promise<LoginTickets> {
  const secret = await loadOrCreateSecret(db, 'sign-in-ticket')
  const sign = (claims: string, passwordHash: string) =>
    createHmac('sha256', secret).update(`${claims}\n${passwordHash}`).digest('base64url')

  return {
    issue(playerId, passwordHash) {
      const nonce = randomBytes(16).toString('base64url')
      const claims = `${playerId}.${clock.now() + ticketTtlMs}.${nonce}`
      return `${claims}.${sign(claims, passwordHash)}`
    },
    read(ticket) {
      const [playerId = '', expiry = '', nonce = '', signature = '', ...rest] = ticket.split('.')
      const expiresAt = Number(expiry)
      if (rest.length > 0 || !nonce || !(expiresAt > clock.now())) return null
      return { playerId, expiresAt, nonce, claims: `${playerId}.${expiry}.${nonce}`, signature }
    },
    isAuthentic: ({ claims, signature }, passwordHash) => isSameHash(signature, sign(claims, passwordHash)),
  }
}
