import { createHash } from 'node:crypto'
import { APPLE } from '../constants.ts'
import type { Persona } from '../personas.ts'
import type { Ground } from '../provider.ts'
import { createVault, type Vault } from '../vault.ts'

interface Code {
  persona: Persona
  scopes: string[]
  redirectUri: string
  nonce: string | null
}

/** Apple's memory of the app that the hub is, and of who has ever let it in. */
export interface AppleApp {
  ground: Ground
  codes: Vault<Code>
  /** Ids of the people who have agreed once: they are never asked for their name again. */
  consents: Set<string>
  /** Says that a consent was given. */
  changed(): void
}

const CODE_LIFETIME_S = 600

export function openAppleApp(ground: Ground, changed: () => void): AppleApp {
  return {
    ground,
    codes: createVault(ground.nowS, { prefix: 'c', lifetimeS: CODE_LIFETIME_S }),
    consents: new Set(),
    changed,
  }
}

/** The same for every app of one team. */
export function subjectOf({ id }: Persona): string {
  const digest = createHash('sha256').update(`${APPLE.teamId} ${id}`).digest('hex')
  return `000${digest.replace(/\D/g, '').slice(0, 3)}.${digest.slice(0, 32)}.0${digest.replace(/\D/g, '').slice(3, 6)}`
}
