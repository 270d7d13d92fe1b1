import { en, type PlainText, type Texts } from './en.ts'
import { ru } from './ru.ts'

export type { Texts }

const LANGUAGES: Record<string, Texts> = { en, ru }

/** The game's words; English for a language the game does not speak. */
export const textsIn = (language: string): Texts => LANGUAGES[language] ?? en
const spoken = (language: string): string => (language in LANGUAGES ? language : 'en')

/** Fills the page's static words: `data-text` with text, `data-label` with an accessible name. */
export function translatePage(texts: Texts, language: string): void {
  document.documentElement.lang = spoken(language)
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = texts[element.dataset.text as PlainText]
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', texts[element.dataset.label as PlainText])
  }
}
