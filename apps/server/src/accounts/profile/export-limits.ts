import { DAY_MS, secondsUntil } from '../../platform/clock.ts'
import { incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'

const maxExportsPerDay = 5

export type ExportLimits = {
  /**
   * @returns a function for ending the export; call it once written or aborted.
   * @throws Refusal EXPORT_RUNNING; EXPORTS_TOO_MANY with `retryInSeconds`
   */
  begin(playerId: string): Promise<() => void>
}

/** Limits a player to one export at a time per hub and a few a day across all hubs. */
export function createExportLimits({ db, clock }: Pick<Deps, 'db' | 'clock'>): ExportLimits {
  const running = new Set<string>()
  return {
    async begin(playerId) {
      if (running.has(playerId)) throw new Refusal('EXPORT_RUNNING')
      running.add(playerId)
      try {
        const now = clock.now()
        const { count, since } = await incrementCounter(db, `exports of ${playerId}`, now, now - DAY_MS)
        if (count > maxExportsPerDay)
          throw new Refusal('EXPORTS_TOO_MANY', { retryInSeconds: secondsUntil(since + DAY_MS, now) })
      } catch (error) {
        running.delete(playerId)
        throw error
      }
      return () => void running.delete(playerId)
    },
  }
}
