import {
  type InterfaceLanguage,
  isRecognisedLanguage,
  type RecognisedLanguage,
  toInterfaceLanguage,
} from '@playhub/contract/languages'
import { localStore, storageKeys, tabStore } from '../browser/storage.ts'

/** The language a path names in its second segment (`/games/ru/…`), if it names one. */
export function languageOfPath(pathname: string): RecognisedLanguage | null {
  const segment = pathname.split('/')[2]
  return isRecognisedLanguage(segment) ? segment : null
}

const primary = (tag: string | null | undefined) => tag?.trim().toLowerCase().split(/[-_]/)[0]

/** The first recognised language among what a URL, a storage and a browser say. */
export function chooseLanguage(candidates: (string | null | undefined)[]): RecognisedLanguage {
  return candidates.map(primary).find(isRecognisedLanguage) ?? 'en'
}

/**
 * The language of an address in this browser: its path, its `locale`, the one that an earlier address of this tab
 * brought along (`hub-context.ts` keeps it), the last choice, the browser's own.
 */
export function languageOfAddress(url: Pick<URL, 'pathname' | 'search'>): RecognisedLanguage {
  return chooseLanguage([
    languageOfPath(url.pathname),
    new URLSearchParams(url.search).get('locale'),
    tabStore.get('locale'),
    localStore.get(storageKeys.language),
    ...(globalThis.navigator?.languages ?? []),
  ])
}

/** The same address in another language: in its path where the path has one, else in `locale`. */
export function addressInLanguage(pathname: string, search: string, language: RecognisedLanguage): string {
  if (languageOfPath(pathname)) {
    const segments = pathname.split('/')
    segments[2] = language
    return segments.join('/') + search
  }
  const query = new URLSearchParams(search)
  query.set('locale', language)
  return `${pathname}?${query}`
}

/** The pages read their language from the query; a path that names one is told so there. */
export function addressWithLocale(url: URL, locale: string | undefined): string | null {
  if (!isRecognisedLanguage(locale) || url.searchParams.has('locale')) return null
  url.searchParams.set('locale', locale)
  return url.pathname + url.search
}

/** How a path reads whatever its language: two addresses with one shape show the same screen. */
export function shapeOfPath(pathname: string): string {
  return languageOfPath(pathname) ? addressInLanguage(pathname, '', 'en') : pathname
}

export const languageNames: Record<InterfaceLanguage, string> = { ru: 'Русский', en: 'English' }

export { type InterfaceLanguage, isRecognisedLanguage, type RecognisedLanguage, toInterfaceLanguage }
