import { Problem, type RefusalCode, type Route, refusals, routes, serverRoutes } from '@playhub/contract'
import { createSchemaCollection, type JsonSchema } from './schemas.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
type MediaTypes = Record<string, { schema: JsonSchema }>
export type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { required: true; content: MediaTypes }
  responses: Record<string, { description: string; content: MediaTypes }>
  security: Record<string, string[]>[]
}
export type OpenApi = {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    securitySchemes: Record<string, unknown>
  }
}

const tags = [
  { name: 'auth', description: 'Registration, signing in and recovery' },
  { name: 'captcha', description: 'The robot check' },
  { name: 'me', description: 'The player: profile, identities, login sessions, data' },
  { name: 'play', description: 'What a running game needs' },
  { name: 'session', description: 'How a game or an app opens the hub for a player' },
  { name: 'control', description: 'Projects, games and prices' },
  { name: 'payments', description: 'Orders, attempts at providers and history' },
  { name: 'purchases', description: 'What players own' },
  { name: 'user', description: 'Receipts' },
  { name: 'support', description: 'Support tickets' },
  {
    name: 'server',
    description:
      'For the servers of games: with the key of a project, never from a browser. A key sees what is its project’s.',
  },
]

/** Headers that every call of the specification carries (§7); all may be left out. */
const commonHeaders: Parameter[] = [
  header('frontend-language', 'The language of texts in the answer: ru or en'),
  header('session', 'The hub session, when a game or an app opened one'),
  header('source', 'web or mobile', { type: 'string', enum: ['web', 'mobile'], default: 'web' }),
  header('locale', 'A language, used when frontend-language is absent'),
  header('project', 'The project (tenant) of the page'),
]

const serverPrefix = '/server/v1'
const idempotencyKey = header(
  'idempotency-key',
  'Any text of yours: the same call with the same key is done once, and answered the same for a day',
)

const headerReferences = commonHeaders.map(({ name }) => ({ $ref: `#/components/parameters/${name}` }))

/** Describes every call of the contract as OpenAPI 3.1. @param publicUrl  The hub's own address. */
export function describeApi(publicUrl: string): OpenApi {
  const schemas = createSchemaCollection()
  const problem = schemas.add(Problem, 'output')
  const paths: OpenApi['paths'] = {}
  for (const [key, route] of allRoutes()) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = operationOf(key, route)
  }

  function operationOf(key: string, route: Route): Operation {
    return {
      operationId: operationIdOf(key),
      summary: route.summary,
      tags: [tagOf(key)],
      parameters: [...parametersIn(route, 'path'), ...parametersIn(route, 'query'), ...headersOf(key, route)],
      ...(route.body && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.add(route.body, 'input') } },
        },
      }),
      responses: {
        200: {
          description: 'Done',
          content: { 'application/json': { schema: schemas.add(route.response, 'output') } },
        },
        ...refusalsOf(key, route),
      },
      security: route.access === 'public' ? [] : [{ [route.access]: [] }],
    }
  }

  function parametersIn(route: Route, place: 'path' | 'query'): Parameter[] {
    const shape = place === 'path' ? route.params : route.query
    if (!shape) return []
    const { properties = {}, required = [] } = schemas.add(shape, 'input')
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: place,
      required: required.includes(name),
      ...(description && { description }),
      schema,
    }))
  }

  function refusalsOf(key: string, route: Route): Operation['responses'] {
    const byStatus = Map.groupBy(refusalCodesOf(key, route), (code) => refusals[code])
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        {
          description: codes.join(', '),
          content: {
            'application/problem+json': {
              schema: { allOf: [problem, { type: 'object', properties: { code: { enum: codes } } }] },
            },
          },
        },
      ]),
    )
  }

  return {
    openapi: '3.1.1',
    info: {
      title: 'Playhub',
      version: '1.0.0',
      description:
        'Every call of the hub. Failures are problems (RFC 9457) whose code says what to do; instants are milliseconds since 1970, money is in minor units.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags,
    paths,
    components: {
      schemas: schemas.components,
      parameters: Object.fromEntries(commonHeaders.map((one) => [one.name, one])),
      securitySchemes: {
        player: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'From signing in' },
        project: { type: 'http', scheme: 'bearer', description: 'The key of a project, from its operator' },
      },
    },
  }
}

/** Every call below `/api`, those of the game servers with the path that they have there. */
function allRoutes(): [string, Route][] {
  const ofServers = Object.entries(serverRoutes).map(([key, route]): [string, Route] => [
    key.replace(' ', ` ${serverPrefix}`),
    route,
  ])
  return [...Object.entries(routes), ...ofServers]
}

function headersOf(key: string, { access }: Route): Operation['parameters'] {
  if (access !== 'project') return headerReferences
  return key.startsWith('POST') ? [idempotencyKey] : []
}

/** What a call may be refused with: its own reasons, and those of every call of its kind. */
function refusalCodesOf(key: string, route: Route): RefusalCode[] {
  return [
    ...new Set<RefusalCode>([
      ...route.refusals,
      ...(route.params || route.query || route.body ? (['BODY_INVALID'] as const) : []),
      ...(route.body ? (['BODY_TOO_LARGE', 'CONTENT_TYPE_UNSUPPORTED'] as const) : []),
      ...(route.access === 'project' ? serverRefusals(key) : browserRefusals(route)),
      'TOO_MANY_REQUESTS',
      'FAULT',
      'SHUTTING_DOWN',
    ]),
  ]
}

function serverRefusals(key: string): RefusalCode[] {
  const isPost = key.startsWith('POST')
  return [
    'PROJECT_KEY_INVALID',
    ...(isPost ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'] as const) : []),
  ]
}

function browserRefusals({ access, body }: Route): RefusalCode[] {
  return [
    ...(access === 'player' ? (['UNAUTHORIZED'] as const) : []),
    ...(body ? (['XSRF_TOKEN_MISMATCH'] as const) : []),
    'CROSS_SITE_REQUEST',
  ]
}

/** `GET /payments/get/{id}` → `getPaymentsGetId` */
function operationIdOf(key: string): string {
  const words = key.toLowerCase().split(/[^a-z0-9]+/)
  return words
    .map((word, place) => (place === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}

function tagOf(key: string): string {
  return key.split(/[ /]+/)[1] ?? ''
}

function header(name: string, description: string, schema: JsonSchema = { type: 'string' }): Parameter {
  return { name, in: 'header', required: false, description, schema }
}
