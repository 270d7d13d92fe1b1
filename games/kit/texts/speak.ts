/** What every game's texts begin with. */
interface Spoken {
  /** The language of these texts, as the page's `lang` says it. */
  readonly language: string
}

/** Chooses among a game's texts: English for a language the game does not speak. */
export function textsOf<Texts extends Spoken>(...[first, ...others]: [Texts, ...Texts[]]) {
  return (language: string): Texts => others.find((texts) => texts.language === language) ?? first
}

/** Fills the page's static words: `data-text` with text, `data-label` with an accessible name. */
export function translatePage(texts: Spoken): void {
  document.documentElement.lang = texts.language
  const word = (id: string | undefined) => String(texts[id as keyof Spoken])
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = word(element.dataset.text)
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', word(element.dataset.label))
  }
}
