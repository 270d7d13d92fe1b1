/** The authorization code flow with PKCE, for providers supported by openid-client. */
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import {
  type CallbackParameters,
  IdentityNotVerified,
  type LoginFlow,
  ProviderUnavailable,
  throwIfCancelled,
} from './provider.ts'
import { fetchProvider, type ProviderFetch, parseWithoutNulls } from './provider-fetch.ts'

export type AuthorizationServer = {
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  jwksUrl?: string
}

/** @param fetchFromProvider  Wraps `fetchProvider` for a provider whose responses need fixing. */
export function createClient(
  { issuer, authorizationUrl, tokenUrl, jwksUrl }: AuthorizationServer,
  clientId: string,
  clientAuth: ClientAuth,
  fetchFromProvider: ProviderFetch = fetchProvider,
): Configuration {
  const client = new Configuration(
    {
      issuer,
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
      ...(jwksUrl && { jwks_uri: jwksUrl }),
    },
    clientId,
    undefined,
    clientAuth,
  )
  client[customFetch] = withoutNulls(fetchFromProvider)
  // Only the sandbox uses http: production accepts https URLs only.
  if (tokenUrl.startsWith('http:')) allowInsecureRequests(client)
  return client
}

/** openid-client sends only forms, and rejects the whole token response when an optional field is null. */
function withoutNulls(fetchFromProvider: ProviderFetch): CustomFetch {
  return async (url, { method, headers: requestHeaders, body: form }) => {
    const response = await fetchFromProvider(url, {
      method,
      headers: requestHeaders,
      ...(form instanceof URLSearchParams && { body: form }),
    })
    const text = await response.text()
    const { status, headers } = response
    const body = parseWithoutNulls(text)
    return new Response(body === undefined ? text || null : JSON.stringify(body), { status, headers })
  }
}

/** @param parameters  Provider-specific, such as the scope. */
export async function buildLoginUrl(
  client: Configuration,
  flow: LoginFlow,
  parameters: Record<string, string>,
): Promise<URL> {
  return buildAuthorizationUrl(client, {
    redirect_uri: flow.redirectUri,
    state: flow.state,
    code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
}

export type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

type RedeemOptions = {
  /** True if the provider returns the nonce in an ID token. */
  expectsNonce?: boolean
  /** Additional parameters for the token endpoint. */
  tokenParameters?: Record<string, string>
}

/**
 * Exchanges a callback's code for tokens.
 * @throws LoginCancelled, IdentityNotVerified or ProviderUnavailable
 */
export async function redeemCode(
  client: Configuration,
  parameters: CallbackParameters,
  flow: LoginFlow,
  { expectsNonce = false, tokenParameters = {} }: RedeemOptions = {},
): Promise<Tokens> {
  throwIfCancelled(parameters)
  const callback = new URL(flow.redirectUri)
  for (const [name, value] of Object.entries(parameters)) callback.searchParams.set(name, value)
  const checks = {
    expectedState: flow.state,
    pkceCodeVerifier: flow.codeVerifier,
    ...(expectsNonce && { expectedNonce: flow.nonce }),
  }
  try {
    return await authorizationCodeGrant(client, callback, checks, tokenParameters)
  } catch (error) {
    throw toLoginError(error)
  }
}

/** Keeps only an error's codes: its other text may contain secrets. */
function toLoginError(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError) {
    return new IdentityNotVerified('The provider reported an error')
  }
  if (error instanceof ResponseBodyError) {
    const reason = `The token endpoint answered ${error.status} ${errorCodeIn(error.error)}`
    return error.status < 500 ? new IdentityNotVerified(reason) : new ProviderUnavailable(reason)
  }
  if (!(error instanceof ClientError)) return error
  if (error.cause instanceof ProviderUnavailable) return error.cause
  const reason = `${error.message} (${error.code})`
  return isUnreadable(error) ? new ProviderUnavailable(reason) : new IdentityNotVerified(reason)
}

function errorCodeIn(error: string): string {
  return /^[\w.-]{1,64}$/.test(error) ? error : 'an error'
}

function isUnreadable({ code }: ClientError): boolean {
  return (
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    code === 'OAUTH_RESPONSE_IS_NOT_JSON' ||
    code === 'OAUTH_PARSE_ERROR'
  )
}
