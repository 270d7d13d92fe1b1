import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { isSwept } from './build-store.ts'
import type { Deps } from './deps.ts'

/** A sweep renews its claim. After a crash, the claim ends by itself. */
export const sweepLeaseMs = 5 * MINUTE_MS
/** A sweep stops before its next file once a build is begun. */
export const maxStopMs = 5 * SECOND_MS
const pollMs = 50

/**
 * Waits until no sweep can delete a build's files: one begun before the build named a file may not know it.
 * @param maxMs  After this, whoever sweeps has died.
 */
export async function untilSwept(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  project: string,
  maxMs: number,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < maxMs && (await isSwept(db, project, clock.now())); waitedMs += pollMs)
    await wait(pollMs)
}
