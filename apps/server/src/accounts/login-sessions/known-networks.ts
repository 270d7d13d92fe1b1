import { createHmac } from 'node:crypto'
import { addressGroup } from '../../platform/limits/address-group.ts'
import type { Deps } from '../deps.ts'
import { hasLoginSessionFrom } from './login-session-store.ts'

/** Keeps a leaked table from revealing where players log in. The player's id acts as a salt. */
export function hashNetwork(pepper: string, playerId: string, address: string): string {
  return createHmac('sha256', pepper)
    .update(`network of ${playerId}\n${addressGroup(address)}`)
    .digest('base64url')
}

/** Whether the player has logged in from the network within 30 days, the retention period for login sessions. */
export function isKnownNetwork(
  { db, codePepper }: Pick<Deps, 'db' | 'codePepper'>,
  playerId: string,
  address: string,
): Promise<boolean> {
  return hasLoginSessionFrom(db, playerId, hashNetwork(codePepper, playerId, address))
}
