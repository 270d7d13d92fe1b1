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
import { type BuildFile, formatManifest, type Manifest, parseManifest } from './manifest.ts'
import { putFile } from './storage/put-file.ts'
import { toStorageKey } from './storage/storage.ts'
import { sweepLeaseMs, untilSwept } from './sweep-lease.ts'
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
  const { project } = build
  const manifest = parseManifest(build.manifest)
  const folder = await makeUploadFolder(deps)
  try {
    const results = new Map<string, Compressed>()
    for (const [path, file] of manifest) {
      if (!isWorthIt(path, file)) continue
      const result = await compressFile(deps, project, file, join(folder, String(results.size)))
      if (result) results.set(path, result)
    }
    if (results.size === 0) return
    const setHashes = (field: 'pendingBrotliSha256' | 'brotliSha256') =>
      setManifest(db, id, formatManifest(addHashes(manifest, results, field)))
    await setHashes('pendingBrotliSha256')
    await untilSwept(deps, project, sweepLeaseMs)
    for (const { sha256, path, sizeBytes } of results.values()) {
      await putFile(deps.storage, toStorageKey(project, sha256), path, sizeBytes)
      // Also marks the folder as in use.
      await rm(path)
    }
    await setHashes('brotliSha256')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Compressed = { sha256: string; path: string; sizeBytes: number }

function addHashes(
  manifest: Manifest,
  results: ReadonlyMap<string, Compressed>,
  field: 'pendingBrotliSha256' | 'brotliSha256',
): Manifest {
  const entries = [...manifest].map(([path, { pendingBrotliSha256: _, ...file }]) => {
    const result = results.get(path)
    return [path, result ? { ...file, [field]: result.sha256 } : file] as const
  })
  return new Map(entries)
}

function isWorthIt(path: string, { encoding, brotliSha256, sizeBytes, type }: BuildFile): boolean {
  return encoding === null && brotliSha256 === null && sizeBytes >= minBytes && isCompressible(type, path)
}

/** @returns  null when it saves too little */
async function compressFile(
  { storage }: Deps,
  project: string,
  { sha256, sizeBytes }: BuildFile,
  path: string,
): Promise<Compressed | null> {
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
  await pipeline(source, brotli, counter, createWriteStream(path))
  return bytes > sizeBytes * maxRatio ? null : { sha256: hash.digest('hex'), path, sizeBytes: bytes }
}
