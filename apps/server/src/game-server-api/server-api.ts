import rateLimit from '@fastify/rate-limit'
import type { KeyScope } from '@playhub/contract'
import {
  type Route,
  type ServerRouteKey,
  type ServerRouteParts,
  type ServerRouteResponse,
  serverRoutes,
} from '@playhub/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findBearerToken } from '../platform/http/api.ts'
import { contractRoute } from '../platform/http/contract-route.ts'
import { readIdempotencyKey, runIdempotently } from '../platform/http/idempotency/idempotency.ts'
import { acceptJson, authenticatedBodyBytes } from '../platform/http/server/json-bodies.ts'
import { limitedIp } from '../platform/limits/request-limits.ts'
import { identifySubject } from '../platform/observability/security-log.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { type ActiveKey, findKey } from './project-keys.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope required of a project key; default: `server`. */
    keyScope?: KeyScope
  }
}

type ServerCall<K extends ServerRouteKey> = ServerRouteParts<K> & {
  /** The key's project; the caller has access to this project only. */
  project: string
  keyId: string
  keyName: string
  idempotencyKey: string | undefined
}

type Handler<K extends ServerRouteKey> = (call: ServerCall<K>) => Promise<ServerRouteResponse<K>>

/** Registers handlers for calls from game servers. */
export type ServerApi = {
  handle<K extends ServerRouteKey>(key: K, handler: Handler<K>, options?: { bodyLimit: number }): void
  /** Needed by routes with other bodies than JSON. */
  scope: FastifyInstance
  expectKey(request: FastifyRequest): ActiveKey
}

/**
 * Adds project keys, a rate limit per key and idempotency keys to an app scope. There is no XSRF protection, because
 * the API uses neither cookies nor CORS.
 */
export async function createServerApi(scope: FastifyInstance, deps: Deps): Promise<ServerApi> {
  const keys = new WeakMap<FastifyRequest, ActiveKey>()
  const isSandbox = deps.config.mode === 'sandbox'
  // Many clients send `Content-Type: application/json` without a body.
  acceptJson(scope, { isEmptyAllowed: true })

  scope.addHook('onRequest', async (request) => {
    const token = findBearerToken(request)
    const key = token && (await findKey({ ...deps, isSandbox }, token))
    if (!key) return
    keys.set(request, key)
    identifySubject(request, { project: key.project, keyId: key.id })
  })
  await scope.register(rateLimit, {
    ...deps.requestLimits('server api', deps.config.serverApi.requestsPerMinute),
    allowList: [],
    keyGenerator: (request) => keys.get(request)?.id ?? limitedIp(request),
    enableDraftSpec: true,
  })
  // Runs after the rate limit, so calls with invalid keys count by IP.
  scope.addHook('preParsing', async (request) => {
    const { keyScope = 'server' } = request.routeOptions.config
    if (expectKey(request).scope !== keyScope)
      throw new Refusal('PROJECT_KEY_SCOPE_WRONG', { needs: keyScope })
  })

  function expectKey(request: FastifyRequest): ActiveKey {
    const key = keys.get(request)
    if (!key) throw new Refusal('PROJECT_KEY_INVALID')
    return key
  }

  function handle<K extends ServerRouteKey>(
    key: K,
    handler: Handler<K>,
    limits = { bodyLimit: authenticatedBodyBytes },
  ): void {
    const { scope: keyScope, ...route }: Route & { scope: KeyScope } = serverRoutes[key]
    const options = contractRoute(key, route)
    scope.route({
      ...options,
      ...limits,
      config: { ...options.config, keyScope },
      handler: async (request, reply) => {
        const { params, query, body } = request
        const idempotencyKey = options.method === 'POST' ? readIdempotencyKey(request) : undefined
        const call = {
          params,
          query,
          body,
          project: expectKey(request).project,
          keyId: expectKey(request).id,
          keyName: expectKey(request).name,
          idempotencyKey,
        } as ServerCall<K>
        reply.header('cache-control', 'no-store')
        if (route.status) reply.code(route.status)
        return idempotencyKey === undefined
          ? handler(call)
          : respondIdempotently(request, reply, call, handler, route.shownOnce)
      },
    })
  }

  async function respondIdempotently<K extends ServerRouteKey>(
    { method, url, body }: FastifyRequest,
    reply: FastifyReply,
    call: ServerCall<K>,
    handler: Handler<K>,
    shownOnce: string | undefined,
  ): Promise<ServerRouteResponse<K>> {
    const { project, idempotencyKey = '' } = call
    const idempotent = { project, idempotencyKey, request: { method, url, body }, shownOnce }
    const { response, isReplayed } = await runIdempotently(deps, idempotent, () => handler(call))
    if (isReplayed) reply.header('idempotency-replayed', 'true')
    return response
  }

  return { handle, scope, expectKey }
}
