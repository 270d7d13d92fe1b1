import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** A page as it goes over the wire. */
export type CachedPage = { html: Buffer; brotli: Buffer; etag: string; status: number }

export type PageCache = {
  get(key: string): CachedPage | undefined
  /** Renders at most once at a time for one key. */
  fill(key: string, render: () => Promise<{ status: number; html: string }>): Promise<CachedPage>
  clear(): void
}

const mostPages = 2000

/** Public pages, compressed once, kept until the content changes. */
export function createPageCache(): PageCache {
  const pages = new Map<string, CachedPage>()
  const filling = new Map<string, Promise<CachedPage>>()
  let generation = 0

  async function make(
    key: string,
    render: () => Promise<{ status: number; html: string }>,
  ): Promise<CachedPage> {
    const startedIn = generation
    const { status, html } = await render()
    const page = await pack(status, html)
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

async function pack(status: number, text: string): Promise<CachedPage> {
  const html = Buffer.from(text)
  const brotli = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { html, brotli, etag, status }
}
