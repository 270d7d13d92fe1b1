import type { IncomingHttpHeaders } from 'node:http'
import type { FrameInspection } from '@playhub/contract'
import { guardedGetHeaders } from '../platform/outbound/guarded-request.ts'

type Response = { status: number; headers: IncomingHttpHeaders }

type Options = {
  hubOrigin: string
  allowPrivate: boolean
  timeoutMs?: number
  /** Responds for hosted games; undefined for other URLs. */
  requestHosted?: (url: string) => Promise<Response | undefined>
  isOpaque?: boolean
  /** User agent of the player's browser: some servers refuse anything else. */
  userAgent?: string | undefined
}

const maxRedirects = 5

/**
 * Reads the headers of a game's page, and reports whether the hub may frame it. Every foreign hop passes the address
 * guard.
 */
export async function inspectFrame(
  href: string,
  {
    hubOrigin,
    allowPrivate,
    timeoutMs = 5000,
    userAgent = 'Playhub-Checker/1',
    requestHosted,
    isOpaque = false,
  }: Options,
): Promise<FrameInspection> {
  const redirects: string[] = []
  const deadline = performance.now() + timeoutMs
  let url = href
  let hosted: FrameInspection['hosted'] = null
  const end = (
    problem: FrameInspection['problem'],
    status: number | null = null,
    refusedBy: FrameInspection['refusedBy'] = null,
  ): FrameInspection => ({ url, status, redirects, refusedBy, problem, hosted })

  while (redirects.length <= maxRedirects) {
    const headers = { accept: 'text/html', 'user-agent': userAgent }
    const remainingMs = Math.max(1, Math.round(deadline - performance.now()))
    const own = await requestHosted?.(url)
    if (own && redirects.length === 0) hosted = { isOpaque }
    const response =
      own ??
      (await guardedGetHeaders(url, { headers, timeoutMs: remainingMs, allowPrivate }).catch(toProblem))
    if (typeof response === 'string') return end(response)
    const { location } = response.headers
    const isRedirect = response.status >= 300 && response.status < 400 && location !== undefined
    if (!isRedirect) {
      const refusedBy = findRefusal(response.headers, new URL(url).origin, hubOrigin)
      return end(findPageProblem(response), response.status, refusedBy)
    }
    redirects.push(url)
    const next = URL.parse(location, url)
    if (!next || !/^https?:$/.test(next.protocol)) return end('notAllowed', response.status)
    url = next.href
  }
  return end('tooManyRedirects')
}

const toProblem = (error: unknown) =>
  error instanceof Error && /private address/.test(error.message) ? 'notAllowed' : 'unreachable'

function findPageProblem({ status, headers }: { status: number; headers: IncomingHttpHeaders }) {
  if (status >= 400) return 'error'
  return /^(text\/html|application\/xhtml\+xml)\b/.test(headers['content-type'] ?? '') ? null : 'notHtml'
}

/** A policy with `frame-ancestors` decides alone; browsers then ignore `X-Frame-Options`. */
export function findRefusal(
  headers: IncomingHttpHeaders,
  pageOrigin: string,
  hubOrigin: string,
): FrameInspection['refusedBy'] {
  const policies = String(headers['content-security-policy'] ?? '')
    .split(',')
    .flatMap((policy) => findFrameAncestors(policy) ?? [])
  if (policies.length > 0) {
    const refusing = policies.find(
      (sources) => !sources.some((source) => allows(source, pageOrigin, hubOrigin)),
    )
    return refusing
      ? { header: 'Content-Security-Policy', value: `frame-ancestors ${refusing.join(' ')}` }
      : null
  }
  const options = String(headers['x-frame-options'] ?? '').trim()
  const isAllowed =
    options.toLowerCase() === 'sameorigin' ? pageOrigin === hubOrigin : !/^deny$/i.test(options)
  return isAllowed ? null : { header: 'X-Frame-Options', value: options }
}

/** A list of lists, so `flatMap` keeps each policy's sources together. */
function findFrameAncestors(policy: string): string[][] | undefined {
  const directive = policy
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .find(([name]) => name?.toLowerCase() === 'frame-ancestors')
  return directive && [directive.slice(1)]
}

/** @see https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
function allows(source: string, pageOrigin: string, hubOrigin: string): boolean {
  const lower = source.toLowerCase()
  const hub = new URL(hubOrigin)
  if (lower === '*') return true
  if (lower === "'self'") return pageOrigin === hubOrigin
  if (/^[a-z][a-z0-9+.-]*:$/.test(lower))
    return lower === hub.protocol || (lower === 'http:' && hub.protocol === 'https:')
  const { scheme, host, port } =
    /^(?:(?<scheme>[a-z]+):\/\/)?(?<host>[^/:]+)(?::(?<port>\d+|\*))?/.exec(lower)?.groups ?? {}
  if (scheme && `${scheme}:` !== hub.protocol && !(scheme === 'http' && hub.protocol === 'https:'))
    return false
  const isHost = host?.startsWith('*.') ? hub.hostname.endsWith(host.slice(1)) : host === hub.hostname
  const hubPort = hub.port || (hub.protocol === 'https:' ? '443' : '80')
  const isPort = port === '*' || (port ?? (hub.protocol === 'https:' ? '443' : '80')) === hubPort
  return isHost && isPort
}
