import {
  type InterfaceLanguage,
  type RouteKey,
  type RouteParts,
  type RouteResponse,
  routes,
  toInterfaceLanguage,
} from '@playhub/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/** The player behind a bearer token. */
export type Actor = { playerId: string; loginSessionId: string }

/** Finds the player of a token. @throws Refusal UNAUTHORIZED when it does not hold. */
export type Authenticate = (token: string) => Promise<Actor>

/** Who calls, from where and in which language: the headers of specification §7. */
export type Caller = {
  language: InterfaceLanguage
  session: string
  source: 'web' | 'mobile'
  project: string | undefined
  /** The address of the client, for limits by address. */
  ip: string
}

type ApiCall<K extends RouteKey> = RouteParts<K> & {
  actor: (typeof routes)[K]['access'] extends 'player' ? Actor : undefined
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

type AnswerOptions = {
  /** True for answers that are the same for everybody and change nothing: no limit and no cookie guards them. */
  isOpen?: boolean
  /** True for calls that make a row or ask a provider, whoever comes: they have a tighter limit by address. */
  isCostly?: boolean
}

/** Answers calls of the contract: a capability names the call and gives the answer, nothing else. */
export type Api = {
  answer<K extends RouteKey>(
    key: K,
    handler: (call: ApiCall<K>) => RouteResponse<K> | Promise<RouteResponse<K>>,
    options?: AnswerOptions,
  ): void
}

/** `GET /payments/get/{id}` → `['GET', '/payments/get/:id']` */
function methodAndUrl(key: RouteKey): ['GET' | 'POST', string] {
  const [method, path = ''] = key.split(' ')
  return [method as 'GET' | 'POST', path.replace(/\{(\w+)\}/g, ':$1')]
}

type Scopes = {
  /** The part of the app below `/api` that nothing guards. */
  open: FastifyInstance
  /** The part below `/api` with limits and the guard against cross-site calls. */
  guarded: FastifyInstance
  /** How often one address may make a costly call in a minute. */
  costlyPerMinute: number
}

export function createApi({ open, guarded, costlyPerMinute }: Scopes, authenticate: Authenticate): Api {
  function answer<K extends RouteKey>(
    key: K,
    handler: (call: ApiCall<K>) => RouteResponse<K> | Promise<RouteResponse<K>>,
    { isOpen = false, isCostly = false }: AnswerOptions = {},
  ): void {
    const scope = isOpen ? open : guarded
    const route = routes[key]
    const [method, url] = methodAndUrl(key)
    scope.route({
      method,
      url,
      schema: {
        summary: route.summary,
        ...('params' in route && { params: route.params }),
        ...('query' in route && { querystring: route.query }),
        ...('body' in route && { body: route.body }),
        response: { 200: route.response },
      },
      ...(isCostly && { config: { rateLimit: { max: costlyPerMinute } } }),
      handler: isOpen ? answerOpenly : answerGuarded,
    })

    function answerOpenly(request: FastifyRequest, reply: FastifyReply) {
      return handler(callOf(request, reply, undefined))
    }

    async function answerGuarded(request: FastifyRequest, reply: FastifyReply) {
      const actor = route.access === 'player' ? await authenticate(bearerOf(request)) : undefined
      if (route.access === 'player') reply.header('cache-control', 'no-store')
      return handler(callOf(request, reply, actor))
    }
  }

  return { answer }
}

function callOf<K extends RouteKey>(
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor | undefined,
): ApiCall<K> {
  const { params, query, body } = request
  return {
    params,
    query,
    body,
    actor,
    // Most open reads never ask.
    get caller() {
      return callerOf(request)
    },
    request,
    reply,
  } as ApiCall<K>
}

/** @throws Refusal UNAUTHORIZED when there is none. */
function bearerOf(request: FastifyRequest): string {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new Refusal('UNAUTHORIZED')
  return token
}

function callerOf(request: FastifyRequest): Caller {
  const { headers } = request
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name].slice(0, 256) : undefined)
  return {
    language: toInterfaceLanguage(text('frontend-language') ?? text('locale') ?? text('accept-language')),
    session: text('session') ?? '',
    source: text('source') === 'mobile' ? 'mobile' : 'web',
    project: text('project'),
    ip: request.ip,
  }
}
