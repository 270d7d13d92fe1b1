import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Operation } from '../../platform/audit-log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkArchiveInThread } from '../checks/check-in-thread.ts'
import type { Deps } from '../deps.ts'
import type { BuildRow } from '../tables.ts'
import { makeUploadFolder } from '../temporary-files.ts'
import { beginBuild, expectHosting, type Publication } from './begin-build.ts'
import { finishBuild } from './finish-build.ts'
import { receiveFile } from './receive-file.ts'
import { storeFiles } from './store-files.ts'

/**
 * Publishes a zip archive on this machine.
 * @throws Refusal BUILD_REFUSED with all problems, GAMES_NOT_HOSTED
 */
export async function publishArchive(
  deps: Deps,
  archive: string,
  { activate, ...publication }: Publication & { activate: boolean },
  operation: Operation,
): Promise<BuildRow> {
  expectHosting(deps.config)
  const folder = await makeUploadFolder(deps)
  try {
    const { problems, warnings, files } = await checkArchiveInThread(
      archive,
      folder,
      deps.config.builds.limits,
    )
    if (problems.length > 0) throw new Refusal('BUILD_REFUSED', { problems })
    const build = await beginBuild(deps, publication, files)
    await storeFiles(deps, publication.project, files, {
      toPath: ({ sha256 }) => join(folder, sha256),
      canMove: true,
    })
    return await finishBuild(deps, { build, files, warnings, activate }, operation)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Publishes an archive that arrives as a stream. It is written to a file, which is deleted in any case.
 * @throws Refusal BODY_TOO_LARGE, BODY_INVALID when it breaks off, and those of `publishArchive`
 */
export async function publishArchiveStream(
  deps: Deps,
  content: Readable,
  publication: Publication & { activate: boolean },
  operation: Operation,
): Promise<BuildRow> {
  expectHosting(deps.config)
  const folder = await makeUploadFolder(deps)
  try {
    const archive = join(folder, 'archive.zip')
    const { archiveBytes } = deps.config.builds.limits
    await receiveFile(content, archive, { maxBytes: archiveBytes, tooLarge: 'BODY_TOO_LARGE' })
    return await publishArchive(deps, archive, publication, operation)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
