import { createHash } from 'node:crypto'
import { type Persona, steadyDigits } from '../personas.ts'
import type { Challenge } from '../pkce.ts'
import type { Ground } from '../provider.ts'
import { createVault, type Vault } from '../vault.ts'

interface Code {
  persona: Persona
  scopes: string[]
  challenge: Challenge | null
}

interface AccessToken {
  persona: Persona
  scopes: string[]
  clientId: string
}

/** Yandex's memory of the app that the hub is. */
export interface YandexApp {
  ground: Ground
  codes: Vault<Code>
  tokens: Vault<AccessToken>
}

/** What the app was registered with, and gets when it asks for nothing. */
export const REGISTERED_SCOPES = ['login:info', 'login:email', 'login:avatar']
const CODE_LIFETIME_S = 600
export const TOKEN_LIFETIME_S = 31_536_000

export function openYandexApp(ground: Ground): YandexApp {
  return {
    ground,
    codes: createVault(ground.nowS, { prefix: '', lifetimeS: CODE_LIFETIME_S }),
    tokens: createVault(ground.nowS, { prefix: 'y0_', lifetimeS: TOKEN_LIFETIME_S }),
  }
}

export function subjectOf({ id }: Persona): string {
  return steadyDigits(`yandex ${id}`, 10)
}

/** A name of the person that only one app knows. */
export function psuidOf(persona: Persona, clientId: string): string {
  const digest = createHash('sha256')
    .update(`${clientId} ${subjectOf(persona)}`)
    .digest('base64url')
  return `1.AA${digest.slice(0, 24)}.${digest.slice(24, 40)}`
}
