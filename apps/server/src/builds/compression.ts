import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress } from 'node:zlib'
import type { NewJob } from '../platform/jobs/jobs.ts'
import { setManifest } from './build-store.ts'
import type { Deps } from './deps.ts'
import { isCompressible } from './file-types.ts'
import { type BuildFile, formatManifest, parseManifest } from './manifest.ts'
import { putFile } from './storage/put-file.ts'
import { toStorageKey } from './storage/storage.ts'
import { makeUploadFolder } from './temporary-files.ts'

const kind = 'builds.compress'
const quality = 9
const minBytes = 1024
/** A smaller saving is not worth a second file. */
const maxRatio = 0.95

export const compressionJob = (buildId: string): NewJob => ({ kind, payload: { buildId } })

/** Compresses text and WebAssembly of a new build, one build at a time. */
export function defineCompression(deps: Deps): void {
  deps.jobs.define(kind, {
    queue: { name: 'builds', concurrency: 1 },
    run: async (payload) => compressBuild(deps, (payload as { buildId: string }).buildId),
  })
}

async function compressBuild(deps: Deps, id: string): Promise<void> {
  const { db } = deps
  const build = await db.selectFrom('builds').selectAll().where('id', '=', id).executeTakeFirst()
  if (build?.state !== 'ready') return
  const manifest = parseManifest(build.manifest)
  const folder = await makeUploadFolder(deps)
  try {
    for (const [path, file] of manifest)
      if (isWorthIt(path, file))
        manifest.set(path, { ...file, brotliSha256: await compressFile(deps, build.project, file, folder) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await setManifest(db, id, formatManifest(manifest))
}

function isWorthIt(path: string, { encoding, brotliSha256, sizeBytes, type }: BuildFile): boolean {
  return encoding === null && brotliSha256 === null && sizeBytes >= minBytes && isCompressible(type, path)
}

/** @returns  the hash of the stored result; null when it saves too little */
async function compressFile(
  { storage }: Deps,
  project: string,
  { sha256, sizeBytes }: BuildFile,
  folder: string,
): Promise<string | null> {
  const compressed = join(folder, 'compressed')
  const hash = createHash('sha256')
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const brotli = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: sizeBytes,
    },
  })
  const source = await storage.open(toStorageKey(project, sha256))
  await pipeline(source, brotli, counter, createWriteStream(compressed))
  if (bytes > sizeBytes * maxRatio) return null
  const result = hash.digest('hex')
  await putFile(storage, toStorageKey(project, result), compressed, bytes)
  return result
}
