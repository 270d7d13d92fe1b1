import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asUsual } from '../../payments/emulator.ts'
import { createReplays, type Replays } from '../../payments/idempotency.ts'
import { type Answer, answerThrough } from '../../platform/emulated-api.ts'
import { newId } from '../../platform/ids.ts'
import type { Account } from '../account/account.ts'
import { API_VERSION, PUBLISHABLE_KEY, SECRET_KEY } from '../model/constants.ts'
import { invalid, StripeFailure } from '../model/errors.ts'
import { listOf, type Params, parseForm } from '../model/form.ts'
import { expand } from './expand.ts'
import { refuseUnknown } from './known-params.ts'
import { type Operation, operations } from './operations.ts'

const LONGEST_KEY = 255

type ApiRequest = FastifyRequest<{ Params: { id?: string } }>

/** Stripe's API at the host root: every operation under `/v1`, in forms and in Stripe's own error language. */
export function apiRoutes(app: FastifyInstance, account: Account): void {
  const replays = createReplays(account.place.now)
  app.register(
    async (api) => {
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      api.addHook('onRequest', async (request, reply) => introduce(request, reply))
      api.options('/*', (_request, reply) => reply.code(204).send())
      api.setNotFoundHandler((request, reply) => send(reply, answerFailure(unrecognized(request))))
      api.setErrorHandler((error, _request, reply) => send(reply, answerFailure(error)))
      for (const operation of operations) {
        api.route<{ Params: { id?: string } }>({
          method: operation.method,
          url: operation.path,
          handler: (request, reply) => handle({ account, replays }, operation, request, reply),
        })
      }
    },
    { prefix: '/v1' },
  )
}

/** Headers of every answer. The buyer's browser may come from any page, as with the real API. */
function introduce(request: FastifyRequest, reply: FastifyReply): void {
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

function handle(
  { account, replays }: { account: Account; replays: Replays },
  operation: Operation,
  request: ApiRequest,
  reply: FastifyReply,
) {
  const answer = answerThrough(
    account.place.faults.take('stripe', operation.name),
    { request, reply },
    () => shown(answerOnce(account, replays, operation, request, reply), request),
    (status) => shown(answerFailure(ordered(status)), request),
  )
  if (answer) return send(reply, answer)
}

function ordered(status: 500 | 429): Error {
  const message = 'ordered by the control API'
  if (status === 500) return new Error(message)
  return new StripeFailure(429, { type: 'invalid_request_error', code: 'rate_limit', message })
}

/** Our own card form asks for refusals without their status, so that the buyer's console stays clean. */
function shown(answer: Answer, request: ApiRequest): Answer {
  return request.headers['sandbox-status'] === 'hidden' ? { ...answer, status: 200 } : answer
}

function answerOnce(
  account: Account,
  replays: Replays,
  operation: Operation,
  request: ApiRequest,
  reply: FastifyReply,
): Answer {
  try {
    const params = paramsOf(operation, request)
    const isBuyer = authenticate(operation, request, params)
    refuseUnknown(operation.name, params)

    const header = operation.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const key = typeof header === 'string' ? header : undefined
    const what = `${request.url} ${JSON.stringify(params)}`
    const before = key && findReplay(replays, key, what)
    if (before) {
      reply.header('idempotent-replayed', 'true')
      return before
    }
    const answer = execute(() => {
      const cause = {
        requestId: String(reply.getHeader('request-id')),
        idempotencyKey: key ?? null,
        telling: asUsual,
      }
      const object = operation.run({ account, params, isBuyer, cause, id: request.params.id ?? '' })
      return expand(account, object, listOf(params.expand))
    })
    if (key && answer.isKept) replays.keep(key, what, answer)
    return answer
  } catch (error) {
    return answerFailure(error)
  }
}

/** @throws StripeFailure  when the key is too long, or was used for another request */
function findReplay(replays: Replays, key: string, what: string): Answer | undefined {
  if (key.length > LONGEST_KEY) throw invalid(`Idempotency keys can have up to ${LONGEST_KEY} characters.`)
  const before = replays.find(key, what)
  if (before !== 'another') return before
  throw new StripeFailure(400, {
    type: 'idempotency_error',
    message: `The idempotency key '${key}' was used before with other parameters. Use a new key for a new request.`,
  })
}

/** Runs an operation; a refusal by the bank is an answer to keep, a refusal of the parameters is not. */
function execute(run: () => unknown): Answer & { isKept: boolean } {
  try {
    return { status: 200, body: JSON.stringify(run()), isKept: true }
  } catch (error) {
    return { ...answerFailure(error), isKept: error instanceof StripeFailure && error.hasExecuted }
  }
}

function paramsOf(operation: Operation, request: ApiRequest): Params {
  const query = request.url.indexOf('?')
  const inQuery = query === -1 ? '' : request.url.slice(query + 1)
  const inBody = operation.method === 'POST' && typeof request.body === 'string' ? request.body : ''
  try {
    return parseForm(inQuery && inBody ? `${inQuery}&${inBody}` : inQuery + inBody)
  } catch {
    throw invalid('The form is not properly encoded.')
  }
}

/** @returns whether a buyer is asking. @throws StripeFailure  401 for a strange key, 403 for a buyer's key */
function authenticate(operation: Operation, request: ApiRequest, params: Params): boolean {
  const key =
    keyOf(request.headers.authorization) ?? (typeof params.key === 'string' ? params.key : undefined)
  delete params.key
  if (key === SECRET_KEY) return false
  if (key !== PUBLISHABLE_KEY) throw strangeKey(key)
  if (operation.allowsBuyer) return true
  throw new StripeFailure(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This call needs the secret key, not the publishable one.',
  })
}

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme, value] = authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() !== 'basic' || !value) return undefined
  return Buffer.from(value, 'base64').toString().split(':')[0]
}

function strangeKey(key: string | undefined): StripeFailure {
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : 'You did not provide an API key in the Authorization header (Bearer).'
  return new StripeFailure(401, { type: 'invalid_request_error', message })
}

function unrecognized(request: FastifyRequest): StripeFailure {
  const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`
  return new StripeFailure(404, { type: 'invalid_request_error', message })
}

function answerFailure(error: unknown): Answer {
  if (error instanceof StripeFailure)
    return { status: error.status, body: JSON.stringify({ error: error.body }) }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status < 500) return answerFailure(invalid((error as Error).message))
  const message = `Something went wrong on Stripe's side (${(error as Error).message}).`
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message } }) }
}

function send(reply: FastifyReply, { status, body }: Answer) {
  return reply.code(status).type('application/json').send(body)
}
