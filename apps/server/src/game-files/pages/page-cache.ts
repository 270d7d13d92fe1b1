import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip } from 'node:zlib'
import type { CompatScript } from '@playhub/contract/plays/portal-sdks'
import { LRUCache } from 'lru-cache'
import { type BuildFile, type BuildStorage, toStorageKey } from '../../builds/index.ts'
import { rewriteHtml } from './rewrite-html.ts'
import { scormScript } from './scorm.ts'

/** A page as players get it. */
export type Page = { content: Buffer; brotli: Buffer; contentType: string; etag: string }

export type PageCache = (page: PageRequest) => Promise<Page>
export type PageRequest = {
  project: string
  file: BuildFile
  /** Such as `/v/7`. */
  root: string
  compat: CompatScript | undefined
  /** A SCORM package is an export for a learning platform. */
  isScorm: boolean
  /** The game has `saves: auto`, or no storage that a browser would allow. */
  replacesStorage: boolean
}
/** What pages get in front of their own scripts. Null: nothing. */
export type PageScripts = { bootScript: string | null; storageScript: string | null }

const maxCachedBytes = 64 * 1024 * 1024
/** A few kilobytes may unpack to gigabytes. */
const maxUnpackedBytes = 64 * 1024 * 1024
const brotliQuality = 5

/** Rewrites each page once, because parsing takes more time than everything else in a request. */
export function createPageCache(storage: BuildStorage, scripts: PageScripts): PageCache {
  const pages = new LRUCache<string, Page, PageRequest>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ content, brotli }) => content.length + brotli.length,
    async fetchMethod(_key, _stale, { context: request }) {
      const { project, file, root, compat } = request
      const uploaded = await readFile(storage, project, file)
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
    },
  })
  return async (request) => {
    const { project, file, root, compat, replacesStorage } = request
    const key = `${project}${root}/${file.sha256} ${compat?.url} ${replacesStorage}`
    const page = await pages.fetch(key, { context: request })
    if (!page) throw new Error('The page was not read')
    return page
  }
}

function joinScripts(
  { bootScript, storageScript }: PageScripts,
  { isScorm, replacesStorage }: PageRequest,
): string | null {
  const scripts = [bootScript, replacesStorage && storageScript, isScorm && scormScript].filter(Boolean)
  return scripts.length === 0 ? null : scripts.join('\n')
}

/** Pages may be uploaded compressed, like any file. */
async function readFile(storage: BuildStorage, project: string, file: BuildFile): Promise<Buffer> {
  const stored = await buffer(await storage.open(toStorageKey(project, file.sha256)))
  if (file.encoding === null) return stored
  const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(
    file.encoding === 'br' ? brotliDecompress : gunzip,
  )
  return await unpack(stored, { maxOutputLength: maxUnpackedBytes })
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
