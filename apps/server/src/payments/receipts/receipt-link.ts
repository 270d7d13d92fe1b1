import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '../../platform/clock.ts'

export const linkLifetimeMs = 10 * MINUTE_MS

/** A signed path that opens one receipt without authentication until `expiresAt`. */
export function receiptPath(receiptId: string, expiresAt: number, secret: string): string {
  const query = new URLSearchParams({
    expires: String(expiresAt),
    signature: signatureOf(receiptId, String(expiresAt), secret),
  })
  return `/api/payments/receipts/${receiptId}.pdf?${query}`
}

export function isReceiptLinkValid(
  receiptId: string,
  { expires, signature }: { expires?: unknown; signature?: unknown },
  secret: string,
  now: number,
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false
  const expected = Buffer.from(signatureOf(receiptId, expires, secret))
  const actual = Buffer.from(signature)
  return expected.length === actual.length && timingSafeEqual(expected, actual) && now < Number(expires)
}

function signatureOf(receiptId: string, expires: string, secret: string): string {
  return createHmac('sha256', secret).update(`${receiptId}.${expires}`).digest('base64url')
}
