import { emailField } from '@playhub/contract'
import * as z from 'zod'

/** The address of a service, without a login: errors of requests would repeat it. */
export const ServiceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine(hasNoLogin, 'must be an address without user, password and #')

export function hasNoLogin(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.username === '' && url.password === '' && url.hash === ''
}

/**
 * An address with a login. A `#`, `/`, `?` or `%` in the password ends it early when it is not percent-encoded, so that the
 * rest becomes the host, the path or the query.
 * @param form  How to write it.
 */
export function loginUrl(form: string, { hasPath }: { hasPath: boolean }) {
  const isValid = (address: string) => isLoginUrl(address, hasPath)
  return z
    .string()
    .refine(
      isValid,
      `must be an address: ${form}, with special characters of the password percent-encoded, such as %23 for #`,
    )
}

function isLoginUrl(address: string, hasPath: boolean): boolean {
  const url = URL.parse(address)
  if (url === null || /[\s#]/.test(address)) return false
  const { username, password, pathname, searchParams } = url
  if (!hasPath && !(url.hostname && ['', '/'].includes(pathname))) return false
  const rest = [pathname, ...searchParams.keys()]
  return !rest.some((part) => part.includes('@')) && [username, password].every(isPercentEncoded)
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export type Sender = { name: string | null; address: string }

/** `Name <address>`, or an address. Null for anything else. */
export function parseSender(text: string): Sender | null {
  const [, quoted = '', inBrackets] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? []
  const parsed = emailField.safeParse(inBrackets ?? text)
  if (!parsed.success) return null
  return { name: quoted.trim().replace(/^"(.*)"$/, '$1') || null, address: parsed.data }
}

const word = /^[\x21-\x7e]+$/

/** Keys and ids go into headers and forms as they are, and errors about a header with a line break repeat it. */
export function wordMistakes(env: Record<string, string | undefined>, names: string[]): string[] {
  return names
    .filter((name) => env[name] !== undefined && !word.test(env[name]))
    .map((name) => `${name} must be one word without spaces and line breaks.`)
}
