import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { returnTrace } from '../../tracing/request-traces.ts'
import type { Tracer } from '../../tracing/tracer.ts'
import type { AnswerFirst } from '../http-server.ts'
import { type CachedResponse, writeCachedResponse } from './cached-response.ts'

export type CachedAnswer = {
  /** Route pattern, used by metrics. */
  route: string
  response: CachedResponse
}
/** A route's result. A redirect is a value, so that every concurrent request receives it. */
export type MadeAnswer = CachedAnswer | { redirect: string }

/** Public pages and content data as compressed responses. */
export type ResponseCache = {
  get(key: string): CachedAnswer | undefined
  /** Makes the response once for concurrent requests with the same key, and stores it if its status is 200. */
  getOrMake<Made extends MadeAnswer>(key: string, make: () => Promise<Made>): Promise<Made>
  /** Also discards responses in flight, since they use the old content. */
  clear(): void
}

const maxResponses = 2000
const maxBytes = 128 * 1024 * 1024

export function createResponseCache(): ResponseCache {
  const answers = new LRUCache<string, CachedAnswer>({
    max: maxResponses,
    maxSize: maxBytes,
    sizeCalculation: ({ response }) => response.plain.body.length + response.brotli.body.length,
  })
  const underWay = new Map<string, Promise<MadeAnswer>>()

  async function makeAndStore(key: string, make: () => Promise<MadeAnswer>): Promise<MadeAnswer> {
    const pending = make()
    underWay.set(key, pending)
    try {
      const answer = await pending
      const isCurrent = underWay.get(key) === pending
      if (isCurrent && !('redirect' in answer) && answer.response.status === 200) answers.set(key, answer)
      return answer
    } finally {
      if (underWay.get(key) === pending) underWay.delete(key)
    }
  }

  return {
    get: (key) => answers.get(key),
    async getOrMake<Made extends MadeAnswer>(key: string, make: () => Promise<Made>) {
      const answer = answers.get(key) ?? (await (underWay.get(key) ?? makeAndStore(key, make)))
      // One route makes all responses for a key.
      return answer as Made
    },
    clear() {
      answers.clear()
      underWay.clear()
    },
  }
}

type AnswerOptions = {
  find(request: IncomingMessage): CachedAnswer | undefined
  tracer: Tracer
  /** Reports requests that no Fastify hook sees. */
  observe?: ((labels: { method: 'GET'; route: string; status: number }, seconds: number) => void) | undefined
}

/** Responds from the cache before Fastify creates a request, runs hooks or matches a route (ADR 27). */
export function answerFromCache({ find, tracer, observe }: AnswerOptions): AnswerFirst {
  return (request, response) => {
    const startedAt = observe ? performance.now() : 0
    const answer = request.method === 'GET' ? find(request) : undefined
    if (!answer) return false
    returnTrace(tracer, request, response)
    writeCachedResponse(request, response, answer.response)
    observe?.(
      { method: 'GET', route: answer.route, status: response.statusCode },
      (performance.now() - startedAt) / 1000,
    )
    return true
  }
}
