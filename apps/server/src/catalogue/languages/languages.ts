import { createHash } from 'node:crypto'
import { type InterfaceLanguage, type OfferedLanguages, shippedLanguages } from '@playhub/contract'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import { toRule } from '../files/content-rule.ts'
import type { Translation } from './read-translations.ts'

/** The hub's languages, with translations for those added by the content. */
export type HubLanguages = OfferedLanguages & {
  translations: ReadonlyMap<string, Translation>
  /** Changes with any language's translations. */
  textsVersion: string
}

/** Same as in `hub.yaml`. */
type Settings = { languages?: InterfaceLanguage[] | undefined; defaultLanguage: InterfaceLanguage }

/** Offers `hub.yaml`'s list, else the shipped languages and those with a folder. */
export function offeredLanguages(
  { languages: chosen, defaultLanguage }: Settings,
  translations: Translation[],
): HubLanguages {
  const languages: readonly InterfaceLanguage[] = chosen ?? [
    ...shippedLanguages,
    ...translations.map(({ language }) => language),
  ]
  return {
    languages,
    defaultLanguage,
    translations: new Map(translations.map((translation) => [translation.language, translation])),
    textsVersion: hashText(JSON.stringify(translations.map((translation) => translation.interface))),
  }
}

const hashText = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/** @returns  one line for each error in the `hub.yaml` settings */
export function languageIssues({ languages, defaultLanguage, translations }: HubLanguages): ContentRule[] {
  const isShipped = (language: InterfaceLanguage) => shippedLanguages.some((shipped) => shipped === language)
  const untranslated = languages.filter((language) => !isShipped(language) && !translations.has(language))
  const place = 'hub.yaml'
  return [
    ...untranslated.map((language) => toRule('untranslated', { place, language })),
    ...(languages.includes(defaultLanguage)
      ? []
      : [toRule('default-language', { place, language: defaultLanguage, languages: languages.join(', ') })]),
  ]
}
