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
  countCheck: CountRequest
  builds: BuildDeps
}

/** Checks per hour and IP: each makes the hub call an address that a visitor chose, or unpack an archive. */
const checksPerHour = 20

/** Adds the server's part of the integration checker. In the sandbox it needs no account. */
export function registerDevelopers(api: Api, { config, authenticate, countCheck, builds }: Deps): void {
  const isSandbox = config.mode === 'sandbox'
  const trials = createTrials(builds)
  async function admit(request: FastifyRequest): Promise<void> {
    if (!isSandbox) await authenticate(readBearerToken(request))
    await countCheck(request)
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

export function createCheckCounter(
  scope: FastifyInstance,
  requestLimits: RequestLimits,
): Promise<CountRequest> {
  return createRequestCounter(scope, { ...requestLimits('developers', checksPerHour), timeWindow: HOUR_MS })
}
