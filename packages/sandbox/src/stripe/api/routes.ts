import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createIdempotencyStore, type IdempotencyStore } from '../../payments/idempotency.ts'
import {
  type ApiRequest,
  type ApiResponse,
  InjectedFault,
  serveEmulatedApi,
} from '../../platform/emulated-api.ts'
import { readFault } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Account } from '../account/account.ts'
import { noRequest } from '../account/events.ts'
import { API_VERSION, PUBLISHABLE_KEY, SECRET_KEY } from '../model/constants.ts'
import { invalidRequest, StripeError } from '../model/errors.ts'
import { type Params, parseForm, toList } from '../model/form.ts'
import { chargeOperations } from './charges.ts'
import { customerOperations } from './customers.ts'
import { domainOperations } from './domains.ts'
import { expand } from './expand.ts'
import { rejectUnknownParams } from './known-params.ts'
import type { Operation } from './operation.ts'
import { intentOperations } from './payment-intents.ts'
import { refundOperations } from './refunds.ts'

const MAX_KEY_LENGTH = 255

/** Serves Stripe's API at the host root: every operation under `/v1`, with form bodies and Stripe's error format. */
export function apiRoutes(app: FastifyInstance, account: Account): void {
  const keys: Keys = { saved: createIdempotencyStore(account.context.now), inUse: new Set() }
  serveEmulatedApi<Operation>(app, account.context, {
    provider: 'stripe',
    prefix: '/v1',
    operations: [
      ...[...intentOperations, ...refundOperations, ...chargeOperations],
      ...[...customerOperations, ...domainOperations],
    ],
    handle: (operation, request, reply) => handle(account, keys, operation, request, reply),
    errorResponse,
    injectFailure: (request, reply, hasRun) => saveFailure(keys, request, reply, hasRun),
    holdRequest: (request) => holdKey(keys, request),
    notFound: ({ method, url }) =>
      new StripeError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: ${url.split('?')[0]}).`,
      }),
    setUp(api) {
      api.addHook('onRequest', async (request, reply) => setCommonHeaders(request, reply))
      // The sandbox's card form asks for declines as 200, so the browser console stays clean.
      api.addHook('onSend', async (request, reply) => {
        if (request.headers['sandbox-status'] === 'hidden') reply.code(200)
      })
      api.options('/*', (_request, reply) => reply.code(204).send())
    },
  })
}

/** CORS is open to any origin, as at the real API. */
function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'request-id': newId('req_', 14),
    'stripe-version': request.headers['stripe-version'] ?? API_VERSION,
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, stripe-version',
    'access-control-expose-headers': 'Request-Id',
    'cache-control': 'no-store',
  })
  const key = request.headers['idempotency-key']
  if (key) reply.header('idempotency-key', key)
}

interface Keys {
  saved: IdempotencyStore
  /** Keys whose requests have no response yet. */
  inUse: Set<string>
}

function handle(
  account: Account,
  keys: Keys,
  operation: Operation,
  request: ApiRequest,
  reply: FastifyReply,
): ApiResponse {
  const params = readParams(operation, request)
  const isBuyer = authenticate(operation, request, params)
  rejectUnknownVersion(request)
  rejectUnknownParams(operation.name, params)

  const key = readIdempotencyKey(request)
  const stored = key && findStored(keys, key, toFingerprint(request))
  if (stored) {
    reply.header('idempotent-replayed', 'true')
    if (stored.status >= 500) reply.header('stripe-should-retry', 'false')
    return stored
  }
  const { isStored, ...response } = execute(() => {
    const requestId = String(reply.getHeader('request-id'))
    const cause = { ...noRequest, requestId, idempotencyKey: key ?? null }
    const object = operation.run({ account, params, isBuyer, cause, id: request.params.id ?? '' })
    return expand(account, object, toList(params.expand))
  })
  if (key && isStored) keys.saved.put(key, toFingerprint(request), response)
  return response
}

function readIdempotencyKey({ method, headers }: ApiRequest): string | undefined {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' ? key : undefined
}

function toFingerprint({ url, body }: ApiRequest): string {
  return `${url} ${body ?? ''}`
}

/** @throws StripeError  when the key is too long, in use, or belongs to another request */
function findStored(keys: Keys, key: string, fingerprint: string): ApiResponse | undefined {
  if (key.length > MAX_KEY_LENGTH) {
    throw invalidRequest(`Idempotency keys can have up to ${MAX_KEY_LENGTH} characters.`)
  }
  if (keys.inUse.has(key)) {
    throw new StripeError(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotency-Key: ${key}.`,
    })
  }
  const stored = keys.saved.find(key, fingerprint)
  if (stored !== 'mismatch') return stored
  throw new StripeError(400, {
    type: 'idempotency_error',
    message: `The idempotency key '${key}' was used before with other parameters. Use a new key for a new request.`,
  })
}

