import { ArchiveQuery, BuildFileParams } from '@playhub/contract'
import type * as z from 'zod'
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
  rollBackBuild,
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
    async ({ project, keyName, body }) => {
      const files = body.files.map(({ size, ...file }) => ({ ...file, sizeBytes: size }))
      const publication = { project, label: body.label ?? null, createdBy: toAuthor(keyName) }
      const { build, missing } = await beginUpload(builds, publication, files)
      return { ...(await readBuild(builds, build)), missing }
    },
    { bodyLimit: listBytes },
  )
  api.handle('POST /builds/{id}/finish', async ({ project, keyName, params, body }) => {
    const { activate } = body
    const build = await finishUploadedBuild(
      builds,
      { project, id: params.id, activate },
      toOperation(keyName),
    )
    return readBuild(builds, build)
  })
  api.handle('GET /builds', async ({ project }) => ({ data: { result: await readBuilds(builds, project) } }))
  api.handle('GET /builds/{id}', async ({ project, params }) => {
    const build = await findBuild(builds.db, project, params.id)
    if (!build || build.state === 'removed') throw new Refusal('BUILD_NOT_FOUND')
    return readBuild(builds, build)
  })
  api.handle('POST /builds/{id}/activate', async ({ project, keyName, params }) => {
    const build = await activateBuild(builds, { project, id: params.id }, toOperation(keyName))
    return readBuild(builds, build)
  })
  api.handle('POST /builds/rollback', async ({ project, keyName }) =>
    readBuild(builds, await rollBackBuild(builds, project, toOperation(keyName))),
  )
  api.handle('DELETE /builds/{id}', async ({ project, keyName, params }) => {
    await removeBuild(builds, { project, id: params.id }, toOperation(keyName))
    return { data: { result: true as const } }
  })
  await api.scope.register(async (uploads) => registerUploads(uploads, api, builds))
}

function registerUploads(scope: ServerApi['scope'], { expectKey }: ServerApi, builds: Deps['builds']): void {
  acceptStreams(scope, [...zipTypes, 'application/octet-stream'])
  scope.post<{ Querystring: z.output<typeof ArchiveQuery> }>('/builds/archive', {
    schema: { querystring: ArchiveQuery },
    config: { keyScope: 'builds' },
    handler: async (request, reply) => {
      const { project, name } = expectKey(request)
      const { label = null, activate } = request.query
      const publication = { project, label, createdBy: toAuthor(name), activate }
      const body = { content: expectStream(request.body), statedBytes: readStatedBytes(request) }
      const build = await publishArchiveStream(builds, body, publication, toOperation(name))
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await readBuild(builds, build))
    },
  })
  scope.put<{ Params: z.output<typeof BuildFileParams> }>('/builds/:id/files/:sha256', {
    schema: { params: BuildFileParams },
    config: { keyScope: 'builds', rateLimit: { max: filesPerMinute, timeWindow: MINUTE_MS } },
    handler: async (request, reply) => {
      const { project } = expectKey(request)
      const { id, sha256 } = request.params
      await uploadFile(builds, { project, id, sha256 }, expectStream(request.body))
      return reply.code(204).send()
    },
  })
}

const toAuthor = (keyName: string) => `key ${keyName}`
const toOperation = (keyName: string): Operation => ({ operator: toAuthor(keyName), reason: null })
