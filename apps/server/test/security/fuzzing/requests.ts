import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema, OpenApiDocument, Operation } from './openapi-document.ts'

export const senders = ['guest', 'player', 'other player', 'own key', 'foreign key', 'revoked login'] as const
export type Sender = (typeof senders)[number]

export type FuzzRequest = {
  operation: Operation
  sender: Sender
  /** Path and query, below `/api`. */
  url: string
  headers: Record<string, string>
  body: unknown
}

export type KnownValues = {
  /** Keyed by field name. */
  fields: Record<string, string[]>
  /** Record ids, by a word shared by their calls' paths. */
  ids: Record<string, string[]>
}

/**
 * Requests for any call in the document: most are valid by its schema, with existing values; the others have values
 * with wrong types and lengths.
 */
export function anyRequest(document: OpenApiDocument, known: KnownValues): Arbitrary<FuzzRequest> {
  const requests = document.operations.map((operation) => {
    const [, id] = Object.entries(known.ids).find(([word]) => operation.path.includes(word)) ?? []
    return toRequestArbitrary(document, operation, { ...known.fields, ...(id && { id }) })
  })
  return fc.oneof(...requests)
}

type Fields = KnownValues['fields']

function toRequestArbitrary(
  document: OpenApiDocument,
  operation: Operation,
  fields: Fields,
): Arbitrary<FuzzRequest> {
  const { path, parameters, body, access } = operation
  const toArbitrary = anyValue(document, fields)
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const record = (place: string) =>
    fc.record(
      Object.fromEntries(
        inPlace(place).map(({ name, schema }) => [name, toArbitrary(schema, name).map(String)]),
      ),
      { requiredKeys: inPlace(place).flatMap(({ name, required }) => (required ? [name] : [])) },
    )
  return fc
    .record({
      sender: anySender(access),
      path: record('path'),
      query: record('query'),
      headers: record('header'),
      origin: rarely(fc.constantFrom('https://evil.example', 'null')),
      body: body ? toArbitrary(body) : rarely(fc.jsonValue()),
    })
    .map((parts) => ({
      operation,
      sender: parts.sender,
      url:
        path.replace(/\{(\w+)\}/g, (_, name) => pathSegment(parts.path[name] ?? '')) +
        formatQuery(parts.query),
      headers: visibleHeaders({ ...parts.headers, ...(parts.origin && { origin: parts.origin }) }),
      body: operation.method === 'GET' ? undefined : parts.body,
    }))
}

const rarely = <T>(value: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.oneof({ weight: 19, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** Mostly somebody who may make the call. */
function anySender(access: Operation['access']): Arbitrary<Sender> {
  const allowed = access === 'project' ? 'own key' : 'player'
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Sender>(allowed) },
    { weight: 1, arbitrary: fc.constantFrom(...senders) },
  )
}

/** An empty segment or one made from dots would be another path. */
const pathSegment = (value: string) => encodeURIComponent(value.toWellFormed()).replace(/^\.*$/, 'dots')

const formatQuery = (query: Record<string, string>) =>
  Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''

/** Other values never leave an HTTP client. */
const visibleHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\x20-\x7e]{0,200}$/.test(value)))

const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../..',
  "' or 1=1 --",
  '<b>',
  '0',
  '-1',
  'null',
  '__proto__',
  '🦉'.repeat(400),
]

const oddValue = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(...oddTexts),
  fc.constantFrom(2 ** 53, -1, 0.5, 1e308, null, true, [], {}),
  fc.string({ unit: 'binary', maxLength: 5000 }),
)

type ToArbitrary = (schema: JsonSchema, name?: string) => Arbitrary<unknown>

/** @param name  The property's or parameter's. */
function anyValue(document: OpenApiDocument, fields: Fields): ToArbitrary {
  const toArbitrary: ToArbitrary = (schema, name = '') =>
    fc.oneof({ weight: 29, arbitrary: validValue(schema, name) }, { weight: 1, arbitrary: oddValue })

  function validValue(schema: JsonSchema, name: string): Arbitrary<unknown> {
    if (schema.$ref) return validValue(document.resolve(schema.$ref), name)
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((inner) => validValue(inner, name)))
    if (schema.allOf) return validValue(Object.assign({}, ...schema.allOf), name)
    switch ([schema.type].flat()[0]) {
      case 'object':
        return validObject(schema)
      case 'array':
        return fc.array(toArbitrary(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -1, max: Math.min(schema.maximum ?? 1000, 2 ** 40) })
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'string':
        return validText(schema, fields[name])
      default:
        return oddValue
    }
  }

  function validObject({ properties = {}, required = [] }: JsonSchema): Arbitrary<unknown> {
    const values = Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, toArbitrary(inner, name)]),
    )
    return fc.oneof(
      { weight: 19, arbitrary: fc.record(values, { requiredKeys: required }) },
      { weight: 1, arbitrary: fc.record(values, { requiredKeys: [] }) },
    )
  }

  return toArbitrary
}

function validText(
  { minLength = 0, maxLength = 64, pattern }: JsonSchema,
  known: string[] | undefined,
): Arbitrary<string> {
  const longest = Math.max(minLength, Math.min(maxLength, 300))
  const text = textMatching(pattern) ?? fc.string({ unit: 'grapheme', minLength, maxLength: longest })
  return known ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, text) : text
}

/** Keyed by pattern, because building one takes seconds for all patterns together. */
const matchingTexts = new Map<string, Arbitrary<string> | undefined>()

/** Undefined without a pattern, or with one fast-check cannot generate from. */
function textMatching(pattern: string | undefined): Arbitrary<string> | undefined {
  if (pattern === undefined) return undefined
  if (!matchingTexts.has(pattern)) matchingTexts.set(pattern, buildTextMatching(pattern))
  return matchingTexts.get(pattern)
}

function buildTextMatching(pattern: string): Arbitrary<string> | undefined {
  try {
    const matching = fc.stringMatching(new RegExp(pattern, 'u'))
    fc.sample(matching, 1)
    return matching
  } catch {
    return undefined
  }
}
