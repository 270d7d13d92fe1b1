import { ArchiveQuery, BuildFileParams } from '@playhub/contract'
import {
  acceptStreams,
  activateBuild,
  beginUpload,
  expectStream,
  findBuild,
  finishUploadedBuild,
  publishArchiveStream,
  readBuild,
  readBuilds,
  readStatedBytes,
  removeBuild,
  uploadFile,
  zipTypes,
} from '../builds/index.ts'
import type { Operation } from '../platform/audit-log.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import type { ServerApi } from './server-api.ts'

/** Lists of thousands of paths. */
const listBytes = 4 * 1024 * 1024
/** An upload file by file makes a request for each. */
const filesPerMinute = 6000

/** The calls by which a team publishes its game. */
export async function registerBuildRoutes(api: ServerApi, { builds }: Deps): Promise<void> {
  api.handle(
    'POST /builds',
    async ({ project, keyId, body }) => {
      const files = body.files.map(({ size, ...file }) => ({ ...file, sizeBytes: size }))
      const publication = { project, label: body.label ?? null, createdBy: keyId }
      const { build, missing } = await beginUpload(builds, publication, files)
      return { ...(await readBuild(builds, build)), missing }
    },
    { bodyLimit: listBytes },
  )
  api.handle('POST /builds/{id}/finish', async ({ project, keyId, params, body }) => {
    const { activate } = body
    const build = await finishUploadedBuild(builds, { project, id: params.id, activate }, toOperation(keyId))
    return readBuild(builds, build)
  })
  api.handle('GET /builds', async ({ project }) => ({ data: { result: await readBuilds(builds, project) } }))
  api.handle('GET /builds/{id}', async ({ project, params }) => {
    const build = await findBuild(builds.db, project, params.id)
    if (!build || build.state === 'removed') throw new Refusal('BUILD_NOT_FOUND')
    return readBuild(builds, build)
  })
  api.handle('POST /builds/{id}/activate', async ({ project, keyId, params }) => {
    const build = await activateBuild(builds, { project, id: params.id }, toOperation(keyId))
    return readBuild(builds, build)
  })
  api.handle('DELETE /builds/{id}', async ({ project, keyId, params }) => {
    await removeBuild(builds, { project, id: params.id }, toOperation(keyId))
    return { data: { result: true as const } }
  })
  await api.scope.register(async (uploads) => registerUploads(uploads, api, builds))
}

function registerUploads(scope: ServerApi['scope'], { expectKey }: ServerApi, builds: Deps['builds']): void {
  acceptStreams(scope, [...zipTypes, 'application/octet-stream'])
  scope.post('/builds/archive', {
    schema: { querystring: ArchiveQuery },
    config: { keyScope: 'builds' },
    handler: async (request, reply) => {
      const { id: keyId, project } = expectKey(request)
      const { label = null, activate } = request.query as { label?: string; activate: boolean }
      const publication = { project, label, createdBy: keyId, activate }
      const body = { content: expectStream(request.body), statedBytes: readStatedBytes(request) }
      const build = await publishArchiveStream(builds, body, publication, toOperation(keyId))
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await readBuild(builds, build))
    },
  })
  scope.put('/builds/:id/files/:sha256', {
    schema: { params: BuildFileParams },
    config: { keyScope: 'builds', rateLimit: { max: filesPerMinute, timeWindow: MINUTE_MS } },
    handler: async (request, reply) => {
      const { project } = expectKey(request)
      const { id, sha256 } = request.params as { id: string; sha256: string }
      await uploadFile(builds, { project, id, sha256 }, expectStream(request.body))
      return reply.code(204).send()
    },
  })
}

const toOperation = (keyId: string): Operation => ({ operator: `key ${keyId}`, reason: null })
