import type { Build } from '@playhub/contract'
import { findVersion, listBuildsByProject } from './build-store.ts'
import type { Deps } from './deps.ts'
import { loadPreviewSecret, toPreviewUrl } from './previews.ts'
import type { BuildRow } from './tables.ts'

type Reading = Pick<Deps, 'db' | 'config'>

/** Newest first; removed builds are missing. */
export async function readBuilds(deps: Reading, project: string): Promise<Build[]> {
  const rows = await listBuildsByProject(deps.db, project)
  const toView = await openViews(deps, project)
  return rows.map(toView)
}

export async function readBuild(deps: Reading, row: BuildRow): Promise<Build> {
  return (await openViews(deps, row.project))(row)
}

async function openViews({ db, config }: Reading, project: string): Promise<(row: BuildRow) => Build> {
  const version = await findVersion(db, project)
  const hosting = config.gameHosting
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
    warnings: JSON.parse(warnings),
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    activatedAt: row.activatedAt,
    previewUrl:
      state === 'ready' && hosting && secret ? toPreviewUrl(hosting, secret, { project, number }) : null,
  })
}
