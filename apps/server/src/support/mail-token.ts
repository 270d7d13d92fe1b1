import { createHmac, timingSafeEqual } from 'node:crypto'

/** A ticket's number and an HMAC: mail that carries it belongs to the ticket. In lower case, which every mail server keeps. */
export function createMailToken(secret: string, number: number): string {
  const digest = createHmac('sha256', secret).update(`ticket ${number}`).digest('hex')
  return `${number}-${digest.slice(0, 24)}`
}

const tokens = /(?<![\w-])(\d{1,9})-([\da-f]{24})(?![\w-])/gi
/** Long threads name every earlier mail. */
const maxTokens = 100

/** @returns  The ticket number of the first genuine token in a text of headers. */
export function readMailToken(secret: string, headers: string): number | undefined {
  for (const [token, digits] of [...headers.matchAll(tokens)].slice(0, maxTokens)) {
    const number = Number(digits)
    const expected = Buffer.from(createMailToken(secret, number))
    const given = Buffer.from(token.toLowerCase())
    if (given.length === expected.length && timingSafeEqual(given, expected)) return number
  }
  return undefined
}

/** `support@example.org` → `support+12-5f0c…@example.org` */
export function addMailToken(email: string, token: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at)}+${token}${email.slice(at)}`
}
