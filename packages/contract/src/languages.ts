/** Languages that a URL may name in its second segment. Those without words of ours show English. */
export const recognisedLanguages = ['ru', 'en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'zh'] as const
export type RecognisedLanguage = (typeof recognisedLanguages)[number]

/** Languages that the interface has words in. */
export const interfaceLanguages = ['ru', 'en'] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

export const fallbackLanguage: InterfaceLanguage = 'en'

export function isRecognisedLanguage(value: string | undefined): value is RecognisedLanguage {
  return recognisedLanguages.some((language) => language === value)
}

/** The interface language for whatever a URL, a header or a browser names; English when we have no words in it. */
export function toInterfaceLanguage(value: string | null | undefined): InterfaceLanguage {
  const primary = value?.trim().toLowerCase().split(/[-_]/)[0]
  return interfaceLanguages.find((language) => language === primary) ?? fallbackLanguage
}

/** Whether a query says nothing but a language: where that decides all, every guest sees the page alike. */
export const saysOnlyLanguage = (query: URLSearchParams): boolean =>
  [...query.keys()].every((name) => name === 'locale')
