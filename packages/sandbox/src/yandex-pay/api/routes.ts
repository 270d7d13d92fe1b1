import type { FastifyInstance } from 'fastify'
import { type ApiRequest, type ApiResponse, serveEmulatedApi } from '../../platform/emulated-api.ts'
import type { Merchant } from '../merchant/merchant.ts'
import { badFormat, errorResponse, YandexPayError } from '../model/errors.ts'
import { API_KEY } from '../model/records.ts'
import { type OrderCall, orderCalls } from './orders.ts'

/** Serves Yandex Pay's merchant API under `/api/merchant`, and the public keys of its webhooks. */
export function apiRoutes(app: FastifyInstance, merchant: Merchant): void {
  const { context } = merchant
  serveEmulatedApi(app, context, {
    provider: 'yandex-pay',
    prefix: '/api/merchant',
    operations: orderCalls,
    handle: (operation, request) => handle(merchant, operation, request),
    errorResponse,
    notFound: ({ method, url }) =>
      new YandexPayError(404, 'NOT_FOUND', `Not found: ${method} ${url.split('?')[0]}`),
  })
  serveEmulatedApi(app, context, {
    provider: 'yandex-pay',
    prefix: '/api',
    operations: [{ name: 'jwks', method: 'GET', path: '/jwks' }],
    handle() {
      const jwks = merchant.keys.jwks()
      context.stateChanged()
      return { status: 200, body: JSON.stringify(jwks) }
    },
    errorResponse,
  })
}

/** A POST with a known `X-Request-Id` and the same body returns the stored response. */
function handle(merchant: Merchant, { run }: OrderCall, request: ApiRequest): ApiResponse {
  const { authorization, 'x-request-id': header } = request.headers
  if (authorization !== `Api-Key ${API_KEY}`) {
    throw new YandexPayError(401, 'AUTHENTICATION_ERROR', 'The API key is unknown')
  }
  const key = request.method === 'POST' && typeof header === 'string' ? header : undefined
  const fingerprint = `${request.url} ${request.body ?? ''}`
  const stored = key === undefined ? undefined : merchant.idempotency.find(key, fingerprint)
  if (stored && stored !== 'mismatch') return stored
  const data = run({ merchant, id: request.params.id ?? '', body: parseBody(request) })
  const response = { status: 200, body: JSON.stringify({ code: 200, status: 'success', data }) }
  if (key !== undefined) merchant.idempotency.put(key, fingerprint, response)
  return response
}

/** @throws YandexPayError  for malformed JSON */
function parseBody({ method, body }: ApiRequest): unknown {
  if (method === 'GET' || !body) return {}
  try {
    return JSON.parse(String(body))
  } catch {
    throw badFormat('The body is not JSON')
  }
}
