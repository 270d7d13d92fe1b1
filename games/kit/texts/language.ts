interface Localised {
  /** These texts' language, as the page's `lang` attribute spells it. */
  readonly language: string
}

/** Picks the texts in a language. The first is the fallback. */
export function textsFor<Texts extends Localised>(
  [fallback, ...others]: readonly [Texts, ...Texts[]],
  language: string,
): Texts {
  return others.find((texts) => texts.language === language) ?? fallback
}

/** Fills the static page: `data-text` names an element's text, `data-label` its accessible name. */
export function translatePage(texts: Localised): void {
  document.documentElement.lang = texts.language
  const getText = (id: string | undefined) => String(texts[id as keyof Localised])
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = getText(element.dataset.text)
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', getText(element.dataset.label))
  }
}

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Returns a function that picks a number's plural form: English has two forms, Russian four. */
export function plural(language: string): (n: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (n, forms) => forms[rules.select(n)] ?? forms.other
}
