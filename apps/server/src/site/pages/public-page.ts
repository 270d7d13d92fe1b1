import {
  catalogueQuery,
  type InterfaceLanguage,
  isRecognisedLanguage,
  readCatalogueFilter,
  saysOnlyLanguage,
  toInterfaceLanguage,
} from '@playhub/contract'
import type { PageKind } from './metadata.ts'
import { languageOf, type RequestHead } from './preferences.ts'

/** A page that is rendered as for a guest, so that it may be shared. */
export type PublicPage = {
  kind: PageKind
  language: InterfaceLanguage
  projectName?: string
  /** Canonical path and the part of the query that changes the page. */
  url: string
  /** False for catalogue searches, which are as many as people can type. */
  isCacheable: boolean
}

/**
 * Decodes which public page a request asks for. Escaped spellings of one path give the same page.
 * @returns undefined for private pages, redirects, files and calls of the API.
 */
export function publicPageOf(request: RequestHead): PublicPage | undefined {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  const segments = decodedSegments(path)
  const kind = segments && kindOf(segments, query)
  if (!kind) return undefined
  const [section, first, second] = segments
  const canonicalPath = `/${segments.map(encodeURIComponent).join('/')}${path.endsWith('/') ? '/' : ''}`
  const filter = kind === 'catalogue' && query ? readCatalogueFilter(new URLSearchParams(query)) : undefined
  return {
    kind,
    language: section === 'games' ? toInterfaceLanguage(first) : languageOf(request),
    ...(kind === 'game' && { projectName: second }),
    url: filter ? `${canonicalPath}${catalogueQuery(filter)}` : canonicalPath,
    isCacheable: !filter?.search,
  }
}

/** Undefined when a segment is empty or its escapes are malformed. */
function decodedSegments(path: string): string[] | undefined {
  const segments = path.replace(/^\/|\/$/g, '').split('/')
  if (segments.includes('')) return undefined
  if (!path.includes('%')) return segments
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function kindOf([section, first, ...rest]: string[], query: string): PageKind | undefined {
  if (section === 'games' && isRecognisedLanguage(first)) return (['catalogue', 'game'] as const)[rest.length]
  if (section === 'prices' && rest.length === 0) return 'prices'
  if (section === 'docs' && first && rest.length === 0) return 'document'
  // Sign-in is the same for every guest unless the query carries parameters of a hub session.
  const isSignIn = section === 'session' && first === 'login' && rest.length === 0
  return isSignIn && saysOnlyLanguage(new URLSearchParams(query)) ? 'default' : undefined
}
