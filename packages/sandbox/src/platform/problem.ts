import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'

interface FieldError {
  field: string
  message: string
}

/** An RFC 9457 error of the sandbox's own routes. Emulated APIs report errors in the provider's format. */
export class Problem extends Error {
  readonly status: number
  readonly errors: FieldError[] | undefined

  constructor(status: number, title: string, errors?: FieldError[]) {
    super(title)
    this.status = status
    this.errors = errors
  }
}

/** An operation rejected by an emulated provider. The sandbox's own routes report it as 409 with its message. */
export class ProviderError extends Error {}

/** Validates untrusted input. @throws Problem  400 with every wrong field */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const errors = result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
  throw new Problem(400, 'The request is invalid', errors)
}

export function installProblemHandlers(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    send(reply, new Problem(404, `Not found: ${request.method} ${request.url.split('?')[0]}`)),
  )
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Problem) return send(reply, error)
    if (error instanceof ProviderError) return send(reply, new Problem(409, error.message))
    const status = error.statusCode ?? 500
    if (status >= 500) console.error(error)
    return send(reply, new Problem(status, status >= 500 ? 'Internal error of the sandbox' : error.message))
  })
}

function send(reply: FastifyReply, { status, message: title, errors }: Problem) {
  return reply
    .code(status)
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title, status, errors }))
}
