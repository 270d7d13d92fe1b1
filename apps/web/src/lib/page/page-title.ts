import type { PageMetadata } from '@playhub/contract'
import type { i18n as I18n } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import type { InterfaceLanguage } from '../language/language.ts'

type RouteHead = {
  page?: Partial<
    Record<'title' | 'description' | 'keywords' | 'ogTitle' | 'ogDescription' | 'ogImage', string>
  >
  /** As schema.org has them, for search engines. */
  structuredData?: Record<string, unknown>[]
  /** Follows the operator's title, such as the number of a page. */
  titleEnd?: string
  /** What of the query makes this another page than the path alone. */
  query?: string
  /** True for what search engines shall not list, though everybody may see it. */
  isHidden?: boolean
}

/** Where a page stands, for what its route tells of it. */
export type HeadContext = {
  texts: I18n
  language: InterfaceLanguage
  /** The operator's metadata. */
  page: PageMetadata
  origin: string
  /** The page's own, without a query of its own. */
  address: string
}

/** What a route tells about its page. */
export type RouteHandle = {
  /** The page's title, without the site's name. */
  title?: (texts: I18n, data: unknown) => string
  /** What the page's head tells beside the operator's metadata. Only the server asks: the browser's build leaves it out. */
  head?: ((data: unknown, place: HeadContext) => RouteHead) | undefined
}

/** Routes that the server renders whole, for everybody and for search engines. */
const publicRoutes = ['catalogue', 'game', 'prices', 'document', 'elsewhere']

export const isPublicRoute = (id: string | undefined) => id !== undefined && publicRoutes.includes(id)

export const hasHandle = (handle: unknown): handle is RouteHandle =>
  typeof handle === 'object' && handle !== null

/** Sets the title after a navigation. The first page's title is the server's. */
export function usePageTitle(): void {
  const { i18n } = useTranslation()
  const match = useMatches().findLast(({ handle }) => hasHandle(handle) && handle.title)
  const title = hasHandle(match?.handle) ? match.handle.title?.(i18n, match.loaderData) : undefined
  const isFirst = useRef(true)
  useEffect(() => {
    const isServers = isFirst.current && isPublicRoute(match?.id)
    isFirst.current = false
    if (!isServers) document.title = title ? `${title} · Playhub` : 'Playhub'
  }, [title, match?.id])
}
