import type { OfferedLanguages, PageMetadata } from '@playhub/contract'
import type { i18n as I18n } from 'i18next'
import type { StaticHandlerContext } from 'react-router'
import { type InterfaceLanguage, urlInLanguage } from '../../lib/language/language.ts'
import { hasHandle, type RouteHandle } from '../../lib/page/page-title.ts'
import type { DocumentParts } from './document.ts'

type HeadInput = {
  url: string
  origin: string
  language: InterfaceLanguage
  offered: OfferedLanguages
  page: PageMetadata
  messages: I18n
  context: StaticHandlerContext | null
  /** True when the page is the same for every guest; false for a shell. */
  isPublic: boolean
}

/** Page metadata: the operator's, with the route's additions. */
export function createHead(
  input: HeadInput,
): Pick<DocumentParts, 'page' | 'canonical' | 'alternates' | 'structuredData' | 'isIndexed'> {
  const { pathname } = new URL(input.url, input.origin)
  const path = pathname.endsWith('/') || pathname.includes('.') ? pathname : `${pathname}/`
  const { handle, data } = lastRoute(input.context)
  const url = input.origin + urlInLanguage(path, '', input.language)
  const { languages, defaultLanguage } = input.offered
  const own = handle?.head?.(data, { ...input, languages, url }) ?? {}
  const inLanguage = (language: InterfaceLanguage) =>
    input.origin +
    (own.hasOneUrl ? (own.path ?? path) : urlInLanguage(own.path ?? path, own.query ?? '', language))
  const canonical = inLanguage(input.language)
  const title = input.page.title + (own.titleEnd ?? '')
  return {
    page: { ...input.page, title, ogUrl: canonical, ...own.page },
    isIndexed: input.isPublic && !own.isHidden,
    canonical,
    alternates: own.hasOneUrl
      ? {}
      : {
          ...Object.fromEntries(languages.map((language) => [language, inLanguage(language)])),
          'x-default': inLanguage(defaultLanguage),
        },
    structuredData: own.structuredData,
  }
}

function lastRoute(context: StaticHandlerContext | null): { handle?: RouteHandle; data?: unknown } {
  const route = context?.matches.at(-1)?.route
  if (!route || context.errors || !hasHandle(route.handle)) return {}
  return { handle: route.handle, data: context.loaderData[route.id] }
}
