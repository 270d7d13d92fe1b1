interface Localised {
  /** These texts' language, as the page's `lang` attribute spells it. */
  readonly language: string
}

/** Picks the texts in a language. The first is the fallback. */
export function messagesFor<Messages extends Localised>(
  [fallback, ...others]: readonly [Messages, ...Messages[]],
  language: string,
): Messages {
  return others.find((messages) => messages.language === language) ?? fallback
}

/** Fills the static page: `data-text` names an element's text, `data-label` its accessible name. */
export function translatePage(messages: Localised): void {
  document.documentElement.lang = messages.language
  const getText = (id: string | undefined) => String(messages[id as keyof Localised])
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = getText(element.dataset.text)
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', getText(element.dataset.label))
  }
}

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Returns a function from a number to its plural form: English has two forms, Russian four. */
export function plural(language: string): (n: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (n, forms) => forms[rules.select(n)] ?? forms.other
}
