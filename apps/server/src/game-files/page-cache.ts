import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip } from 'node:zlib'
import type { CompatScript } from '@playhub/contract/plays/portal-sdks'
import { LRUCache } from 'lru-cache'
import { type BuildFile, type BuildStorage, toStorageKey } from '../builds/index.ts'
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
}

const maxCachedBytes = 64 * 1024 * 1024
const brotliQuality = 5

/** Rewrites each page once, because parsing takes more time than everything else in a request. */
export function createPageCache(storage: BuildStorage, bootScript: string | null): PageCache {
  const pages = new LRUCache<string, Page, PageRequest>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ content, brotli }) => content.length + brotli.length,
    async fetchMethod(_key, _stale, { context: { project, file, root, compat, isScorm } }) {
      const uploaded = await readFile(storage, project, file)
      const script = isScorm ? [bootScript, scormScript].filter(Boolean).join(';') : bootScript
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
    const { project, file, root, compat } = request
    const page = await pages.fetch(`${project}${root}/${file.sha256} ${compat?.url}`, { context: request })
    if (!page) throw new Error('The page was not read')
    return page
  }
}

/** Pages may be uploaded compressed, like any file. */
async function readFile(storage: BuildStorage, project: string, file: BuildFile): Promise<Buffer> {
  const stored = await buffer(await storage.open(toStorageKey(project, file.sha256)))
  if (file.encoding === null) return stored
  return await promisify(file.encoding === 'br' ? brotliDecompress : gunzip)(stored)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
