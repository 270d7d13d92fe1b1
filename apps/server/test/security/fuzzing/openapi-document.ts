import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TestHub } from '../../support/test-hub.ts'

export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  pattern?: string
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }

export type Operation = {
  method: string
  /** Path below `/api`, with parameters in braces. */
  path: string
  access: 'public' | 'player' | 'project'
  parameters: Parameter[]
  body: JsonSchema | undefined
}

export type OpenApiDocument = {
  operations: Operation[]
  resolve(ref: string): JsonSchema
  /** Why a response does not match the document; null when it does. */
  mismatch(
    operation: Operation,
    response: { status: number; contentType: string; body: unknown },
  ): string | null
}

type Json = Record<string, unknown>
type DocumentedOperation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  security: Record<string, unknown>[]
  responses: Record<string, unknown>
}

/** Every hub has the same document; compiling its schemas takes a second. */
let shared: Promise<OpenApiDocument> | undefined

export function sharedOpenApiDocument(hub: TestHub): Promise<OpenApiDocument> {
  shared ??= readOpenApiDocument(hub)
  return shared
}

async function readOpenApiDocument(hub: TestHub): Promise<OpenApiDocument> {
  const document = (await (await fetch(`${hub.url}/api/openapi.json`)).json()) as Json & {
    paths: Record<string, Record<string, DocumentedOperation>>
  }
  const ajv = new Ajv2020({ strict: false, formats: { email: true } })
  ajv.addSchema(document, 'api')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { parameters = [], requestBody, security }]): Operation => ({
        method: method.toUpperCase(),
        path,
        access: (Object.keys(security[0] ?? {})[0] ?? 'public') as Operation['access'],
        parameters,
        body: requestBody?.content['application/json']?.schema,
      }),
    ),
  )

  return {
    operations,
    resolve: (ref) =>
      ref
        .slice(2)
        .split('/')
        .reduce((node, key) => node[key] as Json, document as Json) as JsonSchema,
    mismatch({ method, path }, { status, contentType, body }) {
      const [type = ''] = contentType.split(';')
      const steps = ['paths', path, method.toLowerCase(), 'responses', `${status}`, 'content', type, 'schema']
      const validate = ajv.getSchema(
        `api#/${steps.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/')}`,
      )
      if (!validate) return `${status} ${type} is not documented`
      return validate(body) ? null : ajv.errorsText(validate.errors)
    },
  }
}
