import { createHash } from 'node:crypto'
import { APPLE } from '../constants.ts'
import type { Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'

export interface AppleApp {
  context: ProviderContext
  /** Ids of personas with an earlier login. Their name is not sent again. */
  consents: Set<string>
  stateChanged(): void
}

/** The same for every app of one team. */
export function getSubject({ id }: Persona): string {
  const digest = createHash('sha256').update(`${APPLE.teamId} ${id}`).digest('hex')
  const digits = digest.replace(/\D/g, '')
  return `000${digits.slice(0, 3)}.${digest.slice(0, 32)}.0${digits.slice(3, 6)}`
}
