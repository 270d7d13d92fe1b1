import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next/initReactI18next'
import { type InterfaceLanguage, type RecognisedLanguage, toInterfaceLanguage } from './language.ts'

/** Namespaces that every page needs; the others come with the pages that speak them. */
const sharedNamespaces = ['common', 'catalogue', 'errors'] as const
export const namespaces = [
  ...sharedNamespaces,
  'prices',
  'shelf',
  'accounts',
  'profile',
  'payments',
  'support',
  'play',
] as const
export type Namespace = (typeof namespaces)[number]

export type Texts = Record<string, unknown>

/** In the browser each file is fetched when it is first needed; the server brings them all (`all-texts.ts`). */
const onDemand = import.meta.env.SSR
  ? {}
  : import.meta.glob<Texts>(['../../i18n/*/*.json', '!../../i18n/*/{common,catalogue,errors}.json'], {
      import: 'default',
    })
const shared = import.meta.env.SSR
  ? {}
  : import.meta.glob<Record<string, Texts>>('../../i18n/*/shared.ts', { import: 'default' })

const fileOf = (language: string, namespace: string) => `../../i18n/${language}/${namespace}.json`

/**
 * A set of texts in one language. Plurals follow Intl.PluralRules: Russian counts in three forms.
 * @param words  By namespace, when they are at hand already.
 */
export function createTexts(language: InterfaceLanguage, words: Record<string, Texts> = {}): I18n {
  const instance = createInstance()
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: [...sharedNamespaces],
    defaultNS: 'common',
    resources: { [language]: words },
    partialBundledLanguages: true,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  return instance
}

let texts: I18n | undefined
let pathLanguage: RecognisedLanguage = 'en'
let switching: Promise<void> = Promise.resolve()
/** Parts of the hub that have spoken so far; they must speak every language that the page is switched to. */
const spoken = new Set<Namespace>()

/** The browser's one instance. */
export function browserTexts(): I18n {
  texts ??= createTexts(toInterfaceLanguage(pathLanguage))
  return texts
}

/**
 * The language in use, as recognised in an address; the interface may show English for it. While the page is being
 * switched, the one that it is switched to: words and answers asked for meanwhile are wanted in that.
 */
export function currentLanguage(): RecognisedLanguage {
  return pathLanguage
}

/** Fetches what is missing and switches the page over. */
export function switchLanguage(language: RecognisedLanguage): Promise<void> {
  const before = pathLanguage
  pathLanguage = language
  const ours = fetchAndSwitch(toInterfaceLanguage(language))
  switching = ours.catch(() => {
    if (pathLanguage === language) pathLanguage = before
  })
  return ours
}

/** Words are fetched beside answers; who has something to say about an answer waits until it can. */
export const textsReady = () => switching

async function fetchAndSwitch(wanted: InterfaceLanguage): Promise<void> {
  const instance = browserTexts()
  await Promise.all([loadShared(wanted), ...[...spoken].map((namespace) => loadNamespace(wanted, namespace))])
  const isStillWanted = toInterfaceLanguage(pathLanguage) === wanted
  if (isStillWanted && instance.language !== wanted) await instance.changeLanguage(wanted)
}

/** Brings the texts of a part of the hub, in the language in use. */
export async function loadTexts(...wanted: Namespace[]): Promise<void> {
  if (import.meta.env.SSR) return
  const language = toInterfaceLanguage(pathLanguage)
  for (const namespace of wanted) spoken.add(namespace)
  await Promise.all(wanted.map((namespace) => loadNamespace(language, namespace)))
}

const isShared = (namespace: Namespace) => sharedNamespaces.some((name) => name === namespace)

async function loadShared(language: InterfaceLanguage): Promise<void> {
  const instance = browserTexts()
  if (instance.hasResourceBundle(language, 'common')) return
  const bundles = await shared[`../../i18n/${language}/shared.ts`]?.()
  for (const [namespace, words] of Object.entries(bundles ?? {})) {
    instance.addResourceBundle(language, namespace, words)
  }
}

async function loadNamespace(language: InterfaceLanguage, namespace: Namespace): Promise<void> {
  const instance = browserTexts()
  if (isShared(namespace) || instance.hasResourceBundle(language, namespace)) return
  const words = await onDemand[fileOf(language, namespace)]?.()
  if (words) instance.addResourceBundle(language, namespace, words)
}
