import rateLimit from '@fastify/rate-limit'
import {
  type Route,
  type ServerRouteKey,
  type ServerRouteParts,
  type ServerRouteResponse,
  serverRoutes,
} from '@playhub/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../platform/clock.ts'
import { contractRoute } from '../platform/http/contract-route.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { findKey, type KnownKey } from './keys.ts'
import { doOnce } from './once.ts'

type ServerCall<K extends ServerRouteKey> = ServerRouteParts<K> & {
  /** Of the key that was shown: all that the caller may see. */
  project: string
  idempotencyKey: string | undefined
}

type Handler<K extends ServerRouteKey> = (call: ServerCall<K>) => Promise<ServerRouteResponse<K>>

/** Answers calls of the game servers: a route names the call and gives the answer, nothing else. */
export type ServerApi = { answer<K extends ServerRouteKey>(key: K, handler: Handler<K>): void }

/**
 * Guards a part of the app with project keys, counts the calls of each key, and does a POST with an idempotency key once.
 * There are no cookies here and no other origins, so nothing for another site to abuse.
 */
export async function createServerApi(scope: FastifyInstance, deps: Deps): Promise<ServerApi> {
  const keys = new WeakMap<FastifyRequest, KnownKey>()
  const isSandbox = deps.config.mode === 'sandbox'
  takeEmptyBodies(scope)

  scope.addHook('onRequest', async (request) => {
    const shown = bearerIn(request)
    const key = shown && (await findKey({ ...deps, isSandbox }, shown))
    if (key) keys.set(request, key)
  })
  await scope.register(rateLimit, {
    max: deps.config.serverApi.requestsPerMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => keys.get(request)?.id ?? request.ip,
    enableDraftSpec: true,
  })
  // After the limit, which counts those who try keys out by their address.
  scope.addHook('preParsing', async (request) => {
    if (!keys.has(request)) throw new Refusal('PROJECT_KEY_INVALID')
  })

  function answer<K extends ServerRouteKey>(key: K, handler: Handler<K>): void {
    const route: Route = serverRoutes[key]
    const options = contractRoute(key, route)
    scope.route({
      ...options,
      handler: async (request, reply) => {
        const { project } = keys.get(request) as KnownKey
        const { params, query, body } = request
        const idempotencyKey = options.method === 'POST' ? idempotencyKeyIn(request) : undefined
        const call = { params, query, body, project, idempotencyKey } as ServerCall<K>
        reply.header('cache-control', 'no-store')
        return idempotencyKey === undefined ? handler(call) : answerOnce(request, reply, call, handler)
      },
    })
  }

  async function answerOnce<K extends ServerRouteKey>(
    { method, url, body }: FastifyRequest,
    reply: FastifyReply,
    call: ServerCall<K>,
    handler: Handler<K>,
  ): Promise<ServerRouteResponse<K>> {
    const { project, idempotencyKey = '' } = call
    const once = { project, idempotencyKey, request: { method, url, body } }
    const { answer, isReplayed } = await doOnce(deps, once, () => handler(call))
    if (isReplayed) reply.header('idempotency-replayed', 'true')
    return answer
  }

  return { answer }
}

/** Many clients say that they send JSON when they send nothing. */
function takeEmptyBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
}

function bearerIn({ headers }: FastifyRequest): string | undefined {
  const [scheme, key] = headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' ? key : undefined
}

/** @throws Refusal BODY_INVALID when it is empty, too long or has signs of another alphabet */
function idempotencyKeyIn({ headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key']
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(given))
    throw new Refusal('BODY_INVALID', { header: 'idempotency-key' })
  return given
}
