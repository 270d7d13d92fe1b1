import type { Call } from './http.ts'

export type Language = 'en' | 'ru'

/** The language of a page: what the app asked for in the provider's own parameter, else what the browser prefers. */
export function languageOf(call: Call, parameter: string | null = null): Language {
  if (parameter) return isRussian(parameter) ? 'ru' : 'en'
  return isRussian(call.acceptLanguage ?? '') ? 'ru' : 'en'
}

/** `ru`, `ru-RU`, `ru_RU`, `ru-RU,en;q=0.8` */
function isRussian(tag: string): boolean {
  return /^ru\b|^ru_/i.test(tag.trim())
}