/**
 * Stripe saves a 500 for the idempotency key, too, and replays it to whoever repeats the request. The SDK expects to be
 * asked not to retry then.
 */
function saveFailure(keys: Keys, request: ApiRequest, reply: FastifyReply, hasRun: boolean): ApiResponse {
  const failure = errorResponse(new InjectedFault(500))
  const key = readIdempotencyKey(request)
  if (!key || reply.hasHeader('idempotent-replayed')) return failure
  if (!hasRun && keys.saved.find(key, toFingerprint(request)) !== undefined) return failure
  keys.saved.put(key, toFingerprint(request), failure)
  reply.header('stripe-should-retry', 'false')
  return failure
}

/** A request without a response keeps its key in use until the client gives up. */
function holdKey(keys: Keys, request: ApiRequest): void {
  const key = readIdempotencyKey(request)
  if (!key) return
  keys.inUse.add(key)
  request.raw.socket.once('close', () => keys.inUse.delete(key))
}

/** @throws StripeError  for an API version unknown to this emulator */
function rejectUnknownVersion({ headers }: ApiRequest): void {
  const version = headers['stripe-version']
  if (version === undefined || version === API_VERSION) return
  throw invalidRequest(`Invalid Stripe API version: ${version}`)
}

/** Runs an operation. Its response is stored for the idempotency key, unless the parameters were rejected. */
function execute(run: () => unknown): ApiResponse & { isStored: boolean } {
  try {
    return { status: 200, body: JSON.stringify(run()), isStored: true }
  } catch (error) {
    return { ...errorResponse(error), isStored: error instanceof StripeError && error.hasExecuted }
  }
}

function readParams(operation: Operation, request: ApiRequest): Params {
  const query = request.url.split('?').slice(1).join('?')
  const form = operation.method === 'POST' && typeof request.body === 'string' ? request.body : ''
  try {
    return parseForm([query, form].filter(Boolean).join('&'))
  } catch {
    throw invalidRequest('The form is not properly encoded.')
  }
}

/** @returns true for the publishable key. @throws StripeError  401 for an unknown key, 403 for insufficient rights */
function authenticate(operation: Operation, request: ApiRequest, params: Params): boolean {
  const key =
    readApiKey(request.headers.authorization) ?? (typeof params.key === 'string' ? params.key : undefined)
  delete params.key
  if (key === SECRET_KEY) return false
  if (key !== PUBLISHABLE_KEY) throw unknownKey(key)
  if (operation.allowsBuyer) return true
  throw new StripeError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This call needs the secret key, not the publishable one.',
  })
}

function readApiKey(authorization: string | undefined): string | undefined {
  const [scheme, value] = authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() !== 'basic' || !value) return undefined
  return Buffer.from(value, 'base64').toString().split(':')[0]
}

function unknownKey(key: string | undefined): StripeError {
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : 'You did not provide an API key in the Authorization header (Bearer).'
  return new StripeError(401, { type: 'invalid_request_error', message })
}

function errorResponse(error: unknown): ApiResponse {
  if (error instanceof StripeError) {
    return { status: error.status, body: JSON.stringify({ error: error.body }) }
  }
  const { statusCode = 500, message } = readFault(error)
  if (error instanceof InjectedFault && statusCode === 429) {
    return errorResponse(new StripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message }))
  }
  if (statusCode < 500) return errorResponse(invalidRequest(message))
  return errorResponse(
    new StripeError(500, {
      type: 'api_error',
      message: `Something went wrong on Stripe's side (${message}).`,
    }),
  )
}
