import type { Build, BuildPreview, BuildProblem } from '@playhub/contract'
import type { Db } from '../platform/database/database.ts'
import { toBuildUrl } from '../platform/game-hosting.ts'
import { Refusal } from '../platform/refusal.ts'
import { findBuildByNumber, findVersion, listBuildsByProject } from './build-store.ts'
import type { Deps } from './deps.ts'
import { loadPreviewSecret, parsePreviewLabel, toPreviewLabel } from './previews.ts'
import type { BuildRow } from './tables.ts'

type Reading = Pick<Deps, 'db' | 'clock' | 'config' | 'hasPortal'>

/** Newest first; removed builds are missing. */
export async function readBuilds(deps: Reading, project: string): Promise<Build[]> {
  const rows = await listBuildsByProject(deps.db, project)
  const toView = await openViews(deps, project)
  return rows.map(toView)
}

export async function readBuild(deps: Reading, row: BuildRow): Promise<Build> {
  return (await openViews(deps, row.project))(row)
}

/**
 * @param number  As it was typed.
 * @throws Refusal BUILD_NOT_FOUND, also for a removed build
 */
export async function expectBuildByNumber(db: Db, project: string, number: string): Promise<BuildRow> {
  const isNumber = /^[1-9]\d{0,8}$/.test(number)
  const build = isNumber ? await findBuildByNumber(db, project, Number(number)) : undefined
  if (!build || build.state === 'removed') throw new Refusal('BUILD_NOT_FOUND')
  return build
}

/**
 * The build behind a preview link.
 * @param label  The end of the link.
 * @throws Refusal BUILD_NOT_FOUND when the link is wrong or has expired, or the build is gone
 */
export async function readPreview(deps: Reading, label: string): Promise<Omit<BuildPreview, 'name' | 'age'>> {
  const { db, clock, config } = deps
  const hosting = config.gameHosting
  const preview = parsePreviewLabel(label)
  if (!hosting || !preview?.isValid(await loadPreviewSecret(db), clock.now()))
    throw new Refusal('BUILD_NOT_FOUND')
  const row = await findBuildByNumber(db, preview.project, preview.number)
  if (row?.state !== 'ready') throw new Refusal('BUILD_NOT_FOUND')
  const { files, sizeBytes, engine, warnings } = await readBuild(deps, row)
  return {
    project: row.project,
    number: row.number,
    url: toBuildUrl(hosting, label, row.number),
    isOpaque: hosting.kind === 'one-origin',
    ...{ files, sizeBytes, engine, warnings, expiresAt: preview.expiresAt },
  }
}

async function openViews(
  { db, clock, config, hasPortal }: Reading,
  project: string,
): Promise<(row: BuildRow) => Build> {
  const version = await findVersion(db, project)
  const hosting = config.gameHosting
  const isKnown = hasPortal(project)
  const secret = hosting && (await loadPreviewSecret(db))
  return ({ id, number, state, warnings, ...row }) => ({
    id,
    number,
    label: row.label,
    state: state === 'removed' ? 'refused' : state,
    isCurrent: version?.buildId === id,
    files: row.files,
    sizeBytes: Number(row.sizeBytes),
    engine: row.engine,
    warnings: (JSON.parse(warnings) as BuildProblem[]).filter(
      ({ code }) => code !== 'PORTAL_SDK' || !isKnown,
    ),
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    activatedAt: row.activatedAt,
    previewUrl:
      state === 'ready' && secret
        ? `${config.http.publicUrl}/developers/previews/${toPreviewLabel(secret, { project, number }, clock.now())}`
        : null,
  })
}
