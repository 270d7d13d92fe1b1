import { emailField } from '@playhub/contract'
import * as z from 'zod'

/** Service URL without credentials: request errors would repeat them. */
export const ServiceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine(hasNoLogin, 'must be an address without user, password and #')

export function hasNoLogin(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.username === '' && url.password === '' && url.hash === ''
}

/**
 * URL with credentials. A `#`, `/`, `?` or `%` that is not percent-encoded ends the password early, and the rest
 * becomes the host, path or query.
 * @param form  Expected format.
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

/** Parses `Name <email>`, or a bare email. Null for anything else. */
export function parseSender(text: string): Sender | null {
  const [, quoted = '', inBrackets] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? []
  const parsed = emailField.safeParse(inBrackets ?? text)
  if (!parsed.success) return null
  return { name: quoted.trim().replace(/^"(.*)"$/, '$1') || null, address: parsed.data }
}

const word = /^[\x21-\x7e]+$/

/**
 * Rejects whitespace in keys and ids: they go into headers and forms unchanged, and header errors repeat a value with a
 * line break.
 */
export function formatIssues(env: Record<string, string | undefined>, names: string[]): string[] {
  return names
    .filter((name) => env[name] !== undefined && !word.test(env[name]))
    .map((name) => `${name} must be one word without spaces and line breaks.`)
}
