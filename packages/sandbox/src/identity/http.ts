import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerThrough } from '../platform/emulated-api.ts'
import type { Faults } from '../platform/faults.ts'

/** What a provider sees of a request. Forms are read as OAuth writes them, whatever content type they claim. */
export interface Call {
  query: URLSearchParams
  form: URLSearchParams
  authorization: string | undefined
  acceptLanguage: string | undefined
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** One address of a provider. */
export interface Operation {
  /** What a fault may name after the provider: `token` in `google:token`. */
  name: string
  method: 'GET' | 'POST'
  path: string
  run(call: Call): Answer
}

/** A provider says no in its own language. */
export class Refused extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(answer.body)
    this.answer = answer
  }
}

/** For companies that take parameters from the form and the query alike. */
export function parameterOf({ form, query }: Call, name: string): string | null {
  return form.get(name) ?? query.get(name)
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  }
}

/** The refusal of RFC 6749: what most providers answer with. */
export function refusal(status: number, error: string, description?: string): Refused {
  return new Refused(json({ error, error_description: description }, status))
}

export function redirect(location: string): Answer {
  return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: '' }
}

/** Serves a provider's operations under its prefix, with the faults that the control API ordered. */
export function serveOperations(
  app: FastifyInstance,
  { name, prefix, operations }: { name: string; prefix: string; operations: Operation[] },
  faults: Faults,
): void {
  app.register(
    async (api) => {
      api.removeAllContentTypeParsers()
      api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      for (const { method, path, ...operation } of operations) {
        api.route({ method, url: path, handler: (request, reply) => handle(request, reply, operation) })
      }
    },
    { prefix },
  )

  function handle(request: FastifyRequest, reply: FastifyReply, operation: Pick<Operation, 'name' | 'run'>) {
    const answer = answerThrough(
      faults.take(name, operation.name),
      { request, reply },
      () => answerTo(callOf(request), operation.run),
      (status) => refusal(status, 'temporarily_unavailable', 'ordered by the control API').answer,
    )
    return answer && reply.code(answer.status).headers(answer.headers).send(answer.body)
  }
}

function callOf({ url, body, headers }: FastifyRequest): Call {
  const question = url.indexOf('?')
  return {
    query: new URLSearchParams(question === -1 ? '' : url.slice(question + 1)),
    form: new URLSearchParams(typeof body === 'string' ? body : ''),
    authorization: headers.authorization,
    acceptLanguage: headers['accept-language'],
  }
}

function answerTo(call: Call, run: Operation['run']): Answer {
  try {
    return run(call)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}
