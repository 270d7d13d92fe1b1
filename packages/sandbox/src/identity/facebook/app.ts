import { newId } from '../../platform/ids.ts'
import { FACEBOOK } from '../constants.ts'
import { json, Refused } from '../http.ts'
import { type Persona, steadyDigits } from '../personas.ts'
import type { Challenge } from '../pkce.ts'
import type { Ground } from '../provider.ts'
import { createVault, type Vault } from '../vault.ts'

interface Code {
  persona: Persona
  scopes: string[]
  redirectUri: string
  challenge: Challenge | null
}

export interface AccessToken {
  persona: Persona
  scopes: string[]
  appId: string
  issuedAt: number
  expiresAt: number
}

/** Facebook's memory of the app that the hub is. */
export interface FacebookApp {
  ground: Ground
  codes: Vault<Code>
  /** Also of tokens that have expired: `debug_token` still knows whose they were. */
  tokens: Vault<AccessToken>
}

const CODE_LIFETIME_S = 600
export const TOKEN_LIFETIME_S = 60 * 86_400

export function openFacebookApp(ground: Ground): FacebookApp {
  return {
    ground,
    codes: createVault(ground.nowS, { prefix: 'AQ', lifetimeS: CODE_LIFETIME_S }),
    tokens: createVault(ground.nowS, { prefix: 'EAAS', lifetimeS: 2 * TOKEN_LIFETIME_S }),
  }
}

export function newAccessToken(
  { ground, tokens }: FacebookApp,
  token: Pick<AccessToken, 'persona' | 'scopes' | 'appId'>,
  issuedAt = ground.nowS(),
): string {
  return tokens.put({ ...token, issuedAt, expiresAt: issuedAt + TOKEN_LIFETIME_S })
}

/** The same person is somebody else to another app. */
export function subjectOf({ id }: Persona, appId: string = FACEBOOK.appId): string {
  return steadyDigits(`facebook ${appId} ${id}`, 17)
}

/** @see https://developers.facebook.com/docs/graph-api/guides/error-handling */
export function graphError(status: number, code: number, message: string, subcode?: number): Refused {
  const error = { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: newId('A', 22) }
  return new Refused(json({ error }, status))
}
