import { setTimeout as delay } from 'node:timers/promises'
import type { Operation } from '../../platform/audit-log.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { activateBuild } from '../activate.ts'
import { deleteUpload, findPrecedingBuild, findVersion } from '../build-store.ts'
import type { Deps } from '../deps.ts'
import type { BuildRow } from '../tables.ts'

/** Clients repeat a call without a response within it. */
const repeatedWithinMs = 10 * MINUTE_MS
const waitMs = 2 * MINUTE_MS
const pollMs = 200

/**
 * Finds the build of an archive whose response was lost: the one before it, when the same client sent the same archive.
 * Waits for its publication.
 * @param build  The repeated call's build, which goes when there is another one.
 */
export async function findRepeated(
  deps: Deps,
  { build, activate }: { build: BuildRow; activate: boolean },
  operation: Operation,
): Promise<BuildRow | undefined> {
  const { db } = deps
  const deadline = performance.now() + waitMs
  let first = await findPrecedingBuild(db, build)
  while (first && isSame(first, build) && first.state === 'uploading' && performance.now() < deadline) {
    await delay(pollMs)
    first = await findPrecedingBuild(db, build)
  }
  if (!first || !isSame(first, build) || first.state !== 'ready') return undefined
  await deleteUpload(db, build.id)
  const { project, id } = first
  const isCurrent = (await findVersion(db, project))?.buildId === id
  return activate && !isCurrent ? activateBuild(deps, { project, id }, operation) : first
}

function isSame(first: BuildRow, build: BuildRow): boolean {
  return (
    build.archiveSha256 !== null &&
    first.archiveSha256 === build.archiveSha256 &&
    first.createdBy === build.createdBy &&
    first.label === build.label &&
    build.createdAt - first.createdAt < repeatedWithinMs
  )
}
