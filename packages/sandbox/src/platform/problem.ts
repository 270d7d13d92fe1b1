import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'

/** A refusal of the sandbox's own API (never of a provider's: those speak their own language). */
export class Problem extends Error {
  readonly status: number
  readonly errors: { field: string; message: string }[] | undefined

  constructor(status: number, title: string, errors?: { field: string; message: string }[]) {
    super(title)
    this.status = status
    this.errors = errors
  }
}

/** Reads untrusted input; what does not fit becomes a 400 that names every field. */
export function read<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const errors = result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
  throw new Problem(400, 'The request does not fit', errors)
}

export function answerProblems(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    send(reply, new Problem(404, `Nothing lives at ${request.method} ${request.url.split('?')[0]}`)),
  )
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Problem) return send(reply, error)
    const status = error.statusCode ?? 500
    if (status >= 500) console.error(error)
    return send(reply, new Problem(status, status >= 500 ? 'The sandbox itself failed' : error.message))
  })
}

function send(reply: FastifyReply, problem: Problem) {
  const { status, message: title, errors } = problem
  return reply
    .code(status)
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title, status, errors }))
}
