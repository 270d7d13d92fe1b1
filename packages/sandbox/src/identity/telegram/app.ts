import { createHash } from 'node:crypto'
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

/** Telegram's memory of the bot that the hub is. */
export interface TelegramApp {
  ground: Ground
  codes: Vault<Code>
}

const CODE_LIFETIME_S = 600

export function openTelegramApp(ground: Ground): TelegramApp {
  return { ground, codes: createVault(ground.nowS, { prefix: 'tg', lifetimeS: CODE_LIFETIME_S }) }
}

/** The person's id everywhere in Telegram. */
export function subjectOf({ id }: Persona): string {
  return steadyDigits(`telegram ${id}`, 10)
}

/** What the `sub` of an ID token is instead: a name that only one client knows. */
export function opaqueSubjectOf(persona: Persona, clientId: string): string {
  return createHash('sha256')
    .update(`${clientId} ${subjectOf(persona)}`)
    .digest('base64url')
}
