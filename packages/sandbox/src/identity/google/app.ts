import { type Persona, steadyDigits } from '../personas.ts'
import type { Challenge } from '../pkce.ts'
import type { Ground } from '../provider.ts'
import { createVault, type Vault } from '../vault.ts'

interface Code {
  persona: Persona
  scopes: string[]
  redirectUri: string
  nonce: string | null
  challenge: Challenge | null
}

export interface AccessToken {
  persona: Persona
  scopes: string[]
  audience: string
  expiresAt: number
}

/** Google's memory of the app that the hub is. */
export interface GoogleApp {
  ground: Ground
  codes: Vault<Code>
  tokens: Vault<AccessToken>
}

const CODE_LIFETIME_S = 600
export const TOKEN_LIFETIME_S = 3599

export function openGoogleApp(ground: Ground): GoogleApp {
  return {
    ground,
    codes: createVault(ground.nowS, { prefix: '4/0A', lifetimeS: CODE_LIFETIME_S }),
    tokens: createVault(ground.nowS, { prefix: 'ya29.a0A', lifetimeS: TOKEN_LIFETIME_S }),
  }
}

/** @param ageS  how old the token already is */
export function newAccessToken(
  { ground, tokens }: GoogleApp,
  token: Omit<AccessToken, 'expiresAt'>,
  ageS = 0,
): string {
  return tokens.put({ ...token, expiresAt: ground.nowS() - ageS + TOKEN_LIFETIME_S }, ageS)
}

/** The same for every app, and never used for another person. */
export function subjectOf({ id }: Persona): string {
  return steadyDigits(`google ${id}`, 21)
}
