import { newId } from '../../platform/ids.ts'
import { FACEBOOK } from '../constants.ts'
import { ErrorResponse, json } from '../http.ts'
import { digitsFrom, type Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { createTokenStore, type TokenStore } from '../token-store.ts'

export interface AccessToken {
  persona: Persona
  scopes: string[]
  appId: string
  issuedAt: number
  expiresAt: number
}

export interface FacebookApp {
  context: ProviderContext
  /** Keeps expired tokens for a while, because `debug_token` still describes them. */
  tokens: TokenStore<AccessToken>
}

export const TOKEN_LIFETIME_S = 60 * 86_400

export function openFacebookApp(context: ProviderContext): FacebookApp {
  const lifetimeS = 2 * TOKEN_LIFETIME_S
  return { context, tokens: createTokenStore(context.nowS, { prefix: 'EAAS', lifetimeS }) }
}

export function issueAccessToken(
  { context, tokens }: FacebookApp,
  token: Pick<AccessToken, 'persona' | 'scopes' | 'appId'>,
  issuedAt = context.nowS(),
): string {
  return tokens.issue({ ...token, issuedAt, expiresAt: issuedAt + TOKEN_LIFETIME_S })
}

/** Ids are scoped to an app. */
export function getSubject({ id }: Persona, appId: string = FACEBOOK.appId): string {
  return digitsFrom(`facebook ${appId} ${id}`, 17)
}

/** @see https://developers.facebook.com/docs/graph-api/guides/error-handling */
export function graphError(status: number, code: number, message: string, subcode?: number): ErrorResponse {
  const error = { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: newId('A', 22) }
  return new ErrorResponse(json({ error }, status))
}
