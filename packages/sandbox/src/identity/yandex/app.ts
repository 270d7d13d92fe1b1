import { createHash } from 'node:crypto'
import { digitsFrom, type Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { createTokenStore, type TokenStore } from '../token-store.ts'

interface AccessToken {
  persona: Persona
  scopes: string[]
  clientId: string
}

export interface YandexApp {
  context: ProviderContext
  tokens: TokenStore<AccessToken>
}

/** The scopes of the app's registration. A request without a scope gets all of them. */
export const REGISTERED_SCOPES = ['login:info', 'login:email', 'login:avatar']
export const TOKEN_LIFETIME_S = 31_536_000

export function openYandexApp(context: ProviderContext): YandexApp {
  const tokens = createTokenStore<AccessToken>(context.nowS, { prefix: 'y0_', lifetimeS: TOKEN_LIFETIME_S })
  return { context, tokens }
}

export function getSubject({ id }: Persona): string {
  return digitsFrom(`yandex ${id}`, 10)
}

/** A user id in one app's scope. */
export function toPsuid(persona: Persona, clientId: string): string {
  const digest = createHash('sha256')
    .update(`${clientId} ${getSubject(persona)}`)
    .digest('base64url')
  return `1.AA${digest.slice(0, 24)}.${digest.slice(24, 40)}`
}
