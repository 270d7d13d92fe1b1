import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import mime from 'mime'
import {
  type BuildFile,
  type BuildStorage,
  StoredFileMissing,
  toStorageKey,
} from '../../../src/builds/index.ts'
import { formatManifest } from '../../../src/builds/manifest.ts'
import type { Db } from '../../../src/platform/database/database.ts'

/** Content, or a file with what publishing finds out about it. */
export type GivenFile = string | Buffer | (Partial<BuildFile> & { content: string | Buffer; brotli?: Buffer })

/** Contents in a folder, without the care of the real storage. */
export function folderStorage(folder: string): BuildStorage {
  const toPath = (key: string) => join(folder, key)
  return {
    async put(key, content) {
      mkdirSync(dirname(toPath(key)), { recursive: true })
      writeFileSync(toPath(key), await buffer(content))
    },
    async open(key, range) {
      if (!existsSync(toPath(key))) throw new StoredFileMissing(key)
      return (await open(toPath(key))).createReadStream(range)
    },
    has: async (key) => existsSync(toPath(key)),
    remove: async (key) => rmSync(toPath(key), { force: true }),
    async *list() {},
    removeAll: async (project) => rmSync(toPath(project), { recursive: true, force: true }),
  }
}

/** Writes a build's rows and files as publishing does; it is not current yet. */
export async function insertBuild(
  db: Db,
  storage: BuildStorage,
  build: { project: string; number: number; files: Record<string, GivenFile>; activatedAt?: number | null },
): Promise<string> {
  const { project, number, activatedAt = 1 } = build
  const id = randomUUID()
  const files = await Promise.all(
    Object.entries(build.files).map(async ([path, given]) => {
      const { content, brotli, ...found } =
        typeof given === 'string' || Buffer.isBuffer(given)
          ? { content: given }
          : { brotli: undefined, ...given }
      const bytes = Buffer.from(content as string)
      const file: BuildFile = {
        sha256: await store(storage, project, bytes),
        sizeBytes: bytes.length,
        type: mime.getType(path) ?? 'application/octet-stream',
        encoding: null,
        brotliSha256: brotli ? await store(storage, project, brotli) : null,
        ...found,
      }
      return [path, file] as const
    }),
  )
  await db
    .insertInto('builds')
    .values({
      id,
      project,
      number,
      label: null,
      state: 'ready',
      manifest: formatManifest(new Map(files)),
      warnings: '[]',
      engine: null,
      files: files.length,
      sizeBytes: files.reduce((sum, [, { sizeBytes }]) => sum + sizeBytes, 0),
      createdAt: 1,
      createdBy: 'test',
      activatedAt,
      removedAt: null,
    })
    .execute()
  return id
}

/** The atomic switch. */
export async function activateBuild(db: Db, project: string, buildId: string): Promise<void> {
  await db.updateTable('builds').set({ activatedAt: 1 }).where('id', '=', buildId).execute()
  await db
    .insertInto('gameVersions')
    .values({ project, buildId, previousBuildId: null, changedAt: 1 })
    .onConflict((conflict) => conflict.column('project').doUpdateSet({ buildId, changedAt: 2 }))
    .execute()
}

async function store(storage: BuildStorage, project: string, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await storage.put(toStorageKey(project, sha256), Readable.from([bytes]), bytes.length)
  return sha256
}
