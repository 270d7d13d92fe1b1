import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FaultKind } from './faults.ts'

export interface Answer {
  status: number
  body: string
}

/**
 * Lets an ordered fault have its way with a request.
 * @param work  does what was asked, and never throws
 * @param fail  a failure in the provider's own language
 * @returns undefined when the caller shall hear nothing at all
 */
export function answerThrough<A extends Answer>(
  fault: FaultKind | undefined,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: () => A,
  fail: (status: 500 | 429) => A,
): A | undefined {
  switch (fault) {
    case 'reset':
      reply.hijack()
      request.raw.socket.destroy()
      return undefined
    case 'timeout':
      reply.hijack()
      return undefined
    case 'timeout-after-commit':
      work()
      reply.hijack()
      return undefined
    case '500-after-commit':
      work()
      return fail(500)
    case '500':
      return fail(500)
    case '429':
      return fail(429)
    default:
      return work()
  }
}
