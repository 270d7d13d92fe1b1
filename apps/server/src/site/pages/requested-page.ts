import type { InterfaceLanguage, Theme } from '@playhub/contract'
import { LRUCache } from 'lru-cache'
import type { Catalogue } from '../../catalogue/index.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { type RequestHead, readLanguage, readTheme } from './preferences.ts'
import { type PublicPage, parsePublicPage } from './public-page.ts'
import { createHostResolver, type HostInfo } from './tenants.ts'

/** A public page, and its dependencies besides the URL. */
export type RequestedPage = PublicPage & {
  language: InterfaceLanguage
  host: HostInfo
  theme: Theme | undefined
  /** Equal for requests with the same page. */
  cacheKey: string
}

export type PageFinder = {
  /** @returns undefined for private pages, redirects, files and API calls. */
  find(request: RequestHead): RequestedPage | undefined
  getHost(header: string | undefined): HostInfo
}

type PagesByTheme = Partial<Record<Theme | 'device', RequestedPage>>

const maxHosts = 50
const maxPagesPerHost = 300
const maxUrlLength = 300

/**
 * Finds the public pages for requests against the current content; recreate it when the content changes. Pages whose
 * URL alone decides their language are remembered by host, URL and theme, with their keys.
 */
export function createPageFinder(config: HubConfig, catalogue: Catalogue): PageFinder {
  const offered = catalogue.content().languages
  const resolveHost = createHostResolver(config, catalogue)
  const hosts = new LRUCache<string, { host: HostInfo; pages: LRUCache<string, PagesByTheme> }>({
    max: maxHosts,
    memoMethod: (header) => ({ host: resolveHost(header), pages: new LRUCache({ max: maxPagesPerHost }) }),
  })
  const isUnlisted = (id: string) => catalogue.project(id)?.outOfCatalog === true

  /**
   * A `project` in the catalogue's query decides instead of the host whether the page is the catalogue or a single game
   * (specification §2); it is dropped where it changes nothing, which bounds how many pages are stored.
   */
  function pageAt(requestUrl: string, { tenant }: HostInfo): PublicPage | undefined {
    const page = parsePublicPage(requestUrl, offered)
    if (page?.kind !== 'catalogue' || page.projectName === undefined) return page
    const { projectName, url } = page
    const decides = catalogue.project(projectName) && (isUnlisted(projectName) || isUnlisted(tenant))
    if (!decides) return { ...page, projectName: undefined }
    return {
      ...page,
      url: `${url}${url.includes('?') ? '&' : '?'}project=${encodeURIComponent(projectName)}`,
    }
  }

  return {
    find(request) {
      const { host, pages } = hosts.memo(request.headers.host ?? '')
      const { url = '' } = request
      const theme = readTheme(request)
      const known = pages.get(url)?.[theme ?? 'device']
      if (known) return known
      const page = pageAt(url, host)
      if (!page) return undefined
      const language = page.language ?? readLanguage(request, offered)
      const cacheKey = `${host.varyKey} ${language} ${theme} ${page.url}`
      const requested = { ...page, language, host, theme, cacheKey }
      if (page.language && page.isCacheable && url.length <= maxUrlLength) {
        pages.set(url, { ...pages.peek(url), [theme ?? 'device']: requested })
      }
      return requested
    },
    getHost: (header = '') => hosts.memo(header).host,
  }
}
