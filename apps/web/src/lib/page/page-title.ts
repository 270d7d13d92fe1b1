import type { PageMetadata } from '@playhub/contract'
import type { i18n as I18n } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import { useClientConfig } from '../context/client-config.ts'
import type { InterfaceLanguage } from '../language/language.ts'
import { readBootData } from './boot-data.ts'

type RouteHead = {
  page?: Partial<
    Record<'title' | 'description' | 'keywords' | 'ogTitle' | 'ogDescription' | 'ogImage', string>
  >
  /** schema.org objects for search engines. */
  structuredData?: Record<string, unknown>[]
  /** Appended to the operator's title, such as a page number. */
  titleEnd?: string
  /** The canonical path, where the page has other addresses too. */
  path?: string
  /** The canonical URL's part of the query. */
  query?: string
  /** All languages share the URL, which names no language. */
  hasOneUrl?: boolean
  /** Excludes a public page from search engines. */
  isHidden?: boolean
}

/** The input for a route's `head`. */
export type HeadContext = {
  messages: I18n
  language: InterfaceLanguage
  /** All hub languages. */
  languages: readonly InterfaceLanguage[]
  /** The operator's metadata. */
  page: PageMetadata
  origin: string
  /** The page's absolute address without a query. */
  url: string
}

/** A route's facts about its page. `Data` is its loader's. */
export type RouteHandle<Data = unknown> = {
  /** Audience of the page; its loader redirects others. */
  access?: 'player' | 'guest'
  /** The page's title, without the site's name. On a public page it stands until the operator's has loaded. */
  title?(messages: I18n, data: Data | undefined): string
  /** Adds to the operator's metadata. Only the server calls it; it is tree-shaken from the browser build. */
  head?: ((data: Data, context: HeadContext) => RouteHead) | undefined
}

/** Its page is rendered by the server, too, but every visitor's browser completes it. */
export const SIGN_IN_ROUTE = 'sign-in'

/** Routes rendered completely by the server, for search engines too. */
const publicRoutes = ['catalogue', 'game', 'prices', 'document', 'team-document', 'elsewhere']

export const isPublicRoute = (id: string | undefined) => id !== undefined && publicRoutes.includes(id)

export const hasHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null

/** The server describes these pages in their documents. */
const isDescribedByServer = (id: string | undefined) => isPublicRoute(id) || id === SIGN_IN_ROUTE

/**
 * Sets the title and the other metadata after a navigation. The first page has the server's.
 * @param url  The page URL, with its language.
 */
export function usePageHead(url: string): void {
  const { i18n } = useTranslation()
  const { brand } = useClientConfig()
  const match = useMatches().findLast(({ handle }) => hasHandle(handle) && handle.title)
  const ownTitle = hasHandle(match?.handle) ? match.handle.title?.(i18n, match.loaderData) : undefined
  const title = ownTitle ? `${ownTitle} · ${brand}` : brand
  const id = match?.id
  const isFirst = useRef(true)
  useEffect(() => {
    const isFirstPage = isFirst.current
    isFirst.current = false
    // A redirect may have led away from the document's page before the first effect.
    const isInDocument = isFirstPage && isHydrated(id)
    if (isInDocument && isPublicRoute(id)) return undefined
    document.title = title
    if (isInDocument || (isFirstPage && !isDescribedByServer(id))) return undefined
    const leaving = new AbortController()
    void import('./page-metadata.ts').then(
      (module) => module.showMetadata(isDescribedByServer(id) ? url : null, leaving.signal),
      () => undefined,
    )
    return () => leaving.abort()
  }, [title, id, url])
}

const isHydrated = (id: string | undefined) =>
  Boolean(id && id in (readBootData().hydration?.loaderData ?? {}))
