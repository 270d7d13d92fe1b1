import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type CachedResponse, writeCachedResponse } from '../../platform/http/cached-response.ts'
import type { AnswerFirst } from '../../platform/http/http-server.ts'

export type CachedPage = {
  /** The pattern of the route that rendered it, for metrics. */
  route: string
  response: CachedResponse
}
/** What rendering a public page gives. A redirect is a value, so that every concurrent request receives it. */
export type PageResult = CachedPage | { redirect: string }

/** Public pages as compressed responses. Callers build the key from the canonical address and the vary key. */
export type PageCache = {
  get(key: string): CachedPage | undefined
  /** Renders once for concurrent requests with the same key, and stores pages with status 200. */
  getOrRender(key: string, render: () => Promise<PageResult>): Promise<PageResult>
  /** Also keeps renderings under way out of the cache, since they read the old content. */
  clear(): void
}

const maxPages = 2000
const maxBytes = 128 * 1024 * 1024

export function createPageCache(): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ response }) => response.plain.body.length + response.brotli.body.length,
  })
  const rendering = new Map<string, Promise<PageResult>>()

  async function renderAndStore(key: string, render: () => Promise<PageResult>): Promise<PageResult> {
    const pending = render()
    rendering.set(key, pending)
    try {
      const page = await pending
      const isCurrent = rendering.get(key) === pending
      if (isCurrent && !('redirect' in page) && page.response.status === 200) pages.set(key, page)
      return page
    } finally {
      if (rendering.get(key) === pending) rendering.delete(key)
    }
  }

  return {
    get: (key) => pages.get(key),
    getOrRender: async (key, render) => pages.get(key) ?? rendering.get(key) ?? renderAndStore(key, render),
    clear() {
      pages.clear()
      rendering.clear()
    },
  }
}

type AnswerOptions = {
  find(request: IncomingMessage): CachedPage | undefined
  /** Reports requests that no Fastify hook sees. */
  observe?: ((labels: { method: 'GET'; route: string; status: number }, seconds: number) => void) | undefined
}

/** Answers from the page cache before Fastify creates a request, runs hooks or matches a route (ADR 27). */
export function answerFromCache({ find, observe }: AnswerOptions): AnswerFirst {
  return (request, response) => {
    const startedAt = observe ? performance.now() : 0
    const page = request.method === 'GET' ? find(request) : undefined
    if (!page) return false
    writeCachedResponse(request, response, page.response)
    observe?.(
      { method: 'GET', route: page.route, status: response.statusCode },
      (performance.now() - startedAt) / 1000,
    )
    return true
  }
}
