import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BuildDeps, createTrials, expectStream, readStatedBytes } from '../builds/index.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { type Api, type Authenticate, readBearerToken } from '../platform/http/api.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import {
  type CountRequest,
  createRequestCounter,
  type RequestLimits,
} from '../platform/limits/request-limits.ts'
import { inspectFrame } from './inspect-frame.ts'

type Deps = {
  config: HubConfig
  authenticate: Authenticate
  countCheck: CountCheck
  builds: BuildDeps
}

/** Checks per hour, of an IP and of an account: each makes the hub call an address that a visitor chose, or unpack an archive. */
const checksPerHour = 20

/** Adds the server's part of the integration checker. In the sandbox it needs no account. */
export function registerDevelopers(api: Api, { config, authenticate, countCheck, builds }: Deps): void {
  const isSandbox = config.mode === 'sandbox'
  const trials = createTrials(builds)
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
      })
      return { data: { result: found } }
    },
    { admit },
  )
  api.handle(
    'POST /developers/trials',
    async ({ request }) => {
      const trial = await trials.receive(expectStream(request.body), readStatedBytes(request))
      return { data: { result: trial } }
    },
    { admit },
  )
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
