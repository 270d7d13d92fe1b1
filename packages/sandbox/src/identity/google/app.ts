import { digitsFrom, type Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { createTokenStore, type TokenStore } from '../token-store.ts'

export interface AccessToken {
  persona: Persona
  scopes: string[]
  audience: string
  expiresAt: number
}

export interface GoogleApp {
  context: ProviderContext
  tokens: TokenStore<AccessToken>
}

export const TOKEN_LIFETIME_S = 3599

export function openGoogleApp(context: ProviderContext): GoogleApp {
  const tokens = createTokenStore<AccessToken>(context.nowS, {
    prefix: 'ya29.a0A',
    lifetimeS: TOKEN_LIFETIME_S,
  })
  return { context, tokens }
}

/** @param ageS  how long ago the token was issued */
export function issueAccessToken(
  { context, tokens }: GoogleApp,
  token: Omit<AccessToken, 'expiresAt'>,
  ageS = 0,
): string {
  return tokens.issue({ ...token, expiresAt: context.nowS() - ageS + TOKEN_LIFETIME_S }, ageS)
}

/** The same for every app. */
export function getSubject({ id }: Persona): string {
  return digitsFrom(`google ${id}`, 21)
}
