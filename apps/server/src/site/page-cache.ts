import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** A page as it goes over the wire. */
export type CachedPage = { status: number; etag: string; plain: Variant; brotli: Variant }
/** A body with every header it travels with, names and values by turns. */
export type Variant = { body: Buffer; headers: string[] }

export type PageCache = {
  get(key: string): CachedPage | undefined
  /** Renders at most once at a time for one key. */
  fill(key: string, render: () => Promise<{ status: number; html: string }>): Promise<CachedPage>
  clear(): void
}

const mostPages = 2000

/**
 * Public pages, compressed once, kept until the content changes.
 * @param pageHeaders  What every page carries; read when a page is filled in.
 */
export function createPageCache(pageHeaders: () => Record<string, string>): PageCache {
  const pages = new Map<string, CachedPage>()
  const filling = new Map<string, Promise<CachedPage>>()
  let generation = 0

  async function make(
    key: string,
    render: () => Promise<{ status: number; html: string }>,
  ): Promise<CachedPage> {
    const startedIn = generation
    const { status, html } = await render()
    const page = await pack(status, html, pageHeaders())
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

async function pack(status: number, text: string, pageHeaders: Record<string, string>): Promise<CachedPage> {
  const html = Buffer.from(text)
  const packed = await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const headers = {
    ...pageHeaders,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding, accept-language',
    etag,
  }
  return {
    status,
    etag,
    plain: variant(html, headers),
    brotli: variant(packed, { ...headers, 'content-encoding': 'br' }),
  }
}

function variant(body: Buffer, headers: Record<string, string>): Variant {
  return { body, headers: Object.entries({ ...headers, 'content-length': String(body.length) }).flat() }
}
