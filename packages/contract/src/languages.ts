/** Languages that a URL may name in its second segment. Those without a translation fall back to English. */
export const recognisedLanguages = ['ru', 'en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'zh'] as const
export type RecognisedLanguage = (typeof recognisedLanguages)[number]

/** Languages that the interface is translated into. */
export const interfaceLanguages = ['ru', 'en'] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

export const fallbackLanguage: InterfaceLanguage = 'en'

export function isRecognisedLanguage(value: string | undefined): value is RecognisedLanguage {
  return recognisedLanguages.some((language) => language === value)
}

/** Maps a language tag of a URL, a header or a browser to an interface language; English when there is no translation. */
export function toInterfaceLanguage(value: string | null | undefined): InterfaceLanguage {
  const primary = value?.trim().toLowerCase().split(/[-_]/)[0]
  return interfaceLanguages.find((language) => language === primary) ?? fallbackLanguage
}

/** True when a query has no parameter besides the language, so that the page is the same for every guest. */
export const hasOnlyLanguage = (query: URLSearchParams): boolean =>
  [...query.keys()].every((name) => name === 'locale')
