import { createHash } from 'node:crypto'
import { type InterfaceLanguage, type OfferedLanguages, shippedLanguages } from '@playhub/contract'
import type { Translation } from './read-translations.ts'

/** The hub's languages, with the translations for those that the content adds. */
export type HubLanguages = OfferedLanguages & {
  translations: ReadonlyMap<string, Translation>
  /** Changes with any language's translations. */
  textsVersion: string
}

/** Same as in `hub.yaml`. */
type Settings = { languages?: InterfaceLanguage[] | undefined; defaultLanguage: InterfaceLanguage }

/** Offers what `hub.yaml` lists, else the languages that ship and those that have a folder. */
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
export function languageIssues({ languages, defaultLanguage, translations }: HubLanguages): string[] {
  const isShipped = (language: InterfaceLanguage) => shippedLanguages.some((shipped) => shipped === language)
  const untranslated = languages.filter((language) => !isShipped(language) && !translations.has(language))
  return [
    ...untranslated.map(
      (language) =>
        `hub.yaml: languages: ${language} needs its texts in the folder languages/${language} of the content`,
    ),
    ...(languages.includes(defaultLanguage)
      ? []
      : [
          `hub.yaml: defaultLanguage: ${defaultLanguage} is not one of the languages: ${languages.join(', ')}`,
        ]),
  ]
}
