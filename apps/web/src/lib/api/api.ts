import type { Problem, RouteKey, RouteRequest, RouteResponse } from '@playhub/contract'
import { clientConfig } from '../context/client-config.ts'
import { accessToken, readHubContext } from '../context/hub-context.ts'
import { currentLanguage, textsReady } from '../language/texts.ts'

type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
type Options = { signal?: AbortSignal; headers?: Record<string, string> }

/** Routes whose request has no required part may be called with the key alone. */
type CallArguments<K extends RouteKey> =
  Record<never, never> extends RouteRequest<K>
    ? [request?: RouteRequest<K>, options?: Options]
    : [request: RouteRequest<K>, options?: Options]

let unauthorized: () => void = () => undefined

/** Sets what happens when a login no longer holds (specification §4); one place for every call. */
export function onUnauthorized(handle: () => void): void {
  unauthorized = handle
}

/**
 * Calls the hub, typed by the contract's route table.
 * @throws ApiRefusal      when the server answers with a problem.
 * @throws ApiUnreachable  when it does not answer at all.
 */
export async function call<K extends RouteKey>(
  key: K,
  ...[request, options]: CallArguments<K>
): Promise<RouteResponse<K>> {
  const parts: Parts = request ?? {}
  const [method = 'GET', path = ''] = key.split(' ')
  const token = accessToken()
  const response = await send(`/api${fillPath(path, parts.params)}${toQuery(parts.query)}`, {
    method,
    headers: { ...headers(token, parts.body !== undefined), ...options?.headers },
    body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
    credentials: 'same-origin',
    signal: options?.signal,
  })
  if (response.ok) return (await response.json()) as RouteResponse<K>
  const [problem] = await Promise.all([readProblem(response), textsReady()])
  const refusal = new ApiRefusal(problem)
  // Nobody hears of it: the page leaves, and would show a screen for errors until it is gone.
  if (token && refusal.code === 'UNAUTHORIZED' && endsLogin(token)) await new Promise(() => undefined)
  throw refusal
}

/** A page makes several calls at once, and the first refusal ends the login: the others have nothing to add. */
function endsLogin(refused: string): boolean {
  const token = accessToken()
  if (token === refused) unauthorized()
  return token === refused || token === null
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    await textsReady()
    throw new ApiUnreachable(`No answer from ${url}`, { cause })
  }
}

function headers(token: string | null, hasBody: boolean): Record<string, string> {
  const context = readHubContext()
  const language = currentLanguage()
  const xsrf = cookie('XSRF-TOKEN')
  return {
    Accept: 'application/json',
    'frontend-language': language,
    session: context.session,
    source: context.source,
    locale: context.locale || language,
    project: context.project || clientConfig().tenant,
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(xsrf && { 'X-XSRF-TOKEN': xsrf }),
    ...(token && { Authorization: `Bearer ${token}` }),
  }
}

function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

function fillPath(path: string, params: Parts['params']): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
}

function toQuery(query: Parts['query']): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

/** A problem document, or what the status alone tells when a proxy answered in the hub's place. */
async function readProblem(
  response: Response,
): Promise<Partial<Problem> & Pick<Problem, 'code' | 'status' | 'title'>> {
  const nothingMore = { code: 'FAULT', status: response.status, title: response.statusText }
  if (!response.headers.get('content-type')?.includes('json')) return nothingMore
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? { ...nothingMore, ...body } : nothingMore
}

/** The server's answer that a player can act on, with a refusal code that we have words for. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  readonly code: string
  readonly status: number
  readonly title: string
  readonly errors: NonNullable<Problem['errors']>
  readonly details: NonNullable<Problem['details']>

  constructor(problem: Pick<Problem, 'code' | 'status' | 'title'> & Partial<Problem>) {
    super(`${problem.status} ${problem.code}`)
    this.code = problem.code
    this.status = problem.status
    this.title = problem.title
    this.errors = problem.errors ?? []
    this.details = problem.details ?? {}
  }
}

/** The server could not be reached: no network, or nobody there. */
export class ApiUnreachable extends Error {
  override readonly name = 'ApiUnreachable'
}

export function isRefusal(error: unknown, code?: string): error is ApiRefusal {
  return error instanceof ApiRefusal && (code === undefined || error.code === code)
}
