import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, answerThrough } from '../../platform/emulated-api.ts'
import type { Merchant } from '../merchant/merchant.ts'
import { API_KEY } from '../model/constants.ts'
import { answerFailure, invalid, YandexPayFailure } from '../model/errors.ts'
import { calls } from './orders.ts'

type ApiRequest = FastifyRequest<{ Params: { id?: string } }>

/** Yandex Pay's API for merchants under `/api/merchant`, and the keys its webhooks are verified by. */
export function apiRoutes(app: FastifyInstance, merchant: Merchant): void {
  app.register(
    async (api) => {
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      api.setNotFoundHandler((request, reply) => send(reply, answerFailure(lost(request))))
      api.setErrorHandler((error, _request, reply) => send(reply, answerFailure(error)))
      for (const { name, method, path, run } of calls) {
        api.route<{ Params: { id?: string } }>({
          method,
          url: path,
          handler: (request, reply) =>
            handle(merchant, name, { request, reply }, () =>
              answerOnce(merchant, request, (body) => run({ merchant, id: request.params.id ?? '', body })),
            ),
        })
      }
    },
    { prefix: '/api/merchant' },
  )
  app.get('/api/jwks', (request, reply) =>
    handle(merchant, 'jwks', { request, reply }, () => {
      const { keys } = merchant.keys.published()
      merchant.place.changed()
      return { status: 200, body: JSON.stringify({ keys }) }
    }),
  )
}

function handle(
  { place }: Merchant,
  operation: string,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  work: () => Answer,
) {
  const answer = answerThrough(place.faults.take('yandex-pay', operation), exchange, work, (status) =>
    answerFailure(
      new YandexPayFailure(
        status,
        status === 429 ? 'TOO_MANY_REQUESTS' : 'INTERNAL_SERVER_ERROR',
        'Ordered by the control API',
      ),
    ),
  )
  if (answer) return send(exchange.reply, answer)
}

/** A write repeated under the same `X-Request-Id` is answered as before. */
function answerOnce(merchant: Merchant, request: ApiRequest, run: (body: unknown) => unknown): Answer {
  try {
    authenticate(request)
    const header = request.method === 'POST' ? request.headers['x-request-id'] : undefined
    const key = typeof header === 'string' ? header : undefined
    const what = `${request.url} ${request.body ?? ''}`
    const before = key === undefined ? undefined : merchant.replays.find(key, what)
    if (before && before !== 'another') return before
    const data = run(bodyOf(request))
    const answer = { status: 200, body: JSON.stringify({ code: 200, status: 'success', data }) }
    if (key !== undefined) merchant.replays.keep(key, what, answer)
    return answer
  } catch (error) {
    return answerFailure(error)
  }
}

function authenticate({ headers }: ApiRequest): void {
  if (headers.authorization === `Api-Key ${API_KEY}`) return
  throw new YandexPayFailure(401, 'AUTHENTICATION_ERROR', 'The API key is unknown')
}

/** @throws YandexPayFailure */
function bodyOf({ method, body }: ApiRequest): unknown {
  if (method === 'GET' || !body) return {}
  try {
    return JSON.parse(String(body))
  } catch {
    throw invalid('The body is not JSON')
  }
}

function lost({ method, url }: FastifyRequest): YandexPayFailure {
  return new YandexPayFailure(404, 'NOT_FOUND', `Nothing lives at ${method} ${url.split('?')[0]}`)
}

function send(reply: FastifyReply, { status, body }: Answer) {
  return reply.code(status).type('application/json').send(body)
}
