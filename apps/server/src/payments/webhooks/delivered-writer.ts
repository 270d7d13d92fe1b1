import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { recordDelivered } from './webhook-store.ts'

/** Resolves when it is written down that the game server took the webhook. */
export type WriteDelivered = (webhookId: string) => Promise<void>

const gatherMs = 20

/**
 * Many webhooks of one moment are written down by one statement. Until then they count as not told: a hub that dies
 * tells them again under the same id.
 */
export function createDeliveredWriter({ db, clock }: { db: Db; clock: Clock }): WriteDelivered {
  let gathered: string[] = []
  let written: Promise<void> | undefined

  async function writeSoon(): Promise<void> {
    await delay(gatherMs)
    const ids = gathered
    gathered = []
    written = undefined
    await recordDelivered(db, ids, clock.now())
  }

  return (webhookId) => {
    gathered.push(webhookId)
    written ??= writeSoon()
    return written
  }
}
