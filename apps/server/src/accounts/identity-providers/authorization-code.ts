/** The authorization code flow with PKCE, as far as the providers share it. */
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
import { refuseCancelled } from './callback-parameters.ts'
import { IdentityNotProven, ProviderUnavailable, type SignInFlow } from './provider.ts'
import { askProvider } from './provider-fetch.ts'

export type CodeServer = {
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  jwksUrl?: string
}

/** @param ask  Calls the provider; where its answers need mending first, that is done here. */
export function codeClient(
  { issuer, authorizationUrl, tokenUrl, jwksUrl }: CodeServer,
  clientId: string,
  clientAuth: ClientAuth,
  ask: CustomFetch = askProvider,
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
  client[customFetch] = ask
  // Only the sandbox is configured so: production takes https addresses alone.
  if (tokenUrl.startsWith('http:')) allowInsecureRequests(client)
  return client
}

/** @param parameters  What this provider wants besides, its scope first of all. */
export async function authorizationUrl(
  client: Configuration,
  flow: SignInFlow,
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
  /** True where the provider tells the nonce in an ID token. */
  expectsNonce?: boolean
  /** What the token endpoint wants besides. */
  parameters?: Record<string, string>
}

/**
 * Trades the code of a callback for tokens.
 * @throws SignInCancelled, IdentityNotProven or ProviderUnavailable
 */
export async function redeemCode(
  client: Configuration,
  answer: Record<string, string>,
  flow: SignInFlow,
  { expectsNonce = false, parameters = {} }: RedeemOptions = {},
): Promise<Tokens> {
  refuseCancelled(answer)
  const callback = new URL(flow.redirectUri)
  for (const [name, value] of Object.entries(answer)) callback.searchParams.set(name, value)
  const checks = {
    expectedState: flow.state,
    pkceCodeVerifier: flow.codeVerifier,
    ...(expectsNonce && { expectedNonce: flow.nonce }),
  }
  try {
    return await authorizationCodeGrant(client, callback, checks, parameters)
  } catch (error) {
    throw signInProblem(error)
  }
}

/** What the provider's or the library's complaint means to us. Of its text only codes are kept: the rest may tell secrets. */
function signInProblem(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError) {
    return new IdentityNotProven('The provider reports an error')
  }
  if (error instanceof ResponseBodyError) {
    const reason = `The token endpoint answered ${error.status} ${errorCodeIn(error.error)}`
    return error.status < 500 ? new IdentityNotProven(reason) : new ProviderUnavailable(reason)
  }
  if (!(error instanceof ClientError)) return error
  if (error.cause instanceof ProviderUnavailable) return error.cause
  const reason = `${error.message} (${error.code})`
  return isUnreadable(error) ? new ProviderUnavailable(reason) : new IdentityNotProven(reason)
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
