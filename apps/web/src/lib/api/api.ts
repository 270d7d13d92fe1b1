import type { RouteKey, RouteRequest, RouteResponse } from '@playhub/contract'
import { fillPath, type RequestParts, readProblem, send, toQuery } from '@playhub/ui/feedback/api-core.ts'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { keepsCookies } from '../browser/storage.ts'
import { clientConfig } from '../context/client-config.ts'
import { accessToken, readHubContext, replaceRefusedToken } from '../context/hub-context.ts'
import { currentLanguage, messagesReady } from '../language/messages.ts'

type Options = {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Used instead of the current login's token. */
  token?: string
  /** Goes on after the page has gone. At most 64 KB. */
  keepalive?: boolean
}

/** The request argument is optional for routes without required parts. */
type CallArguments<K extends RouteKey> =
  Record<never, never> extends RouteRequest<K>
    ? [request?: RouteRequest<K>, options?: Options]
    : [request: RouteRequest<K>, options?: Options]

/** The page's action on a call's login. */
type LoginHandlers = {
  /**
   * The login has expired or was revoked (specification §4).
   * @returns whether the player leaves the page; otherwise they stay as a guest.
   */
  unauthorized(): boolean
  /** The call needed a login and had none: another tab may have signed the player out. */
  missing(): void
  /** Another token has replaced the refused one, maybe another player's. */
  replaced(): void
}

let loginHandlers: LoginHandlers | undefined

/** Sets the handlers for all calls. */
export function setLoginHandlers(handlers: LoginHandlers): void {
  loginHandlers = handlers
}

/**
 * Calls the hub, typed by the contract's route table.
 * @throws ApiRefusal      on a problem response.
 * @throws ApiUnreachable  when there is no response.
 */
export async function call<K extends RouteKey>(key: K, ...args: CallArguments<K>): Promise<RouteResponse<K>> {
  const [request, options] = args
  const parts: RequestParts = request ?? {}
  const [method = 'GET', path = ''] = key.split(' ')
  const token = options?.token ?? accessToken()
  const response = await sendWithMessages(
    `/api${fillPath(path, parts.params)}${toQuery(Object.entries(parts.query ?? {}))}`,
    {
      method,
      headers: {
        ...apiHeaders(token),
        ...(parts.body !== undefined && { 'Content-Type': 'application/json' }),
        // A page going away does not run on after an `await`, and the hub knows it by its origin.
        ...(!options?.keepalive && (await xsrfHeader().catch(() => undefined))),
        ...options?.headers,
      },
      body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
      credentials: keepsCookies() ? 'same-origin' : 'omit',
      signal: options?.signal,
      keepalive: options?.keepalive,
    },
  )
  if (response.ok) return await response.json()
  const [problem] = await Promise.all([readProblem(response), messagesReady()])
  const refusal = new ApiRefusal(problem)
  if (!token && refusal.code === 'UNAUTHORIZED') loginHandlers?.missing()
  if (!token || refusal.code !== 'UNAUTHORIZED' || options?.token) throw refusal
  if (replaceRefusedToken(token)) {
    loginHandlers?.replaced()
    if (method === 'GET') return call(key, ...args)
    throw refusal
  }
  // Never settle: the handler navigates away, and an error screen would flash until then.
  if (endLogin(token)) await new Promise(() => undefined)
  throw refusal
}

let isLeaving = false

/** Handles the first of concurrent calls refused with the same token. @returns whether the player leaves. */
function endLogin(refusedToken: string): boolean {
  const token = accessToken()
  if (token === refusedToken) isLeaving = loginHandlers?.unauthorized() ?? true
  return isLeaving && (token === refusedToken || token === null)
}

async function sendWithMessages(url: string, init: RequestInit): Promise<Response> {
  try {
    return await send(url, init)
  } catch (error) {
    if (error instanceof ApiUnreachable) await messagesReady()
    throw error
  }
}

/** The headers for every API call (specification §7). */
export function apiHeaders(token = accessToken()): Record<string, string> {
  const context = readHubContext()
  const language = currentLanguage()
  return {
    Accept: 'application/json',
    'frontend-language': language,
    session: context.session,
    source: context.source,
    locale: context.locale || language,
    project: context.project || clientConfig().tenant,
    ...(token && { Authorization: `Bearer ${token}` }),
  }
}

const xsrfCookie = 'XSRF-TOKEN'

/** @throws where the browser blocks cookies */
async function xsrfHeader(): Promise<Record<string, string> | undefined> {
  const value = globalThis.cookieStore
    ? (await cookieStore.get(xsrfCookie))?.value
    : readDocumentCookie(xsrfCookie)
  // Another host on the domain can plant an invalid header value.
  return value && /^[\w-]+$/.test(value) ? { 'X-XSRF-TOKEN': value } : undefined
}

/** Used on pages without HTTPS. The first read blocks the page until another browser process responds. */
function readDocumentCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
