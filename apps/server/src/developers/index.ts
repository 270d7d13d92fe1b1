import type { FastifyInstance } from 'fastify'
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
}

/** Checks per hour and IP: each makes the hub call an address that a visitor chose. */
const checksPerHour = 20

/** Adds the server's part of the integration checker. In the sandbox it needs no account. */
export function registerDevelopers(api: Api, { config, authenticate, countCheck }: Deps): void {
  const isSandbox = config.mode === 'sandbox'
  api.handle('POST /developers/inspect', async ({ body, request }) => {
    if (!isSandbox) await authenticate(readBearerToken(request))
    await countCheck(request)
    const found = await inspectFrame(body.url, {
      hubOrigin: new URL(config.http.publicUrl).origin,
      allowPrivate: isSandbox,
    })
    return { data: { result: found } }
  })
}

export function createCheckCounter(
  scope: FastifyInstance,
  requestLimits: RequestLimits,
): Promise<CountRequest> {
  return createRequestCounter(scope, { ...requestLimits('developers', checksPerHour), timeWindow: HOUR_MS })
}
