import { createHash } from 'node:crypto'
import type { OAuthRequest } from './http.ts'

interface ClientCredentials {
  id: string | null
  secret: string | null
}

/** Client id and secret from the Basic header, form-encoded inside it (RFC 6749 §2.3.1); null without the header. */
export function basicCredentials({ authorization }: OAuthRequest): ClientCredentials | null {
  const [scheme, value] = authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'basic' || !value) return null
  const text = Buffer.from(value, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon === -1) return { id: null, secret: null }
  const decoded = new URLSearchParams(`id=${text.slice(0, colon)}&secret=${text.slice(colon + 1)}`)
  return { id: decoded.get('id'), secret: decoded.get('secret') }
}

/** Client id and secret from the Basic header, else from the form. */
export function clientCredentials(request: OAuthRequest): ClientCredentials {
  const { form } = request
  return basicCredentials(request) ?? { id: form.get('client_id'), secret: form.get('client_secret') }
}

export function bearerToken({ authorization }: OAuthRequest): string | null {
  const [scheme, value] = authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && value ? value : null
}

export function parseScopes(scope: string | null): string[] {
  return scope?.split(/\s+/).filter(Boolean) ?? []
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True for the hub's own origin, any https URL, and plain http on this machine. */
export function isAllowedRedirect(url: string | null, hubUrl: string): url is string {
  if (url === null || !URL.canParse(url) || url.includes('#')) return false
  const { protocol, hostname, origin, username } = new URL(url)
  if (username) return false
  if (origin === new URL(hubUrl).origin) return true
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

/** Adds query parameters to a URL, except null ones. */
export function withQuery(href: string, params: Record<string, string | null>): string {
  const url = new URL(href)
  for (const [name, value] of Object.entries(params)) {
    if (value !== null) url.searchParams.set(name, value)
  }
  return url.href
}

/** A PKCE challenge (RFC 7636). */
export interface Challenge {
  method: 'S256' | 'plain'
  value: string
}

const VERIFIER = /^[\w.~-]{43,128}$/
const S256_CHALLENGE = /^[\w-]{43}$/

/** @returns null without a challenge, undefined when it is malformed */
export function parseChallenge(params: URLSearchParams): Challenge | null | undefined {
  const value = params.get('code_challenge')
  const method = params.get('code_challenge_method')
  if (value === null) return method === null ? null : undefined
  if (method === null || method === 'plain')
    return VERIFIER.test(value) ? { method: 'plain', value } : undefined
  if (method !== 'S256' || !S256_CHALLENGE.test(value)) return undefined
  return { method, value }
}

/** A verifier without a challenge is wrong too. */
export function isVerified(challenge: Challenge | null, verifier: string | null): boolean {
  if (challenge === null) return verifier === null
  if (verifier === null || !VERIFIER.test(verifier)) return false
  if (challenge.method === 'plain') return verifier === challenge.value
  return createHash('sha256').update(verifier).digest('base64url') === challenge.value
}
