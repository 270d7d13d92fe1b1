import { addPortalFragment } from '@playhub/contract/plays/portal-sdks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BuildDeps, createTrials, expectStream, readPreview, readStatedBytes } from '../builds/index.ts'
import { type Catalogue, getAge } from '../catalogue/index.ts'
import { createHostedRequests } from '../game-files/index.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { type Api, type Authenticate, readBearerToken } from '../platform/http/api.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import {
  type CountRequest,
  createRequestCounter,
  type RequestLimits,
} from '../platform/limits/request-limits.ts'
import type { Log } from '../platform/observability/log.ts'
import { Refusal } from '../platform/refusal.ts'
import { inspectFrame } from './inspect-frame.ts'

export { inspectFrame } from './inspect-frame.ts'

type Deps = {
  config: HubConfig
  authenticate: Authenticate
  countCheck: CountCheck
  builds: BuildDeps
  catalogue: Catalogue
  log: Log
}

/** Checks per hour, by IP and by account: each makes the hub call a visitor's URL, or unpack an archive. */
const checksPerHour = 20

/** Adds the server's part of the integration checker. In the sandbox it needs no account. */
export function registerDevelopers(
  api: Api,
  { catalogue, config, authenticate, countCheck, builds, log }: Deps,
): void {
  const isSandbox = config.mode === 'sandbox'
  const trials = createTrials(builds)
  const { gameHosting: hosting } = config
  const requestHosted =
    hosting &&
    createHostedRequests({
      ...builds,
      config: { ...config, ...builds.config },
      hosting,
      catalogue,
      getDb: () => builds.db,
      log,
    })
  async function admit(request: FastifyRequest): Promise<void> {
    const actor = isSandbox ? undefined : await authenticate(readBearerToken(request))
    await countCheck.byIp(request)
    if (actor) await countCheck.byAccount(request, actor.playerId)
  }

  api.handle(
    'POST /developers/inspect',
    async ({ body }) => {
      const found = await inspectFrame(body.url, {
        hubOrigin: new URL(config.http.publicUrl).origin,
        allowPrivate: isSandbox,
        ...(requestHosted && { requestHosted }),
        isOpaque: hosting?.kind === 'one-origin',
      })
      return { data: { result: found } }
    },
    { admit },
  )
  api.handle(
    'POST /developers/trials',
    async ({ request, query }) => {
      const statedBytes = readStatedBytes(request)
      const trial = await trials.receive(expectStream(request.body), { statedBytes, portal: query.compat })
      return { data: { result: trial } }
    },
    { admit },
  )
  api.handle('GET /developers/previews/{preview}', async ({ params }) => {
    const preview = await readPreview(builds, params.preview)
    const project = catalogue.project(preview.project)
    if (!project) throw new Refusal('BUILD_NOT_FOUND')
    const url = addPortalFragment(preview.url, project.game.compat?.sdk, preview.project)
    return { data: { result: { ...preview, url, name: project.name, age: getAge(project) } } }
  })
}

export type CountCheck = {
  byIp: CountRequest
  byAccount(request: FastifyRequest, playerId: string): Promise<void>
}

export async function createCheckCounter(
  scope: FastifyInstance,
  requestLimits: RequestLimits,
): Promise<CountCheck> {
  const players = new WeakMap<FastifyRequest, string>()
  const options = { ...requestLimits('developers', checksPerHour), timeWindow: HOUR_MS }
  const byIp = await createRequestCounter(scope, options)
  const countAccount = await createRequestCounter(scope, {
    ...requestLimits('developers by account', checksPerHour),
    timeWindow: HOUR_MS,
    allowList: [],
    keyGenerator: (request) => players.get(request) ?? '',
  })
  return {
    byIp,
    byAccount(request, playerId) {
      players.set(request, playerId)
      return countAccount(request)
    },
  }
}
