import { mainThreadMs, ports } from '../processes.ts'
import type { Row } from '../report.ts'
import { startHubWith } from './hub-with-games.ts'

const games = 1000
const barMs = 50
/** Process CPU time has a resolution of 10 ms, so each call is repeated. */
const repeats = 20
/** Ends the repeats of slow calls, and calls that wait for somebody else. */
const callBudgetMs = 5_000
/** Length where a schema has no limit; also caps the whole body. */
const longText = 100_000
const maxItems = 200

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  format?: string
  pattern?: string
  maxLength?: number
  maximum?: number
  maxItems?: number
}
type Parameter = { name: string; in: 'path' | 'query'; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  security: Record<string, unknown>[]
}
type Document = { paths: Record<string, Record<string, Operation>> }

/** Main-thread cost per request for each public call, with the longest input that its schema allows. */
export async function benchRequestCosts(): Promise<Row[]> {
  const hub = await startHubWith(games, ports.hub)
  try {
    const document = (await (await fetch(`${hub.url}/api/openapi.json`)).json()) as Document
    const calls = [...publicCalls(document), ...otherCalls]
    const rows: Row[] = []
    for (const call of calls) rows.push(await measure(hub.url, call, () => mainThreadMs(hub.process)))
    return rows.sort((a, b) => b.value - a.value)
  } finally {
    await hub.stop()
  }
}

type Call = { method: string; path: string; name: string; body?: string }

const long = (text: string) => encodeURIComponent(text)
/** Terms that match many words late, in both layouts, and terms with a typo. */
const searches = [
  'x'.repeat(200),
  'islandx treasurex lanternx 1 2 3 4 5',
  't i p m y w s l',
  'остров'.repeat(33),
]

const otherCalls: Call[] = [
  ...searches.flatMap((search, place) => [
    {
      method: 'GET',
      path: `/api/control/find-games?search=${long(search)}`,
      name: `find-games, search ${place}`,
    },
    {
      method: 'GET',
      path: `/games/ru/?search=${long(search)}`,
      name: `page of the catalogue, search ${place}`,
    },
  ]),
  { method: 'GET', path: '/games/ru/?page=41', name: 'page of the catalogue, the last one' },
  { method: 'GET', path: '/games/ru/lantern-1000/', name: 'page of a game' },
  { method: 'GET', path: `/prices?x=${'x'.repeat(8000)}`, name: 'prices with a long query' },
  { method: 'GET', path: `/session/login?session=${'x'.repeat(4000)}`, name: 'sign-in with a long session' },
  { method: 'GET', path: `/nothing/${'x'.repeat(4000)}`, name: 'a long path without a page' },
  { method: 'GET', path: `/passport/google?state=${'x'.repeat(8000)}`, name: 'start at a provider' },
  {
    method: 'GET',
    path: `/passport/google/callback?state=${'x'.repeat(8000)}`,
    name: 'callback of a provider',
  },
  {
    method: 'POST',
    path: '/webhooks/stripe',
    name: 'webhook of Stripe',
    body: JSON.stringify({ x: 'x'.repeat(longText) }),
  },
  {
    method: 'POST',
    path: '/webhooks/yookassa',
    name: 'webhook of YooKassa',
    body: JSON.stringify({ x: 'x'.repeat(longText) }),
  },
]

function publicCalls(document: Document): Call[] {
  const resolve = (ref: string): Schema =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Schema
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => Object.keys(security[0] ?? {}).length === 0)
      .map(([method, { parameters = [], requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema
        const text = (one: Parameter) => long(String(longest(one.schema, resolve)).slice(0, 4000))
        const filled = parameters
          .filter((one) => one.in === 'path')
          .reduce((rest, one) => rest.replace(`{${one.name}}`, text(one)), path)
        const query = parameters.filter((one) => one.in === 'query').map((one) => `${one.name}=${text(one)}`)
        return {
          method: method.toUpperCase(),
          path: `/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
          name: `${method.toUpperCase()} ${path}`,
          ...(schema && { body: JSON.stringify(longest(schema, resolve)) }),
        }
      }),
  )
}

/** The longest value that a schema allows. Patterns are guessed from what the contract uses. */
function longest(schema: Schema, resolve: (ref: string) => Schema): unknown {
  if (schema.$ref) return longest(resolve(schema.$ref), resolve)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [variant] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (variant) return longest(variant, resolve)
  if (schema.format === 'email') return `${'a'.repeat(300)}@example.org`
  if (schema.pattern?.includes('{6}')) return '123456'
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? { text: { type: 'string' } }).map(([name, one]) => [
          name,
          longest(one, resolve),
        ]),
      )
    case 'array':
      return Array.from({ length: schema.maxItems ?? maxItems }, () => longest(schema.items ?? {}, resolve))
    case 'number':
    case 'integer':
      return Math.min(schema.maximum ?? 1000, 100_000)
    case 'boolean':
      return true
    default:
      return 'x'.repeat(Math.min(schema.maxLength ?? longText, longText))
  }
}

async function measure(url: string, { method, path, name, body }: Call, cpuMs: () => number): Promise<Row> {
  const statuses = new Set<string>()
  async function ask(): Promise<void> {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(callBudgetMs),
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    })
    await response.arrayBuffer()
    statuses.add(String(response.status))
  }
  const tryAsk = () => ask().catch((error: Error) => statuses.add(error.name))
  await tryAsk()
  const startedAt = performance.now()
  const before = cpuMs()
  let times = 0
  while (times < repeats && performance.now() - startedAt < callBudgetMs) {
    times += 1
    await tryAsk()
  }
  const value = (cpuMs() - before) / times
  return {
    what: `CPU in ms: ${name}`,
    value,
    bar: barMs,
    atMost: true,
    note: `${body?.length ?? path.length} characters, status ${[...statuses].join(', ')}`,
  }
}
