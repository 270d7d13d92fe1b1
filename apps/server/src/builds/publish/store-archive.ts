import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BuildProblem } from '@playhub/contract'
import { Refusal } from '../../platform/refusal.ts'
import { checkArchiveInThread } from '../checks/check-in-thread.ts'
import type { Deps } from '../deps.ts'
import type { NewFile } from '../inspect.ts'
import { makeUploadFolder } from '../temporary-files.ts'
import { receiveFile } from './receive-file.ts'
import { storeFiles } from './store-files.ts'

/**
 * Refuses before the body is read: a refusal in its midst reaches the client as a broken connection.
 * @throws Refusal BODY_TOO_LARGE
 */
export function expectArchiveSize({ config }: Pick<Deps, 'config'>, statedBytes: number | undefined): void {
  if ((statedBytes ?? 0) > config.builds.limits.archiveBytes) throw new Refusal('BODY_TOO_LARGE')
}

/**
 * Passes on an archive from a stream as a file, deleted in any case.
 * @param claim  Called with the received bytes.
 * @throws Refusal BODY_TOO_LARGE, BODY_INVALID when it breaks off
 */
export async function receiveArchive<T>(
  deps: Deps,
  content: Readable,
  use: (archive: string) => Promise<T>,
  claim?: (sizeBytes: number) => Promise<void>,
): Promise<T> {
  const folder = await makeUploadFolder(deps)
  try {
    const archive = join(folder, 'archive.zip')
    const { archiveBytes } = deps.config.builds.limits
    await receiveFile(content, archive, { maxBytes: archiveBytes, tooLarge: 'BODY_TOO_LARGE', claim })
    return await use(archive)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Checks an archive and stores its files.
 * @param begin  Names the files in the database before they are stored. `project` is where they are stored.
 * @throws Refusal BUILD_REFUSED with all problems
 */
export async function storeArchive<Begun extends { project: string }>(
  deps: Deps,
  archive: string,
  begin: (files: readonly NewFile[]) => Promise<Begun>,
): Promise<{ begun: Begun; files: readonly NewFile[]; warnings: BuildProblem[] }> {
  const folder = await makeUploadFolder(deps)
  try {
    const { limits } = deps.config.builds
    const { problems, warnings, files } = await checkArchiveInThread(archive, folder, limits)
    if (problems.length > 0) throw new Refusal('BUILD_REFUSED', { problems })
    const begun = await begin(files)
    await storeFiles(deps, begun.project, files, {
      toPath: ({ sha256 }) => join(folder, sha256),
      canMove: true,
    })
    return { begun, files, warnings }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
