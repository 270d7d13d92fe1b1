import { maxSavesBytes } from '@playhub/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { markKept } from './save-store.ts'
import type { KeptReason, SavePlace } from './tables.ts'
import {
  copyCurrentVersion,
  deleteProtectedBefore,
  deleteVersions,
  type ListedVersion,
  listVersions,
} from './version-store.ts'

/** A game saving every few seconds must not push out yesterday's version. */
export const keepingIntervalMs = 10 * MINUTE_MS
/** Retention of both sides of a conflict, and of a save replaced by a restore. */
const protectedMs = 30 * DAY_MS
const newestKept = 2
/** All versions of a player in a game. Only conflicts and removals without end come so far. */
const maxKeptBytes = 8 * maxSavesBytes
/** Smaller versions count as much, which limits their number too. */
const minCountedBytes = 4096

type Keeping = { reason: KeptReason; now: number; ifVersion?: number | undefined }

/** Keeps the current version before it is overwritten, unless a recent one was kept. */
export async function keepReplaced(
  tx: Db,
  place: SavePlace,
  keeping: Omit<Keeping, 'reason'>,
): Promise<void> {
  if (!(await markKept(tx, place, { ...keeping, keptUntil: keeping.now - keepingIntervalMs }))) return
  await keepCurrent(tx, place, { ...keeping, reason: 'replaced' })
}

/** Keeps the current version once, for the first reason. @param keeping  `ifVersion` skips any other version. */
export async function keepCurrent(tx: Db, place: SavePlace, keeping: Keeping): Promise<void> {
  await copyCurrentVersion(tx, place, keeping)
  await thinVersions(tx, place, keeping.now)
}

/** Deletes a player's versions in a game beyond the limits of age or space. */
export async function thinVersions(
  tx: Db,
  { playerId, project }: Omit<SavePlace, 'saveKey'>,
  now: number,
): Promise<void> {
  const versions = await listVersions(tx, playerId, project)
  const surplus = chooseSurplus(versions, now)
  if (surplus.length > 0) await deleteVersions(tx, playerId, project, surplus)
}

/** @param versions  Newest first, of all keys. */
export function chooseSurplus(versions: ListedVersion[], now: number): ListedVersion[] {
  const kept = new Set(
    [...Map.groupBy(versions, ({ saveKey }) => saveKey).values()].flatMap((ofKey) => chooseByAge(ofKey, now)),
  )
  let bytes = 0
  return versions.filter((version) => {
    if (!kept.has(version)) return true
    bytes += Math.max(version.sizeBytes, minCountedBytes)
    return bytes > maxKeptBytes
  })
}

/**
 * Keeps the newest two, one older than an hour, one older than a day and one older than a week. In the first two ages
 * it is the oldest one, so one can always grow into the next age.
 */
function chooseByAge(versions: ListedVersion[], now: number): ListedVersion[] {
  const aged =
    (minMs: number, maxMs: number) =>
    ({ replacedAt }: ListedVersion) =>
      now - replacedAt >= minMs && now - replacedAt < maxMs
  const protectedOnes = versions.filter((version) => isProtected(version) && aged(0, protectedMs)(version))
  const others = versions.filter((version) => !isProtected(version))
  return [
    ...protectedOnes,
    ...others.slice(0, newestKept),
    others.findLast(aged(HOUR_MS, DAY_MS)),
    others.findLast(aged(DAY_MS, 7 * DAY_MS)),
    others.find(aged(7 * DAY_MS, Number.POSITIVE_INFINITY)),
  ].filter((version) => version !== undefined)
}

const isProtected = ({ reason }: ListedVersion): boolean => reason !== 'replaced' && reason !== 'removed'

/** Ends the protection of saves no longer written. */
export async function deleteOutdatedVersions(db: Db, now: number): Promise<void> {
  await deleteProtectedBefore(db, now - protectedMs)
}
