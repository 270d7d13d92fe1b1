import type { FastifyRequest } from 'fastify'
import { SECOND_MS } from '../platform/clock.ts'
import { readSingleCookie } from '../platform/http/single-cookie.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import { sessionTtlMs } from './sessions/session.ts'

type ConsoleConfig = Pick<HubConfig, 'console'>

const sharedHostPath = '/api/operator'

/**
 * @param token  Null removes the cookies.
 * @returns  the cookie, and its name in the previous release, read during an upgrade and after a rollback
 */
export function serializeSessionCookies(config: ConsoleConfig, token: string | null): string[] {
  const maxAge = token === null ? 0 : sessionTtlMs / SECOND_MS
  return describeCookies(config).map(({ name, path, isSecure }) => {
    const attributes = [`Path=${path}`, `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict']
    return [`${name}=${token ?? ''}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
  })
}

/** Undefined without the cookie, and when another host or path has planted a second one. */
export function readSessionToken(
  config: ConsoleConfig,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  for (const { name } of describeCookies(config)) {
    const cookie = readSingleCookie(headers.cookie, name)
    if (cookie === 'repeated') return undefined
    if (cookie.value !== undefined) return cookie.value
  }
  return undefined
}

export const getCookieName = (config: ConsoleConfig): string => describeCookies(config)[0].name

type Cookie = { name: string; path: string; isSecure: boolean }

/**
 * The prefix keeps other hosts below the same domain from setting the cookie. It needs https, and the path of the whole
 * host.
 */
function describeCookies({ console: { url, hasOwnHost } }: ConsoleConfig): [Cookie, ...Cookie[]] {
  if (!url.startsWith('https:'))
    return [{ name: 'operator', path: hasOwnHost ? '/' : sharedHostPath, isSecure: false }]
  const cookie = { name: '__Host-operator', path: '/', isSecure: true }
  if (hasOwnHost) return [cookie]
  return [cookie, { name: '__Secure-operator', path: sharedHostPath, isSecure: true }]
}
