import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Operation } from '../../platform/audit-log.ts'
import type { Deps } from '../deps.ts'
import type { BuildRow } from '../tables.ts'
import { beginBuild, expectHosting, type Publication } from './begin-build.ts'
import { finishBuild } from './finish-build.ts'
import { findRepeated } from './repeated-archive.ts'
import { expectArchiveSize, receiveArchive, storeArchive } from './store-archive.ts'

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
  const { begun: build, ...stored } = await storeArchive(deps, archive, (files) =>
    beginBuild(deps, publication, files),
  )
  return (
    (await findRepeated(deps, { build, activate }, operation)) ??
    finishBuild(deps, { build, ...stored, activate }, operation)
  )
}

/**
 * Publishes an archive from a stream. The same archive, sent again after a lost response, gives the same build.
 * @param statedBytes  Its size, if the client states it.
 * @throws Refusal BODY_TOO_LARGE, BODY_INVALID when it breaks off, and those of `publishArchive`
 */
export function publishArchiveStream(
  deps: Deps,
  { content, statedBytes }: { content: Readable; statedBytes: number | undefined },
  publication: Publication & { activate: boolean },
  operation: Operation,
): Promise<BuildRow> {
  expectHosting(deps.config)
  expectArchiveSize(deps, statedBytes)
  return receiveArchive(deps, content, async (archive) => {
    const archiveSha256 = await hashFile(archive)
    return publishArchive(deps, archive, { ...publication, archiveSha256 }, operation)
  })
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
