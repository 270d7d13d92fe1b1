/** What `doctor` asks a provider, to check that it knows our app. */
import * as z from 'zod'
import { ProviderUnavailable } from './provider.ts'
import { fetchProvider } from './provider-fetch.ts'

export const impossible = 'doctor-0000000000000000000000000000000000000000'

/** A code that was never issued: a provider that knows our app rejects only the code. */
export function impossibleCode(method: string, hubUrl: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: impossible,
    code_verifier: impossible,
    redirect_uri: `${hubUrl}/passport/${method}/callback`,
  }
}

const TokenError = z.object({ error: z.string(), error_description: z.string().optional() })

export async function checkClient(
  tokenUrl: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const init = { method: 'POST', headers, body: new URLSearchParams(form) }
  const response = await fetchProvider(tokenUrl, init)
  if (response.status >= 500)
    throw new ProviderUnavailable(`${new URL(tokenUrl).host} answered ${response.status}`)
  const refusal = TokenError.safeParse(await response.json().catch(() => undefined)).data
  if (!refusal) return [`It answered ${response.status} in an unexpected format.`]
  const { error, error_description: description = 'no description' } = refusal
  if (error === 'invalid_grant') return []
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return [`It does not accept our keys: ${description}.`]
  }
  if (error === 'redirect_uri_mismatch')
    return [`It does not know our callback address ${form.redirect_uri}.`]
  return [`It answered ${error}: ${description}.`]
}

const Discovery = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
})

/** Our URLs are fixed, so without this check only failing logins would show that a provider has moved. */
export async function checkDiscovery(
  config: Record<'issuer' | 'authorizationUrl' | 'tokenUrl' | 'jwksUrl', string>,
): Promise<string[]> {
  const response = await fetchProvider(`${config.issuer}/.well-known/openid-configuration`)
  const published = Discovery.safeParse(await response.json().catch(() => undefined)).data
  if (!published) return [`Its OpenID discovery document is not readable (${response.status}).`]
  const pairs = [
    [config.authorizationUrl, published.authorization_endpoint],
    [config.tokenUrl, published.token_endpoint],
    [config.jwksUrl, published.jwks_uri],
  ] as const
  return pairs
    .filter(([ours, theirs]) => ours !== theirs)
    .map(([ours, theirs]) => `It publishes ${theirs}, and we use ${ours}.`)
}
