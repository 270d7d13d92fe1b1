import type { Deps } from '../deps.ts'
import { hashNetwork } from '../network-hash.ts'
import { hasLoginSessionFrom } from './login-session-store.ts'

/** True when the player has logged in from the network within 30 days, the retention period for login sessions. */
export function isKnownNetwork(
  { db, codePepper }: Pick<Deps, 'db' | 'codePepper'>,
  playerId: string,
  ip: string,
): Promise<boolean> {
  return hasLoginSessionFrom(db, playerId, hashNetwork(codePepper, playerId, ip))
}
