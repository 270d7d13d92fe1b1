import type { PersonalData } from '@playhub/contract'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAccount } from '../account-store.ts'
import type { Deps } from '../deps.ts'
import { listLoginSessionsOf } from '../login-sessions/login-session-store.ts'
import { ownIdentities } from './identities.ts'

/**
 * A player's own copy of everything the hub keeps of them. Each capability tells of its own; none tells secrets,
 * hashes or what is between the hub and a provider.
 * @throws Refusal UNAUTHORIZED when the account is gone.
 */
export async function exportPersonalData(deps: Deps, { playerId }: Actor): Promise<PersonalData> {
  const { db, clock, elsewhere } = deps
  const found = await findAccount(db, playerId)
  if (!found) throw new Refusal('UNAUTHORIZED')
  const { id, ...account } = found
  const sections = {
    account: { userId: id, ...account },
    identities: await ownIdentities(db, playerId),
    loginSessions: await toldLoginSessions(deps, playerId),
    ...(await elsewhere.personalData(playerId)),
  }
  return { exportedAt: clock.now(), sections }
}

async function toldLoginSessions({ db }: Deps, playerId: string): Promise<object[]> {
  const sessions = await listLoginSessionsOf(db, playerId)
  return sessions.map(({ id: _, playerId: __, ...told }) => told)
}
