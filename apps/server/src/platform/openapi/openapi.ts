import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type RefusalCode, type Route, refusals } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** Documents every contract call registered after this. */
export async function documentRoutes(
  app: FastifyInstance,
  { brand, publicUrl }: { brand: string; publicUrl: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: brand,
        version: '1.0.0',
        description:
          'Every call of the hub. Failures are problems (RFC 9457) with a code; instants are milliseconds since 1970, money is in minor units.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: `${publicUrl}/api` }],
      tags,
      components: {
        securitySchemes: {
          player: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From logging in' },
          project: { type: 'http', scheme: 'bearer', description: 'The key of a project, from its operator' },
        },
      },
    },
    transform: describeRoute,
    transformObject: jsonSchemaTransformObject,
  })
}

/** Serves the OpenAPI document at `/openapi.json` and the reference page at `/docs`. */
export async function registerApiReference(scope: FastifyInstance, brand: string): Promise<void> {
  scope.get('/openapi.json', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
    return scope.swagger()
  })
  await scope.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => void reply.headers(referenceHeaders))
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: scope.prefix,
      theme: { title: `${brand} API` },
      uiConfig: { layout: 'BaseLayout', docExpansion: 'list', supportedSubmitMethods: [] },
    })
  })
}

const referenceHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

const tags = [
  { name: 'auth', description: 'Registration, login and password recovery' },
  { name: 'captcha', description: 'Captcha challenges' },
  { name: 'me', description: 'The player: profile, identities, login sessions, data' },
  { name: 'play', description: 'What a running game needs' },
  { name: 'session', description: 'How a game or an app opens the hub for a player' },
  { name: 'control', description: 'Projects, games and prices' },
  { name: 'payments', description: 'Orders, attempts at providers and history' },
  { name: 'offers', description: 'Prices, codes and gifts of a player' },
  { name: 'purchases', description: 'What players own' },
  { name: 'user', description: 'Receipts' },
  { name: 'support', description: 'Support tickets' },
  { name: 'developers', description: 'What the integration checker at `/developers` needs' },
  {
    name: 'server',
    description:
      'For game servers, with a project key and never from a browser. A key gives access to its project only.',
  },
]

type Schema = { type: 'object' | 'string'; [keyword: string]: unknown }

/** Adds what Fastify's route schema lacks to the document: tags, security, optional headers and refusals. */
const describeRoute: NonNullable<FastifyDynamicSwaggerOptions['transform']> = (document) => {
  const { route, url } = document
  const { contract } = route.config ?? {}
  if (!contract || contract.access === 'operator') return { schema: { hide: true }, url }
  const { schema } = jsonSchemaTransform(document)
  const { status = 200 } = contract
  const success = (schema.response as Record<string, unknown>)[status]
  const path = url.replace(/^\/api/, '')
  const method = String(route.method)
  return {
    url,
    schema: {
      ...schema,
      operationId: toOperationId(`${method}${path}`),
      tags: [path.split('/')[1] ?? ''],
      security: contract.access === 'public' ? [] : [{ [contract.access]: [] }],
      headers: describeHeaders(method, contract),
      response: {
        [status]: { description: 'Done', content: { 'application/json': { schema: success } } },
        ...describeRefusals(listRefusalCodes(method, contract), refusals),
      },
    },
  }
}

/** `GET/payments/get/:id` → `getPaymentsGetId` */
export function toOperationId(key: string): string {
  const [method = '', ...words] = key.toLowerCase().split(/[^a-z0-9]+/)
  return `${method}${words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')}`
}

/** Headers from the specification (§7), all optional; game servers send an idempotency key instead. */
function describeHeaders(method: string, { access }: Route): Schema | undefined {
  const text = (description: string): Schema => ({ type: 'string', description })
  if (access !== 'project') {
    const properties = {
      'frontend-language': text('The language of texts in the response: ru or en'),
      session: text('The hub session, when a game or an app opened one'),
      source: { ...text('web or mobile'), enum: ['web', 'mobile'], default: 'web' },
      locale: text('A language, used when frontend-language is absent'),
      project: text('The project (tenant) of the page'),
    }
    return { type: 'object', properties }
  }
  const description =
    'A unique value chosen by the caller: for a day, calls with the same key run once and receive the same response'
  return method === 'POST'
    ? { type: 'object', properties: { 'idempotency-key': text(description) } }
    : undefined
}

/** One response per status, with its refusal codes. */
export function describeRefusals<Code extends string>(
  given: Iterable<Code>,
  statuses: Record<Code, number>,
): Record<string, unknown> {
  const byStatus = Map.groupBy(given, (code) => statuses[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const schema = {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { code: { enum: codes } } },
        ],
      }
      return [status, { description: codes.join(', '), content: { 'application/problem+json': { schema } } }]
    }),
  )
}

/** A call's own refusals and those common to its kind. */
function listRefusalCodes(method: string, route: Route): Set<RefusalCode> {
  const { access, params, query, body } = route
  const isServerPost = access === 'project' && method === 'POST'
  const codes: (RefusalCode | false | undefined)[] = [
    ...route.refusals,
    // Also covers a malformed idempotency key.
    (params || query || body || isServerPost) && 'BODY_INVALID',
    body && 'BODY_TOO_LARGE',
    body && 'CONTENT_TYPE_UNSUPPORTED',
    access === 'project' && 'PROJECT_KEY_INVALID',
    access === 'project' && 'PROJECT_KEY_SCOPE_WRONG',
    isServerPost && 'IDEMPOTENCY_KEY_REUSED',
    isServerPost && 'IDEMPOTENCY_KEY_IN_USE',
    access === 'player' && 'UNAUTHORIZED',
    access !== 'project' && body && 'XSRF_TOKEN_MISMATCH',
    access !== 'project' && 'CROSS_SITE_REQUEST',
    'TOO_MANY_REQUESTS',
    'FAULT',
    'SERVICE_UNAVAILABLE',
  ]
  return new Set(codes.filter((code) => typeof code === 'string'))
}
