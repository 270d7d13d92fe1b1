/** The OpenAPI document of the calls for staff. */
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { type AnyRefusalCode, allRefusals, type OperatorRoute } from '@playhub/contract/operator'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { describeRefusals, toOperationId } from '../../platform/openapi/openapi.ts'

type Options = {
  title: string
  /** Base URL of the calls, such as `https://console.example.org/api/operator/v1`. */
  url: string
  /** Name of the session's cookie. */
  cookie: string
}

/** Documents every operator call registered after this. @returns  what makes the document */
export async function documentOperatorRoutes(
  scope: FastifyInstance,
  { title, url, cookie }: Options,
): Promise<() => Record<string, unknown>> {
  await scope.register(swagger, {
    // The players' document has the usual name.
    decorator: 'operatorDocument',
    openapi: {
      openapi: '3.1.1',
      info: {
        title,
        version: '1.0.0',
        description:
          'The calls of the console. Failures are problems (RFC 9457) with a code; instants are milliseconds since 1970, money is in minor units. Calls that change something need the header `x-operator: 1`.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url }],
      components: {
        securitySchemes: { operator: { type: 'apiKey', in: 'cookie', name: cookie } },
      },
    },
    transform: describeRoute,
    transformObject: jsonSchemaTransformObject,
  })
  return () => (scope as unknown as { operatorDocument(): Record<string, unknown> }).operatorDocument()
}

const describeRoute: NonNullable<FastifyDynamicSwaggerOptions['transform']> = (document) => {
  const { route, url } = document
  const { contract } = route.config ?? {}
  if (contract?.access !== 'operator') return { schema: { hide: true }, url }
  const { schema } = jsonSchemaTransform(document)
  const success = contract.isExport
    ? { 'text/csv': { schema: { type: 'string' } } }
    : contract.isPicture
      ? { 'image/*': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: (schema.response as Record<string, unknown>)[200] } }
  const method = String(route.method)
  const path = url.slice(url.indexOf('/v1/') + '/v1'.length)
  const { permission } = contract
  return {
    url,
    schema: {
      ...schema,
      operationId: toOperationId(`${method}${path}`),
      tags: [path.split('/')[1]?.split('.')[0] ?? ''],
      security: permission === 'public' ? [] : [{ operator: [] }],
      headers: describeHeaders(method, contract),
      'x-permission': permission,
      response: {
        200: { description: 'Done', content: success },
        ...describeRefusals(listCodes(contract), allRefusals),
      },
    },
  }
}

function describeHeaders(method: string, { isIdempotent = false }: OperatorRoute) {
  if (method === 'GET') return undefined
  const text = (description: string) => ({ type: 'string', description })
  const key = text('A unique value chosen by the caller: a repeated call gets the first response')
  return {
    type: 'object',
    properties: {
      'x-operator': { ...text('Keeps other sites from making the call'), const: '1' },
      ...(isIdempotent && { 'idempotency-key': key }),
    },
    required: isIdempotent ? ['x-operator', 'idempotency-key'] : ['x-operator'],
  }
}

/** A call's own refusals and those common to its kind. */
function listCodes(route: OperatorRoute): Set<AnyRefusalCode> {
  const { permission, params, query, body, needsReauthentication, isIdempotent } = route
  const codes: (AnyRefusalCode | false | undefined)[] = [
    ...route.refusals,
    (params || query || body) && 'BODY_INVALID',
    body && 'BODY_TOO_LARGE',
    body && 'CONTENT_TYPE_UNSUPPORTED',
    permission !== 'public' && 'OPERATOR_UNAUTHORIZED',
    permission !== 'public' && permission !== 'self' && 'OPERATOR_FORBIDDEN',
    needsReauthentication && 'PROOF_REQUIRED',
    isIdempotent && 'IDEMPOTENCY_KEY_REQUIRED',
    isIdempotent && 'IDEMPOTENCY_KEY_REUSED',
    isIdempotent && 'IDEMPOTENCY_KEY_IN_USE',
    'CROSS_SITE_REQUEST',
    'TOO_MANY_REQUESTS',
    'FAULT',
    'SERVICE_UNAVAILABLE',
  ]
  return new Set(codes.filter((code) => typeof code === 'string'))
}
