import {
  type InterfaceLanguage,
  isRecognisedLanguage,
  type RecognisedLanguage,
  toInterfaceLanguage as toOfferedLanguage,
} from '@playhub/contract/languages'
import { localStore, storageKeys, tabStore } from '../browser/storage.ts'
import { offeredLanguages } from './offered-languages.ts'

/** The language in a path's second segment (`/games/ru/…`), if any. */
export function parsePathLanguage(pathname: string): RecognisedLanguage | null {
  const segment = pathname.split('/')[2]
  return isRecognisedLanguage(segment) ? segment : null
}

const primary = (tag: string | null | undefined) => tag?.trim().toLowerCase().split(/[-_]/)[0]

/** The first recognised language among candidates by priority, else the hub's default language. */
function chooseLanguage(candidates: (string | null | undefined)[]): RecognisedLanguage {
  return candidates.map(primary).find(isRecognisedLanguage) ?? offeredLanguages().defaultLanguage
}

/**
 * A URL's language in this browser: from its path, its `locale`, an earlier URL in this tab (stored by
 * `hub-context.ts`), the player's last choice, or the browser's preference, in this order. An unknown locale means the
 * default language, as on the server.
 */
export function detectLanguage(url: Pick<URL, 'pathname' | 'search'>): RecognisedLanguage {
  const inPath = parsePathLanguage(url.pathname)
  if (inPath) return inPath
  const locale = new URLSearchParams(url.search).get('locale') ?? tabStore.get('locale')
  if (locale) return chooseLanguage([locale])
  return chooseLanguage([localStore.get(storageKeys.language), ...(globalThis.navigator?.languages ?? [])])
}

/** The same address in another language: replaces the language in the path if there is one, else sets `locale`. */
export function urlInLanguage(pathname: string, search: string, language: RecognisedLanguage): string {
  if (parsePathLanguage(pathname)) {
    const segments = pathname.split('/')
    segments[2] = language
    return segments.join('/') + search
  }
  const query = new URLSearchParams(search)
  query.set('locale', language)
  return `${pathname}?${query}`
}

/** Copies the locale from a route parameter to the query, where pages read it; null if nothing to copy. */
export function urlWithLocale(url: URL, locale: string | undefined): string | null {
  if (!isRecognisedLanguage(locale) || url.searchParams.has('locale')) return null
  url.searchParams.set('locale', locale)
  return url.pathname + url.search
}

/** A path without its language: the same screen has the same result in every language. */
export function normalisePath(pathname: string): string {
  return parsePathLanguage(pathname) ? urlInLanguage(pathname, '', 'en') : pathname
}

/**
 * The interface language for a URL's language: the same, unless the hub does not offer it. Only in the
 * browser; components call `useInterfaceLanguage`.
 */
export function toInterfaceLanguage(language: string): InterfaceLanguage {
  return toOfferedLanguage(language, offeredLanguages())
}

export const languageNames: Record<InterfaceLanguage, string> = {
  ru: 'Русский',
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  pt: 'Português',
  zh: '中文',
}

export { type InterfaceLanguage, isRecognisedLanguage, type RecognisedLanguage }
