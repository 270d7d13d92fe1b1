import { Secret, TOTP } from 'otpauth'
import { SECOND_MS } from '../clock.ts'

const periodMs = 30 * SECOND_MS
/** Periods by which a phone's clock may be off, in either direction. */
const tolerance = 1

/** A new 160-bit secret, as base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * The QR code URL for authenticator apps.
 * @param issuer  The hub name shown in the app.
 */
export function keyUri({
  secret,
  issuer,
  accountName,
}: {
  secret: string
  issuer: string
  accountName: string
}): string {
  return new TOTP({ issuer, label: accountName, secret }).toString()
}

/** @returns  The code's period and when it stops being valid; null for a wrong or an old code. */
export function matchCode(
  secret: string,
  code: string,
  now: number,
): { period: number; validUntil: number } | null {
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: now, window: tolerance })
  if (delta === null) return null
  const period = Math.floor(now / periodMs) + delta
  return { period, validUntil: (period + 1 + tolerance) * periodMs }
}
