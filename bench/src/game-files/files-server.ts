/** Serves the files of a folder: by the hub's listener for game files, or by a bare @fastify/static route. */
import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { Project } from '@playhub/server/catalogue'
import { systemClock } from '@playhub/server/clock'
import { createLog } from '@playhub/server/log'
import Fastify, { type FastifyInstance } from 'fastify'
import { createBuildStorage, toStorageKey } from '../../../apps/server/src/builds/index.ts'
import { formatManifest } from '../../../apps/server/src/builds/manifest.ts'
import { createGameFiles } from '../../../apps/server/src/game-files/listener.ts'
import { migrations } from '../../../apps/server/src/migrations/index.ts'
import { createDb } from '../../../apps/server/src/platform/database/database.ts'
import { openDialect } from '../../../apps/server/src/platform/database/dialects.ts'
import { migrate } from '../../../apps/server/src/platform/database/migrations/migrations.ts'

const [kind = '', port, folder = ''] = process.argv.slice(2)
const project = 'bench'
/** Only what the listener reads. */
const benchProject = {
  origins: [],
  game: { network: 'open', isolated: false, saves: { mode: 'sdk' } },
} as unknown as Project

const app = kind === 'static' ? createStatic() : await createHosted(['1k.bin', '1m.bin'])
await app.listen({ port: Number(port), host: '127.0.0.1' })

function createStatic(): FastifyInstance {
  const bare = Fastify()
  bare.register(serveStatic, { root: folder })
  return bare
}

async function createHosted(names: string[]): Promise<FastifyInstance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const db = createDb(openDialect(null, dataDir))
  await migrate(db, migrations, dataDir)
  const storage = createBuildStorage({ kind: 'disk', folder: join(dataDir, 'builds') })
  const entries = names.map(async (name) => {
    const content = readFileSync(join(folder, name))
    const sha256 = createHash('sha256').update(content).digest('hex')
    const stream = createReadStream(join(folder, name))
    await storage.put(toStorageKey(project, sha256), stream, content.length)
    const type = 'application/octet-stream'
    return [name, { sha256, sizeBytes: content.length, type, encoding: null, brotliSha256: null }] as const
  })
  const manifest = formatManifest(new Map(await Promise.all(entries)))
  const row = {
    id: 'bench',
    project,
    number: 1,
    label: null,
    state: 'ready',
    manifest,
    warnings: '[]',
  } as const
  const counts = { files: names.length, sizeBytes: 0, createdAt: 0, createdBy: 'bench', activatedAt: 0 }
  await db
    .insertInto('builds')
    .values({ ...row, ...counts, engine: null, removedAt: null })
    .execute()
  return createGameFiles({
    // Other hosts than this are resolved by browsers only.
    hosting: { kind: 'one-origin', origin: 'http://127.0.0.1' },
    hub: { publicUrl: 'http://localhost:3000', otherOrigins: [] },
    trustProxy: false,
    connectionsPerIp: null,
    clock: systemClock,
    getDb: () => db,
    storage,
    getProject: () => benchProject,
    getGamePage: () => '/',
    bootScript: null,
    compatScripts: new Map(),
    storageScript: null,
    log: createLog('silent'),
  })
}
