import { randomBytes, randomUUID } from 'node:crypto'

/** What the third group of an id tells about it. */
const kinds = { payment: '5000-9', refund: '5001-a', method: '5000-8' } as const

/** A YooKassa-like id: 36 letters that look like a UUID and are none, since the first eight are the seconds. */
export function newId(kind: keyof typeof kinds, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000).toString(16)
  return `${seconds}-000f-${kinds[kind]}000-${randomBytes(6).toString('hex')}`
}

export function newReceiptId(): string {
  return `rt-${randomUUID()}`
}

export function newToken(): string {
  return `ct-${randomUUID()}`
}
