import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next/initReactI18next'
import type { RouteObject } from 'react-router'
import type { Resources } from '../../i18n/types.d.ts'

export const languages = ['ru', 'en'] as const
export type Language = (typeof languages)[number]
export const languageNames: Record<Language, string> = { ru: 'Русский', en: 'English' }
export type Namespace = keyof Resources

const files = import.meta.glob<Record<string, unknown>>('../../i18n/*/*.json', { import: 'default' })
/** Namespaces in use, to load again when the language changes. */
const used = new Set<Namespace>(['common', 'errors'])
const storageKey = 'i18nextLng'

export const messages = createInstance()
void messages.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: false,
  ns: [],
  defaultNS: 'common',
  resources: {},
  partialBundledLanguages: true,
  initAsync: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
})

/** The last used language, else the browser's, until someone has logged in. */
export function detectLanguage(): Language {
  const wanted = [readStoredLanguage(), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wanted.map(toLanguage).find((language) => language !== undefined) ?? 'en'
}

function readStoredLanguage(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

const toLanguage = (value: string) => languages.find((language) => language === value)

/** Loads the messages in use and changes the language of the page. */
export async function switchLanguage(language: Language): Promise<void> {
  await Promise.all([...used].map((namespace) => loadNamespace(language, namespace)))
  await messages.changeLanguage(language)
  document.documentElement.lang = language
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage is blocked: the next visit starts in the browser's language.
  }
}

/** Loads an area's messages in the language in use. */
export async function loadMessages(...namespaces: Namespace[]): Promise<void> {
  for (const namespace of namespaces) used.add(namespace)
  const language = toLanguage(messages.language) ?? 'en'
  await Promise.all(namespaces.map((namespace) => loadNamespace(language, namespace)))
}

async function loadNamespace(language: Language, namespace: Namespace): Promise<void> {
  if (messages.hasResourceBundle(language, namespace)) return
  const load = files[`../../i18n/${language}/${namespace}.json`]
  const bundle = load && (await retryImport(load))
  if (bundle) messages.addResourceBundle(language, namespace, bundle)
}

type Page = Pick<RouteObject, 'Component' | 'loader' | 'ErrorBoundary'>

/** A screen whose messages load on first use. */
export function lazyPage(
  namespaces: Namespace | Namespace[],
  importPage: () => Promise<Page>,
): RouteObject['lazy'] {
  return async () => {
    const [page] = await Promise.all([retryImport(importPage), loadMessages(...[namespaces].flat())])
    return page
  }
}
