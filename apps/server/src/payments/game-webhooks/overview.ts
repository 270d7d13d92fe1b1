import type { GameServer } from '@playhub/contract/operator'
import { DAY_MS } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import { countFailedDeliveries, measureDeliveries } from '../records/delivery-store.ts'
import { findPausedProject } from '../records/paused-project-store.ts'
import { countUndelivered } from '../records/webhook-store.ts'

/** How a project's game server takes its webhooks, over the last 24 hours; without the project's name. */
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

/** The part of `readGameServer` that tells if somebody must act. */
export async function readFailures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  project: string,
): Promise<{ count: number; oldestAt: number | null }> {
  const count = await countFailedDeliveries(db, project, clock.now() - DAY_MS)
  return { count, oldestAt: count === 0 ? null : (await countUndelivered(db, project)).oldestWaitingAt }
}
