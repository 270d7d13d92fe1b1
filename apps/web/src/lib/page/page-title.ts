import type { PageMetadata } from '@playhub/contract'
import type { i18n as I18n } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import { useClientConfig } from '../context/client-config.ts'
import type { InterfaceLanguage } from '../language/language.ts'

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
  /** The part of the query that belongs to the canonical address. */
  query?: string
  /** All languages share the address, and none of them is in it. */
  hasOneAddress?: boolean
  /** Excludes a public page from search engines. */
  isHidden?: boolean
}

/** The input of a route's `head`. */
export type HeadContext = {
  texts: I18n
  language: InterfaceLanguage
  /** All languages of the hub. */
  languages: readonly InterfaceLanguage[]
  /** The operator's metadata. */
  page: PageMetadata
  origin: string
  /** The page's absolute address without a query. */
  address: string
}

export type RouteHandle = {
  /** For whom the page is; its loader redirects others. */
  access?: 'player' | 'guest'
  /** The page's title, without the site's name. */
  title?: (texts: I18n, data: unknown) => string
  /** Adds to the operator's metadata. Only the server calls it; it is tree-shaken from the browser build. */
  head?: ((data: unknown, context: HeadContext) => RouteHead) | undefined
}

/** Routes that the server renders completely, for search engines too. */
const publicRoutes = ['catalogue', 'game', 'prices', 'document', 'elsewhere']

export const isPublicRoute = (id: string | undefined) => id !== undefined && publicRoutes.includes(id)

export const hasHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null

/** Sets the title after a navigation. The first page has the server's title. */
export function usePageTitle(): void {
  const { i18n } = useTranslation()
  const { brand } = useClientConfig()
  const match = useMatches().findLast(({ handle }) => hasHandle(handle) && handle.title)
  const title = hasHandle(match?.handle) ? match.handle.title?.(i18n, match.loaderData) : undefined
  const isFirst = useRef(true)
  useEffect(() => {
    const isSetByServer = isFirst.current && isPublicRoute(match?.id)
    isFirst.current = false
    if (!isSetByServer) document.title = title ? `${title} · ${brand}` : brand
  }, [title, match?.id, brand])
}
