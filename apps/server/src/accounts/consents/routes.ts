import { limitTries } from '../../platform/authentication/limit-tries.ts'
import { transact } from '../../platform/database/database.ts'
import type { Api } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockAccount } from '../account-store.ts'
import { readClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { newConsent } from './consent.ts'
import { insertConsent, listConsents, setWithdrawn } from './consent-store.ts'

/** Of one player; each is kept for ever. */
const maxPerHour = 20

/** A player's own consents. */
export function registerConsentRoutes(api: Api, deps: Deps): void {
  const { db, clock } = deps
  api.handle('GET /me/consents', async ({ actor }) => ({
    data: { result: await listConsents(db, actor.playerId) },
  }))
  api.handle('POST /me/consents', async ({ actor: { playerId }, caller, request }) => {
    const { session: id, project, ...client } = readClientInfo(caller, request)
    await limitTries(deps, `consents of ${playerId}`, maxPerHour)
    await transact(db, async (tx) => {
      if (!(await lockAccount(tx, playerId))) throw new Refusal('UNAUTHORIZED')
      await insertConsent(tx, playerId, newConsent(deps, client))
    })
    const session = id && (await deps.attachHubSession({ id, playerId, project }))
    return { data: { result: { session } } }
  })
  api.handle('POST /me/consents/withdraw', async ({ actor: { playerId }, body }) => {
    await setWithdrawn(db, playerId, body.purpose, clock.now())
    return { data: { result: await listConsents(db, playerId) } }
  })
}
