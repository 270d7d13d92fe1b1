import type { PersonalData } from '@playhub/contract'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAccount } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { listLoginSessionsOf } from '../login-sessions/login-session-store.ts'
import { ownIdentities } from './identities.ts'

/**
 * Everything that the hub stores about a player, by section. Each capability adds its own sections; secrets, hashes and
 * technical provider data are left out.
 * @throws Refusal UNAUTHORIZED when the account does not exist
 */
export async function exportPersonalData(deps: Deps, { playerId }: Actor): Promise<PersonalData> {
  const { db, clock, personalRecords } = deps
  const found = await findAccount(db, playerId)
  if (!found) throw new Refusal('UNAUTHORIZED')
  const { id, ...account } = found
  const sections = {
    account: { userId: id, ...account },
    identities: await ownIdentities(db, playerId),
    loginSessions: await exportLoginSessions(deps, playerId),
    ...(await personalRecords.personalData(playerId)),
  }
  return { exportedAt: clock.now(), sections }
}

async function exportLoginSessions({ db }: Deps, playerId: string): Promise<object[]> {
  const sessions = await listLoginSessionsOf(db, playerId)
  return sessions.map(({ id: _, playerId: __, ...exported }) => exported)
}
