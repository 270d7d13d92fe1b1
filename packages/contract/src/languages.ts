/** Languages for a URL's second segment (specification §1). A hub offers some of them. */
export const recognisedLanguages = ['ru', 'en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'zh'] as const
export type RecognisedLanguage = (typeof recognisedLanguages)[number]

/** An offered language: these two ship, and a folder in the publisher's content adds another one. */
export type InterfaceLanguage = RecognisedLanguage
export const shippedLanguages = ['ru', 'en'] as const satisfies InterfaceLanguage[]

export type OfferedLanguages = {
  /** Listed in the language chooser's order. */
  languages: readonly InterfaceLanguage[]
  /** Shown for any other language. */
  defaultLanguage: InterfaceLanguage
}

export const shippedOffer: OfferedLanguages = { languages: shippedLanguages, defaultLanguage: 'en' }

export function isRecognisedLanguage(value: string | undefined): value is RecognisedLanguage {
  return recognisedLanguages.some((language) => language === value)
}

/** Maps a language tag from a URL, header or browser to an offered language, else to the default language. */
export function toInterfaceLanguage(
  value: string | null | undefined,
  { languages, defaultLanguage }: OfferedLanguages,
): InterfaceLanguage {
  const primary = value?.trim().toLowerCase().split(/[-_]/)[0]
  return languages.find((language) => language === primary) ?? defaultLanguage
}

/** A content text by language. The first entry is in the default language and replaces missing ones. */
export type LocalizedText = Partial<Record<RecognisedLanguage, string>>

/** Spaces and invisible characters are no text. */
export const hasVisibleText = (text: string): boolean => /[^\p{Z}\p{C}\p{M}\p{DI}\u2800]/u.test(text)

export function localText(text: LocalizedText, language: string): string {
  const translations: Partial<Record<string, string>> = text
  return translations[language] ?? Object.values(text)[0] ?? ''
}

/** True when a query has no parameter besides the language, so the page is the same for every guest. */
export const hasOnlyLanguage = (query: URLSearchParams): boolean =>
  [...query.keys()].every((name) => name === 'locale')

/** Text as searches compare it: lower case, е for ё, i for ı, Latin letters without diacritics. */
export function foldText(text: string): string {
  const base = text.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
  return base.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replaceAll('ı', 'i')
}
