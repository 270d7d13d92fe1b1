import { emailField } from '@playhub/contract'
import * as z from 'zod'
import { StartupError } from './startup-error.ts'

/** Service URL without credentials: request errors would repeat them. */
export const ServiceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine(hasNoLogin, 'must be an address without user, password and #')

export function hasNoLogin(href: string): boolean {
  const url = URL.parse(href)
  return url !== null && url.username === '' && url.password === '' && url.hash === ''
}

/**
 * URL with credentials. A bare `#`, `/`, `?` or `%` ends the password early, and the rest becomes the host, path or
 * query.
 * @param form  Expected format.
 */
export function loginUrl(form: string, { hasPath }: { hasPath: boolean }) {
  const isValid = (url: string) => isLoginUrl(url, hasPath)
  return z
    .string()
    .refine(
      isValid,
      `must be an address: ${form}, with special characters of the password percent-encoded, such as %23 for #`,
    )
}

function isLoginUrl(href: string, hasPath: boolean): boolean {
  const url = URL.parse(href)
  if (url === null || /[\s#]/.test(href)) return false
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

/**
 * The required variables of a provider; null when none is set.
 * @throws StartupError when only some are set
 */
export function readAllOrNone<Name extends string>(
  env: Record<string, string | undefined>,
  provider: string,
  names: Name[],
): Record<Name, string> | null {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new StartupError(
      `${provider} is half configured: set ${missing.join(', ')}, or none of ${names.join(', ')}.`,
    )
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<Name, string>
}
