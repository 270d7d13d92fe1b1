import {
  type InterfaceLanguage,
  type Route,
  type RouteKey,
  type RouteParts,
  type RouteResponse,
  routes,
} from '@playhub/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identifySubject, logSecurityEvent, type SecurityEvent } from '../observability/security-log.ts'
import { Refusal } from '../refusal.ts'
import { contractRoute } from './contract-route.ts'
import { authenticatedBodyBytes } from './server/json-bodies.ts'

/** The player behind a bearer token. */
export type Actor = { playerId: string; loginSessionId: string }

/** Finds a login token's player. @throws Refusal UNAUTHORIZED when the token is not valid. */
export type Authenticate = (token: string) => Promise<Actor>

/** The caller's language, client and IP: the headers in specification §7. */
export type Caller = {
  language: InterfaceLanguage
  session: string
  source: 'web' | 'mobile'
  project: string | undefined
  ip: string
}

export type ApiCall<K extends RouteKey> = RouteParts<K> & {
  actor: (typeof routes)[K]['access'] extends 'player' ? Actor : undefined
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

type HandlerOptions = {
  /** Skips rate limit and XSRF guard; public reads only. */
  isOpen?: boolean
  /** Applies a tighter limit per IP to calls with inserts or provider calls. */
  isCostly?: boolean
  /** Bytes, where bodies are larger than in other calls. */
  bodyLimit?: number
  /** Decides on a public call before its body is read. */
  admit?: (request: FastifyRequest) => Promise<void>
  /** Logged when the call succeeds. */
  securityEvent?: SecurityEvent
}

/** Registers handlers for contract calls. */
export type Api = {
  handle<K extends RouteKey>(
    key: K,
    handler: (call: ApiCall<K>) => RouteResponse<K> | Promise<RouteResponse<K>>,
    options?: HandlerOptions,
  ): void
}

type Scopes = {
  /** Scope below `/api` without limits and guards. */
  open: FastifyInstance
  /** Scope below `/api` with rate limits and the XSRF guard. */
  guarded: FastifyInstance
  /** Costly calls per minute and IP. */
  costlyPerMinute: number
  /** Maps a language tag to the hub's language. */
  toLanguage: (tag: string | undefined) => InterfaceLanguage
  /** Checks what the contract leaves to the operator. @throws Refusal BODY_INVALID */
  checkBody: (body: unknown) => void
}

export function createApi(
  { open, guarded, costlyPerMinute, toLanguage, checkBody }: Scopes,
  authenticate: Authenticate,
): Api {
  function handle<K extends RouteKey>(
    key: K,
    handler: (call: ApiCall<K>) => RouteResponse<K> | Promise<RouteResponse<K>>,
    { isOpen = false, isCostly = false, bodyLimit, admit, securityEvent }: HandlerOptions = {},
  ): void {
    const scope = isOpen ? open : guarded
    const route: Route = routes[key]
    const { config, ...options } = contractRoute(key, route)
    const actors = new WeakMap<FastifyRequest, Actor>()
    scope.route({
      ...options,
      ...(route.access === 'player' && { bodyLimit: bodyLimit ?? authenticatedBodyBytes }),
      // After the rate limit, which is an `onRequest` hook, and before the body is read.
      preParsing: route.access === 'player' ? authenticateFirst : (admit ?? []),
      config: { ...config, ...(isCostly && { rateLimit: { max: costlyPerMinute } }) },
      handler: isOpen ? handleOpenly : handleGuarded,
    })

    function handleOpenly(request: FastifyRequest, reply: FastifyReply) {
      return handler(readCall(request, reply, undefined, toLanguage))
    }

    async function authenticateFirst(request: FastifyRequest) {
      const actor = await authenticate(readBearerToken(request))
      identifySubject(request, { playerId: actor.playerId })
      actors.set(request, actor)
    }

    async function handleGuarded(request: FastifyRequest, reply: FastifyReply) {
      if (route.access === 'player') reply.header('cache-control', 'no-store')
      checkBody(request.body)
      const response = await handler(readCall(request, reply, actors.get(request), toLanguage))
      if (securityEvent) logSecurityEvent(request, securityEvent)
      return response
    }
  }

  return { handle }
}

function readCall<K extends RouteKey>(
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor | undefined,
  toLanguage: Scopes['toLanguage'],
): ApiCall<K> {
  const { params, query, body } = request
  return {
    params,
    query,
    body,
    actor,
    // Parsed on first use: most open reads need none of it.
    get caller() {
      return readCaller(request, toLanguage)
    },
    request,
    reply,
  } as ApiCall<K>
}

/** A public route's player; undefined for a guest, and with an ended login. */
export async function findCaller(
  authenticate: Authenticate,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  const token = findBearerToken(request)
  if (!token) return undefined
  try {
    return await authenticate(token)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** @throws Refusal UNAUTHORIZED when the header is missing. */
export function readBearerToken(request: FastifyRequest): string {
  const token = findBearerToken(request)
  if (!token) throw new Refusal('UNAUTHORIZED')
  return token
}

/** Undefined when the request has none. */
export function findBearerToken({ headers }: FastifyRequest): string | undefined {
  const [scheme, token] = headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}

function readCaller(request: FastifyRequest, toLanguage: Scopes['toLanguage']): Caller {
  const { headers } = request
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name].slice(0, 256) : undefined)
  return {
    language: toLanguage(text('frontend-language') ?? text('locale') ?? text('accept-language')),
    session: text('session') ?? '',
    source: text('source') === 'mobile' ? 'mobile' : 'web',
    project: text('project'),
    ip: request.ip,
  }
}
