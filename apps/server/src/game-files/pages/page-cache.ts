import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip } from 'node:zlib'
import type { CompatScript } from '@playhub/contract/plays/portal-sdks'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { type BuildFile, type BuildStorage, maxPageBytes, toStorageKey } from '../../builds/index.ts'
import { getErrorCode } from '../../platform/errors.ts'
import { rewriteHtml } from './rewrite-html.ts'
import { scormScript } from './scorm.ts'

/** A page as players get it. */
export type Page = { content: Buffer; brotli: Buffer; contentType: string; etag: string }

/** @returns  null for a page too large to rewrite, found in builds of earlier releases */
export type PageCache = (page: PageRequest) => Promise<Page | null>
export type PageRequest = {
  project: string
  file: BuildFile
  /** Such as `/v/7`. */
  root: string
  compat: CompatScript | undefined
  /** A SCORM package is an export for a learning platform. */
  isScorm: boolean
  /** The game has `saves: auto`. */
  savesStorage: boolean
}
/** The hub's elements before a page's own scripts. Null: nothing. */
export type PageScripts = { bootScript: string | null; storageScript: string | null }

const maxCachedBytes = 64 * 1024 * 1024
/** Each holds a page several times: as it was uploaded, rewritten and compressed. */
const maxConcurrentRewrites = 2
const brotliQuality = 5

/**
 * Rewrites each page once, because parsing takes more time than everything else in a request. Requests for a page share
 * its rewriting, and few pages are rewritten at a time.
 */
export function createPageCache(storage: BuildStorage, scripts: PageScripts): PageCache {
  const rewrites = new PQueue({ concurrency: maxConcurrentRewrites })
  const pages = new LRUCache<string, Page | { isTooLarge: true }, PageRequest>({
    maxSize: maxCachedBytes,
    sizeCalculation: (page) => ('content' in page ? page.content.length + page.brotli.length : 1),
    fetchMethod: (_key, _stale, { context }) => rewrites.add(() => rewrite(context)),
  })

  async function rewrite(request: PageRequest): Promise<Page | { isTooLarge: true }> {
    const { project, file, root, compat } = request
    const uploaded = await readFile(storage, project, file)
    if (!uploaded) return { isTooLarge: true }
    const script = joinScripts(scripts, request)
    const { content, contentType } = await rewriteHtml(uploaded, { bootScript: script, root, compat })
    const brotli = await promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    })
    return {
      content,
      brotli,
      contentType,
      etag: `${file.sha256.slice(0, 32)}-${hash(script ?? '')}${compat ? `-${hash(compat.url)}` : ''}`,
    }
  }

  return async (request) => {
    const { project, file, root, compat, savesStorage } = request
    const key = `${project}${root}/${file.sha256} ${compat?.url} ${savesStorage}`
    const page = await pages.fetch(key, { context: request })
    if (!page) throw new Error('The page was not read')
    return 'content' in page ? page : null
  }
}

function joinScripts(
  { bootScript, storageScript }: PageScripts,
  { isScorm, savesStorage }: PageRequest,
): string | null {
  const scripts = [bootScript, savesStorage && storageScript, isScorm && scormScript].filter(Boolean)
  return scripts.length === 0 ? null : scripts.join('\n')
}

/**
 * Pages may be uploaded compressed, like any file, and a few kilobytes may unpack to gigabytes.
 * @returns  undefined when the page is too large
 */
async function readFile(
  storage: BuildStorage,
  project: string,
  file: BuildFile,
): Promise<Buffer | undefined> {
  if (file.sizeBytes > maxPageBytes) return undefined
  const stored = await buffer(await storage.open(toStorageKey(project, file.sha256)))
  if (file.encoding === null) return stored
  const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(
    file.encoding === 'br' ? brotliDecompress : gunzip,
  )
  try {
    return await unpack(stored, { maxOutputLength: maxPageBytes })
  } catch (error) {
    if (getErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
