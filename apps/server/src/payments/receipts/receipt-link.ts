import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '../../platform/clock.ts'

export const linkLifetimeMs = 10 * MINUTE_MS
/** Replaces the time in the signature when a link does not expire. */
const noExpiry = 'never'

/**
 * A signed path to one receipt without authentication.
 * @param expiresAt  null: the link works as long as the receipt is kept
 */
export function receiptPath(receiptId: string, expiresAt: number | null, secret: string): string {
  const expires = expiresAt === null ? noExpiry : String(expiresAt)
  const query = new URLSearchParams({
    ...(expiresAt !== null && { expires }),
    signature: createSignature(receiptId, expires, secret),
  })
  return `/api/payments/receipts/${receiptId}.pdf?${query}`
}

export function isReceiptLinkValid(
  receiptId: string,
  { expires = noExpiry, signature }: { expires?: unknown; signature?: unknown },
  secret: string,
  now: number,
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false
  const expected = Buffer.from(createSignature(receiptId, expires, secret))
  const actual = Buffer.from(signature)
  const isSigned = expected.length === actual.length && timingSafeEqual(expected, actual)
  return isSigned && (expires === noExpiry || now < Number(expires))
}

function createSignature(receiptId: string, expires: string, secret: string): string {
  return createHmac('sha256', secret).update(`${receiptId}.${expires}`).digest('base64url')
}
