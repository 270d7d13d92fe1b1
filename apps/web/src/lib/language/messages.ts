import { shippedLanguages } from '@playhub/contract/languages'
import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next/initReactI18next'
import { type InterfaceLanguage, type RecognisedLanguage, toInterfaceLanguage } from './language.ts'
import { offeredLanguages } from './offered-languages.ts'

/** Namespaces of every page, `errors` in part; the others load with their pages. */
const sharedNamespaces = ['common', 'catalogue', 'errors'] as const
export const namespaces = [
  ...sharedNamespaces,
  'game',
  'prices',
  'library',
  'accounts',
  'profile',
  'payments',
  'support',
  'play',
  'developers',
] as const
export type Namespace = (typeof namespaces)[number]

export type Messages = Record<string, unknown>

/**
 * The browser fetches each file at its first use; the server has them all (`entry-server.tsx`). The content's own
 * languages are outside the build: `fetchMessages`.
 */
const onDemand = import.meta.env.SSR
  ? {}
  : import.meta.glob<Messages>(['../../i18n/*/*.json', '!../../i18n/*/{common,catalogue}.json'], {
      import: 'default',
    })
const shared = import.meta.env.SSR
  ? {}
  : import.meta.glob<Record<string, Messages>>('../../i18n/*/shared.ts', { import: 'default' })

/**
 * Creates an i18next instance for one language.
 * @param brand   The hub's name, `{{brand}}` in messages.
 * @param loaded  Loaded messages by namespace.
 */
export function createMessages(
  language: InterfaceLanguage,
  brand: string,
  loaded: Record<string, Messages> = {},
): I18n {
  const instance = createInstance()
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: [...sharedNamespaces],
    defaultNS: 'common',
    resources: { [language]: loaded },
    partialBundledLanguages: true,
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: { brand } },
    react: { useSuspense: false },
  })
  return instance
}

let messages: I18n | undefined
let pathLanguage: RecognisedLanguage = 'en'
let switching: Promise<void> = Promise.resolve()
/** Namespaces in use, to load again when the language changes. */
const usedNamespaces = new Set<Namespace>()

/** The browser's i18next instance. */
export function browserMessages(): I18n {
  messages ??= createMessages(toInterfaceLanguage(pathLanguage), offeredLanguages().brand)
  return messages
}

/**
 * The language in use, as recognised in an address; the interface may show English for it. During a switch this is the
 * new language, so requests made meanwhile use it.
 */
export function currentLanguage(): RecognisedLanguage {
  return pathLanguage
}

/** Loads the missing messages and changes the page language. On failure the current language stays. */
export function switchLanguage(language: RecognisedLanguage): Promise<void> {
  const previous = pathLanguage
  pathLanguage = language
  const change = loadAndChange(toInterfaceLanguage(language))
  switching = change.catch(() => {
    if (pathLanguage === language) pathLanguage = previous
  })
  return change
}

/** True when the page has the messages of every page. Without them it would show their keys. */
export function hasMessages(): boolean {
  const instance = browserMessages()
  return instance.hasResourceBundle(instance.language, 'common')
}

/** Settles when a language switch in progress is over. Texts load in parallel with API calls; await it before showing an error. */
export const messagesReady = () => switching

async function loadAndChange(language: InterfaceLanguage): Promise<void> {
  const instance = browserMessages()
  const load = (namespace: Namespace) => loadNamespace(language, namespace)
  const isShown = (namespace: Namespace) => isLoaded(instance.language, namespace)
  const shown = [...usedNamespaces].filter(isShown)
  // A loading page waits for its own messages. Without them its error screen needs the language all the same.
  for (const namespace of usedNamespaces) if (!isShown(namespace)) load(namespace).catch(() => {})
  await Promise.all([loadShared(language), ...shown.map(load)])
  const isCurrent = toInterfaceLanguage(pathLanguage) === language
  if (isCurrent && instance.language !== language) await instance.changeLanguage(language)
}

/** Loads namespaces in the language in use, which may change meanwhile, and with them the messages for refusals. */
export async function loadMessages(...requested: Namespace[]): Promise<void> {
  if (import.meta.env.SSR || requested.length === 0) return
  const wanted = new Set<Namespace>([...requested, 'errors'])
  for (const namespace of wanted) usedNamespaces.add(namespace)
  const load = (language: InterfaceLanguage) =>
    Promise.all([...wanted].map((namespace) => loadNamespace(language, namespace)))
  let language: InterfaceLanguage
  do {
    language = toInterfaceLanguage(pathLanguage)
    await load(language)
  } while (language !== toInterfaceLanguage(pathLanguage))
}

async function loadShared(language: InterfaceLanguage): Promise<void> {
  const instance = browserMessages()
  if (instance.hasResourceBundle(language, 'common')) return
  const bundles = isShipped(language)
    ? await shared[`../../i18n/${language}/shared.ts`]?.()
    : await fetchMessages(language, 'shared')
  for (const [namespace, bundle] of Object.entries(bundles ?? {})) {
    instance.addResourceBundle(language, namespace, bundle)
  }
}

async function loadNamespace(language: InterfaceLanguage, namespace: Namespace): Promise<void> {
  const instance = browserMessages()
  if (isLoaded(language, namespace)) return
  const bundle = isShipped(language)
    ? await onDemand[`../../i18n/${language}/${namespace}.json`]?.()
    : await fetchMessages(language, namespace)
  if (bundle) instance.addResourceBundle(language, namespace, bundle)
}

/** The shared part of `errors` has no refusals. */
function isLoaded(language: string, namespace: Namespace): boolean {
  if (namespace === 'errors') return Boolean(browserMessages().getResource(language, namespace, 'refusal'))
  return (
    namespace === 'common' ||
    namespace === 'catalogue' ||
    browserMessages().hasResourceBundle(language, namespace)
  )
}

const isShipped = (language: InterfaceLanguage) => shippedLanguages.some((shipped) => shipped === language)

/** @throws MessagesUnreachable */
async function fetchMessages(language: InterfaceLanguage, file: Namespace | 'shared'): Promise<Messages> {
  try {
    const response = await fetch(`/languages/${offeredLanguages().textsVersion}/${language}/${file}.json`)
    if (!response.ok) throw new Error(`The response has the status ${response.status}`)
    return await response.json()
  } catch (cause) {
    throw new MessagesUnreachable(`The texts in ${language} failed to load`, { cause })
  }
}

/** The messages of a language from the content could not be fetched. */
export class MessagesUnreachable extends Error {
  override readonly name = 'MessagesUnreachable'
}
