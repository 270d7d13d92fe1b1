/** Requests by `doctor` for checking our registration with a provider. */
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import * as z from 'zod'
import { ProviderUnavailable } from './provider.ts'

export const impossible = 'doctor-0000000000000000000000000000000000000000'

/** A code never issued: a provider with our app on record rejects only the code. */
export function impossibleCode(method: string, hubUrl: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: impossible,
    code_verifier: impossible,
    redirect_uri: `${hubUrl}/passport/${method}/callback`,
  }
}

/** Like `fetchProvider`, whose modules a process loads only when it checks. */
export async function fetchForCheck(url: string | URL, init?: RequestInit): Promise<Response> {
  const { fetchProvider } = await import('./provider-fetch.ts')
  return fetchProvider(url, init)
}

const TokenError = z.object({ error: z.string(), error_description: z.string().optional() })

export async function checkClient(
  tokenUrl: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Finding[]> {
  const init = { method: 'POST', headers, body: new URLSearchParams(form) }
  const response = await fetchForCheck(tokenUrl, init)
  if (response.status >= 500)
    throw new ProviderUnavailable(`${new URL(tokenUrl).host}: HTTP ${response.status}`)
  const refusal = TokenError.safeParse(await response.json().catch(() => undefined)).data
  if (!refusal) return [toFinding('login.format', { status: response.status })]
  const { error, error_description: description = 'no description' } = refusal
  if (error === 'invalid_grant') return []
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return [toFinding('login.keys', { said: description })]
  }
  if (error === 'redirect_uri_mismatch')
    return [toFinding('login.callback', { url: form.redirect_uri ?? '' })]
  return [toFinding('login.answered', { said: `${error}: ${description}` })]
}

const Discovery = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
})

/** Our URLs are fixed, so without this check only failing logins would reveal a provider's move. */
export async function checkDiscovery(
  config: Record<'issuer' | 'authorizationUrl' | 'tokenUrl' | 'jwksUrl', string>,
): Promise<Finding[]> {
  const response = await fetchForCheck(`${config.issuer}/.well-known/openid-configuration`)
  const published = Discovery.safeParse(await response.json().catch(() => undefined)).data
  if (!published) return [toFinding('login.discovery', { status: response.status })]
  const pairs = [
    [config.authorizationUrl, published.authorization_endpoint],
    [config.tokenUrl, published.token_endpoint],
    [config.jwksUrl, published.jwks_uri],
  ] as const
  return pairs
    .filter(([ours, theirs]) => ours !== theirs)
    .map(([ours, theirs]) => toFinding('login.moved', { theirs, ours }))
}
