import { type Operation, recordOperation } from '../platform/audit-log.ts'
import { type Tx, transact } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  findBuild,
  findVersion,
  lockBuild,
  markActivated,
  markRemoved,
  swapVersions,
  switchVersion,
} from './build-store.ts'
import type { Deps } from './deps.ts'
import type { BuildRow } from './tables.ts'

type Change = Pick<Deps, 'db' | 'clock'>

/**
 * Gives players this build, at once on every hub. An open game keeps the version it began with.
 * @throws Refusal BUILD_NOT_FOUND
 */
export function activateBuild(
  { db, clock }: Change,
  { project, id }: { project: string; id: string },
  operation: Operation,
): Promise<BuildRow> {
  return transact(db, (tx) => activateIn(tx, { project, id, now: clock.now() }, operation))
}

export async function activateIn(
  tx: Tx,
  { project, id, now }: { project: string; id: string; now: number },
  operation: Operation,
): Promise<BuildRow> {
  if (!(await findBuild(tx, project, id))) throw new Refusal('BUILD_NOT_FOUND')
  const build = await markActivated(tx, id, now)
  if (!build) throw new Refusal('BUILD_NOT_READY')
  const before = await findVersion(tx, project)
  await switchVersion(tx, project, id, now)
  await recordOperation(tx, operation, {
    action: 'build.activate',
    subject: id,
    project,
    before: before && { build: before.buildId },
    after: { build: id, number: build.number },
    at: now,
  })
  return build
}

/**
 * Gives players the build before the current one. A second rollback returns to the newer one.
 * @throws Refusal BUILD_NO_PREVIOUS
 */
export function rollBackBuild(
  { db, clock }: Change,
  project: string,
  operation: Operation,
): Promise<BuildRow> {
  return transact(db, (tx) => rollBackIn(tx, { project, now: clock.now() }, operation))
}

export async function rollBackIn(
  tx: Tx,
  { project, now }: { project: string; now: number },
  operation: Operation,
): Promise<BuildRow> {
  const previous = (await findVersion(tx, project))?.previousBuildId
  if (previous) await lockBuild(tx, previous)
  const version = await swapVersions(tx, project, now)
  const build = version && (await findBuild(tx, project, version.buildId))
  if (!build) throw new Refusal('BUILD_NO_PREVIOUS')
  await recordOperation(tx, operation, {
    action: 'build.rollback',
    subject: build.id,
    project,
    before: { build: version.previousBuildId },
    after: { build: build.id, number: build.number },
    at: now,
  })
  return build
}

/**
 * Its number is not used again, and its files are deleted within an hour or two.
 * @throws Refusal BUILD_NOT_FOUND, BUILD_IS_CURRENT
 */
export function removeBuild(
  { db, clock }: Change,
  { project, id }: { project: string; id: string },
  operation: Operation,
): Promise<BuildRow> {
  return transact(db, async (tx) => {
    const now = clock.now()
    await lockBuild(tx, id)
    const known = await findBuild(tx, project, id)
    if (!known || known.state === 'removed') throw new Refusal('BUILD_NOT_FOUND')
    const build = await markRemoved(tx, id, now)
    if (!build) throw new Refusal('BUILD_IS_CURRENT')
    await recordOperation(tx, operation, {
      action: 'build.remove',
      subject: id,
      project,
      before: { number: build.number, label: build.label },
      at: now,
    })
    return build
  })
}
