import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ApiRequest, type ApiResponse, serveEmulatedApi } from '../../platform/emulated-api.ts'
import { errorResponse, invalidRequest, YooKassaError } from '../model/errors.ts'
import { SECRET_KEY, SHOP_ID } from '../model/records.ts'
import type { Shop } from '../shop/shop.ts'
import type { Operation } from './operation.ts'
import { paymentOperations } from './payments.ts'
import { receiptOperations } from './receipts.ts'
import { refundOperations } from './refunds.ts'

const MAX_KEY_LENGTH = 64
const CREDENTIALS = `Basic ${Buffer.from(`${SHOP_ID}:${SECRET_KEY}`).toString('base64')}`

const operations: Operation[] = [...paymentOperations, ...refundOperations, ...receiptOperations]

/** Serves YooKassa's API: every operation under `/v3`, with JSON bodies and YooKassa's error format. */
export function apiRoutes(app: FastifyInstance, shop: Shop): void {
  serveEmulatedApi(app, shop.context, {
    provider: 'yookassa',
    prefix: '/v3',
    contentType: 'application/json; charset=UTF-8',
    operations,
    handle: (operation, request) => handle(shop, operation, request),
    errorResponse,
    notFound: unknownRoute,
  })
}

function handle(shop: Shop, operation: Operation, request: ApiRequest): ApiResponse {
  authenticate(request)
  const key = operation.method === 'POST' ? readIdempotenceKey(request) : undefined
  const fingerprint = `${request.url} ${request.body ?? ''}`
  const stored = key && shop.idempotency.find(key, fingerprint)
  if (stored === 'mismatch') throw invalidRequest('Idempotence key duplicated', 'Idempotence-Key')
  if (stored) return stored
  const { params, query } = request
  const object = operation.run({ shop, id: params.id ?? '', query, body: parseBody(operation, request) })
  const response = { status: 200, body: JSON.stringify(object) }
  if (key) shop.idempotency.put(key, fingerprint, response)
  return response
}

function authenticate({ headers: { authorization } }: ApiRequest): void {
  if (authorization === CREDENTIALS) return
  throw new YooKassaError(401, 'Basic authentication failed: unknown shopId or secret key', 'Authorization')
}

/** @throws YooKassaError  when the key is missing or too long */
function readIdempotenceKey({ headers }: ApiRequest): string {
  const key = headers['idempotence-key']
  if (typeof key !== 'string' || key === '') {
    throw invalidRequest('Idempotence key is not provided', 'Idempotence-Key')
  }
  if (key.length > MAX_KEY_LENGTH) {
    throw invalidRequest(`Idempotence key is longer than ${MAX_KEY_LENGTH} characters`, 'Idempotence-Key')
  }
  return key
}

/** @throws YooKassaError  415 for another content type, 400 for malformed JSON */
function parseBody(operation: Operation, request: ApiRequest): unknown {
  if (operation.method === 'GET') return undefined
  if (!request.body) return {}
  if (!request.headers['content-type']?.startsWith('application/json')) throw new YooKassaError(415, '')
  try {
    return JSON.parse(String(request.body))
  } catch {
    throw invalidRequest('The body is not JSON')
  }
}

/** 405 for a known path with another method, else 404. */
function unknownRoute({ method, url }: FastifyRequest): YooKassaError {
  const path = url.split('?')[0] ?? ''
  const isKnown = operations.some((operation) => {
    const pattern = operation.path.replace(':id', '[^/]+')
    return new RegExp(`^/v3${pattern}$`).test(path)
  })
  return isKnown ? new YooKassaError(405, '') : new YooKassaError(404, `Not found: ${method} ${path}`)
}
