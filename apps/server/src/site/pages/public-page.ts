import {
  catalogueQuery,
  hasOnlyLanguage,
  type InterfaceLanguage,
  isRecognisedLanguage,
  type OfferedLanguages,
  readCatalogueFilter,
  toInterfaceLanguage,
} from '@playhub/contract'
import type { PageKind } from '../../catalogue/index.ts'

/** A page rendered for a guest, so it may be shared. */
export type PublicPage = {
  kind: PageKind
  /** Undefined where the path has none, so the request decides. */
  language: InterfaceLanguage | undefined
  /** The project in a game page's path or in the catalogue's query. */
  projectName?: string | undefined
  /** Canonical path and the query parameters with an effect on the page. */
  url: string
  /** False for searches, which are as many as people can type. */
  isCacheable: boolean
}

/**
 * Decodes which public page a URL names. Escaped spellings for one path give the same page.
 * @returns undefined for private pages, redirects, files and API calls.
 */
export function parsePublicPage(url: string, offered: OfferedLanguages): PublicPage | undefined {
  const queryStart = url.indexOf('?')
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1)
  const path = canonicalPath(queryStart < 0 ? url : url.slice(0, queryStart))
  const segments = path.split('/')
  // A leading slash gives an empty first segment, and a trailing one an empty last segment.
  if (segments.length > 2 && segments.at(-1) === '') segments.pop()
  const kind = findPageKind(segments, query)
  if (!kind) return undefined
  const parameters = kind === 'catalogue' && query ? new URLSearchParams(query) : undefined
  const search = isTeamDocs(segments) ? readSearch(query) : ''
  const filter = parameters && readCatalogueFilter(parameters)
  return {
    kind,
    language: isRecognisedLanguage(segments[2]) ? toInterfaceLanguage(segments[2], offered) : undefined,
    projectName:
      kind === 'game' ? decodeURIComponent(segments[3] ?? '') : (parameters?.get('project') ?? undefined),
    url: path + (filter ? catalogueQuery(filter) : search || playQuery(kind, query)),
    isCacheable: !filter?.search && !search,
  }
}

/** A running game's page starts with its loading screen. */
function playQuery(kind: PageKind, query: string): string {
  return kind === 'game' && new URLSearchParams(query).has('play') ? '?play=1' : ''
}

/** Empty, which matches no page, when an escape is malformed. */
function canonicalPath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/')
  } catch {
    return ''
  }
}

const isTeamDocs = ([, section, page]: string[]) => section === 'developers' && page === 'docs'

/** The question to the documents for teams, as the page's query. */
function readSearch(query: string): string {
  const question = new URLSearchParams(query).get('q')
  return question ? `?${new URLSearchParams({ q: question })}` : ''
}

function findPageKind(segments: string[], query: string): PageKind | undefined {
  const [, section, first, second] = segments
  const depth = segments.length - 1
  if (section === 'games' && isRecognisedLanguage(first)) {
    if (depth === 2) return 'catalogue'
    return depth === 3 && second ? 'game' : undefined
  }
  if (section === 'prices' && (depth === 1 || (depth === 2 && first))) return 'prices'
  if (section === 'docs' && depth === 2 && first) return 'document'
  if (isTeamDocs(segments)) return 'document'
  // Login is the same for every guest unless the query carries hub session parameters.
  const isLogin = section === 'session' && first === 'login' && depth === 2
  return isLogin && hasOnlyLanguage(new URLSearchParams(query)) ? 'default' : undefined
}
