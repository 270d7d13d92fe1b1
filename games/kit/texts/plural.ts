type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Picks the form of a word for a number: English has two, Russian four. */
export function plural(language: string): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  return (n, forms) => forms[rules.select(n)] ?? forms.other
}
