import type { GameServer } from '@playhub/contract/operator'
import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { measureDeliveries } from '../records/delivery-store.ts'
import { findPausedProject } from '../records/paused-project-store.ts'
import { countUndelivered, countWaiting } from '../records/webhook-store.ts'

/** Deliveries to a project's game server over the last 24 hours; without the project's name. */
export async function readGameServer(
  { db, clock, catalogue }: Pick<Deps, 'db' | 'clock' | 'catalogue'>,
  project: string,
): Promise<Omit<GameServer, 'name'>> {
  const { deliveries, failed, p95Ms } = await measureDeliveries(db, project, clock.now() - DAY_MS)
  const paused = await findPausedProject(db, project)
  return {
    project,
    url: catalogue.project(project)?.webhookUrl ?? null,
    deliveries24h: deliveries,
    failed24h: failed,
    p95Ms,
    ...(await countUndelivered(db, project)),
    pausedAt: paused?.since ?? null,
    pausedBy: paused?.by ?? null,
  }
}

/** Webhooks held up by a failing game server; none once deliveries succeed. */
export async function readFailures(
  db: Db,
  project: string,
): Promise<{ count: number; oldestAt: number | null }> {
  const { count, oldestAt, mostAttempts } = await countWaiting(db, project)
  return mostAttempts > 0 ? { count, oldestAt } : { count: 0, oldestAt: null }
}
