import type { RenderedPage } from '@playhub/contract'
import { type CachedResponse, createCachedResponse } from '../platform/http/cached-response.ts'

export type PageCache = {
  get(key: string): CachedResponse | undefined
  /** Renders at most once at a time for one key. */
  fill(key: string, render: () => Promise<RenderedPage>): Promise<CachedResponse>
  clear(): void
}

const mostPages = 2000

/**
 * Public pages, compressed once, kept until the content changes.
 * @param pageHeaders  What every page carries; read when a page is filled in.
 */
export function createPageCache(pageHeaders: () => Record<string, string>): PageCache {
  const pages = new Map<string, CachedResponse>()
  const filling = new Map<string, Promise<CachedResponse>>()
  let generation = 0

  async function make(key: string, render: () => Promise<RenderedPage>): Promise<CachedResponse> {
    const startedIn = generation
    const { status, html, compressedHtml } = await render()
    const headers = {
      ...pageHeaders(),
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding, accept-language',
    }
    const page = await createCachedResponse(status, html, headers, compressedHtml?.())
    if (startedIn === generation && status === 200 && pages.size < mostPages) pages.set(key, page)
    return page
  }

  return {
    get: (key) => pages.get(key),
    fill(key, render) {
      const underWay = filling.get(key)
      if (underWay) return underWay
      const made = make(key, render).finally(() => filling.delete(key))
      filling.set(key, made)
      return made
    },
    clear() {
      generation += 1
      pages.clear()
      filling.clear()
    },
  }
}
