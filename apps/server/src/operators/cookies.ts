import type { FastifyRequest } from 'fastify'
import { SECOND_MS } from '../platform/clock.ts'
import { readSingleCookie } from '../platform/http/single-cookie.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import { sessionTtlMs } from './sessions/session.ts'

type ConsoleConfig = Pick<HubConfig, 'console'>

/** The players' pages below PUBLIC_URL do not get the cookie. */
const sharedHostPath = '/api/operator'

/** @param token  Null removes the cookie. */
export function serializeSessionCookie(config: ConsoleConfig, token: string | null): string {
  const { name, path, isSecure } = describeCookie(config)
  const maxAge = token === null ? 0 : sessionTtlMs / SECOND_MS
  const attributes = [`Path=${path}`, `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict']
  return [`${name}=${token ?? ''}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** Undefined without the cookie, and when another host or path has planted a second one. */
export function readSessionToken(
  config: ConsoleConfig,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  const cookie = readSingleCookie(headers.cookie, describeCookie(config).name)
  return cookie === 'repeated' ? undefined : cookie.value
}

export const getCookieName = (config: ConsoleConfig): string => describeCookie(config).name

/** The prefixes keep other hosts below the same domain from setting the cookie. */
function describeCookie({ console: { url, hasOwnHost } }: ConsoleConfig) {
  const isSecure = url.startsWith('https:')
  const path = hasOwnHost ? '/' : sharedHostPath
  if (!isSecure) return { name: 'operator', path, isSecure }
  return { name: hasOwnHost ? '__Host-operator' : '__Secure-operator', path, isSecure }
}
