import { type Clock, SECOND_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { isAnyOwnerAdded } from './roles/role-store.ts'

/** Longest delay before other hubs notice the first owner. */
const recheckAfterMs = 2 * SECOND_MS

/** The console does not exist until the first owner is added. Owners stay, so a positive result is final. */
export function createOwnerCheck({ db, clock }: { db: Db; clock: Clock }): () => Promise<boolean> {
  let hasOwner = false
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (hasOwner || checkedAt > clock.now() - recheckAfterMs) return hasOwner
    checkedAt = clock.now()
    hasOwner = await isAnyOwnerAdded(db)
    return hasOwner
  }
}
