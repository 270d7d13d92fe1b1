import type { Call } from './http.ts'

interface Credentials {
  id: string | null
  secret: string | null
}

/** Client id and secret from the Basic header; null when there is none. Both are form-encoded inside (RFC 6749 §2.3.1). */
export function basicCredentials({ authorization }: Call): Credentials | null {
  const [scheme, value] = authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'basic' || !value) return null
  const text = Buffer.from(value, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon === -1) return { id: null, secret: null }
  const decoded = new URLSearchParams(`id=${text.slice(0, colon)}&secret=${text.slice(colon + 1)}`)
  return { id: decoded.get('id'), secret: decoded.get('secret') }
}

/** Client id and secret from the Basic header, else from the form. */
export function credentialsOf(call: Call): Credentials {
  return basicCredentials(call) ?? { id: call.form.get('client_id'), secret: call.form.get('client_secret') }
}

export function bearerOf({ authorization }: Call): string | null {
  const [scheme, value] = authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && value ? value : null
}

export function scopesOf(scope: string | null): string[] {
  return scope?.split(/\s+/).filter(Boolean) ?? []
}
