import type { RenderedPage } from '@playhub/contract'
import { type PreparedAnswer, prepareAnswer } from '../platform/prepared-answer.ts'

export type PageCache = {
  get(key: string): PreparedAnswer | undefined
  /** Renders at most once at a time for one key. */
  fill(key: string, render: () => Promise<RenderedPage>): Promise<PreparedAnswer>
  clear(): void
}

const mostPages = 2000

/**
 * Public pages, compressed once, kept until the content changes.
 * @param pageHeaders  What every page carries; read when a page is filled in.
 */
export function createPageCache(pageHeaders: () => Record<string, string>): PageCache {
  const pages = new Map<string, PreparedAnswer>()
  const filling = new Map<string, Promise<PreparedAnswer>>()
  let generation = 0

  async function make(key: string, render: () => Promise<RenderedPage>): Promise<PreparedAnswer> {
    const startedIn = generation
    const { status, html, packed } = await render()
    const headers = {
      ...pageHeaders(),
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding, accept-language',
    }
    const page = await prepareAnswer(status, html, headers, packed?.())
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
