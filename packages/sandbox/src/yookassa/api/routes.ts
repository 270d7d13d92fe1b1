import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, answerThrough } from '../../platform/emulated-api.ts'
import { SECRET_KEY, SHOP_ID } from '../model/constants.ts'
import { answerFailure, invalid, YooKassaFailure } from '../model/errors.ts'
import type { Shop } from '../shop/shop.ts'
import { type Operation, operations } from './operations.ts'

type ApiRequest = FastifyRequest<{ Params: { id?: string }; Querystring: Record<string, string | undefined> }>

const LONGEST_KEY = 64
const CREDENTIALS = `Basic ${Buffer.from(`${SHOP_ID}:${SECRET_KEY}`).toString('base64')}`

/** YooKassa's API: every operation under `/v3`, in JSON and in YooKassa's own error language. */
export function apiRoutes(app: FastifyInstance, shop: Shop): void {
  app.register(
    async (api) => {
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      api.setNotFoundHandler((request, reply) => send(reply, answerFailure(lost(request))))
      api.setErrorHandler((error, _request, reply) => send(reply, answerFailure(error)))
      for (const operation of operations) {
        api.route<{ Params: { id?: string }; Querystring: Record<string, string | undefined> }>({
          method: operation.method,
          url: operation.path,
          handler: (request, reply) => handle(shop, operation, request, reply),
        })
      }
    },
    { prefix: '/v3' },
  )
}

function handle(shop: Shop, operation: Operation, request: ApiRequest, reply: FastifyReply) {
  const answer = answerThrough(
    shop.place.faults.take('yookassa', operation.name),
    { request, reply },
    () => answerOnce(shop, operation, request),
    (status) => answerFailure(new YooKassaFailure(status, 'Ordered by the control API')),
  )
  if (answer) return send(reply, answer)
}

function answerOnce(shop: Shop, operation: Operation, request: ApiRequest): Answer {
  try {
    authenticate(request)
    const key = operation.method === 'POST' ? keyOf(request) : undefined
    const what = `${request.url} ${request.body ?? ''}`
    const before = key && shop.replays.find(key, what)
    if (before === 'another') throw invalid('Idempotence key duplicated', 'Idempotence-Key')
    if (before) return before
    const { params, query } = request
    const document = operation.run({ shop, id: params.id ?? '', query, body: bodyOf(operation, request) })
    const answer = { status: 200, body: JSON.stringify(document) }
    if (key) shop.replays.keep(key, what, answer)
    return answer
  } catch (error) {
    return answerFailure(error)
  }
}

function authenticate({ headers: { authorization } }: ApiRequest): void {
  if (authorization === CREDENTIALS) return
  throw new YooKassaFailure(401, 'Basic authentication failed: unknown shopId or secret key', 'Authorization')
}

/** @throws YooKassaFailure */
function keyOf({ headers }: ApiRequest): string {
  const key = headers['idempotence-key']
  if (typeof key !== 'string' || key === '') {
    throw invalid('Idempotence key is not provided', 'Idempotence-Key')
  }
  if (key.length > LONGEST_KEY) {
    throw invalid(`Idempotence key is longer than ${LONGEST_KEY} characters`, 'Idempotence-Key')
  }
  return key
}

/** @throws YooKassaFailure  415 for what does not call itself JSON, 400 for what is none */
function bodyOf(operation: Operation, request: ApiRequest): unknown {
  if (operation.method === 'GET') return undefined
  if (!request.body) return {}
  if (!request.headers['content-type']?.startsWith('application/json')) throw new YooKassaFailure(415, '')
  try {
    return JSON.parse(String(request.body))
  } catch {
    throw invalid('The body is not JSON')
  }
}

/** A known address asked in a wrong way is another thing than an unknown one. */
function lost({ method, url }: FastifyRequest): YooKassaFailure {
  const path = url.split('?')[0] ?? ''
  const isKnown = operations.some((operation) => {
    const pattern = operation.path.replace(':id', '[^/]+')
    return new RegExp(`^/v3${pattern}$`).test(path)
  })
  return isKnown
    ? new YooKassaFailure(405, '')
    : new YooKassaFailure(404, `Nothing lives at ${method} ${path}`)
}

function send(reply: FastifyReply, { status, body }: Answer) {
  return reply.code(status).type('application/json; charset=UTF-8').send(body)
}
