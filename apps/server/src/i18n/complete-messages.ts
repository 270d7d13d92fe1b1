import type { InterfaceLanguage } from '@playhub/contract'

export type TextTree = { [key: string]: string | TextTree }

const pluralSuffix = /_(zero|one|two|few|many|other)$/

/**
 * Completes a file's translation with English, so readers need one language only. A text with other placeholders than
 * the English one is replaced too: a price or a link would be missing.
 * @returns  `problems`: one line for each missing, unknown or broken text
 */
export function completeMessages<English extends TextTree>(
  english: English,
  translation: TextTree,
  language: InterfaceLanguage,
): { messages: English; problems: string[] } {
  const source = flatten(english)
  const translated = flatten(translation)
  const problems: string[] = []
  const messages: TextTree = {}

  /** The translation under a key, if it can replace the English text. */
  function usable(key: string, original: string): string | undefined {
    const text = translated.get(key)
    if (text === undefined) return undefined
    const difference = placeholderDifference(text, original, pluralSuffix.test(key))
    return difference === '' && text.trim() !== '' ? text : undefined
  }

  for (const [key, original] of source) {
    if (findStem(key, source) !== undefined) continue
    setText(messages, key, usable(key, original) ?? original)
    problems.push(...listProblems(key, original, translated))
  }
  for (const stem of pluralStems(source)) {
    const other = source.get(`${stem}_other`) ?? ''
    for (const form of new Intl.PluralRules(language).resolvedOptions().pluralCategories) {
      const original = source.get(`${stem}_${form}`) ?? other
      const text = usable(`${stem}_${form}`, original) ?? usable(`${stem}_other`, other) ?? original
      setText(messages, `${stem}_${form}`, text)
    }
    for (const form of pluralForms(language))
      problems.push(...listProblems(`${stem}_${form}`, source.get(`${stem}_${form}`) ?? other, translated))
  }
  for (const key of translated.keys()) {
    const stem = findStem(key, source)
    if (stem === undefined ? !source.has(key) : !isPluralForm(language, key))
      problems.push(`${key} is unknown`)
  }
  // It has the English texts, but the plural forms of its language.
  return { messages: messages as English, problems }
}

/** A language's plural forms for counts: French uses `many` for millions only. */
function pluralForms(language: InterfaceLanguage): Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules(language)
  const used = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))
  return (['zero', 'one', 'two', 'few', 'many', 'other'] as const).filter((form) => used.has(form))
}

function isPluralForm(language: InterfaceLanguage, key: string): boolean {
  const [, form] = pluralSuffix.exec(key) ?? []
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.some((known) => known === form)
}

function listProblems(key: string, original: string, translated: Map<string, string>): string[] {
  const text = translated.get(key)
  if (text === undefined || text.trim() === '') return [`${key} is missing, so it is shown in English`]
  const difference = placeholderDifference(text, original, pluralSuffix.test(key))
  return difference === '' ? [] : [`${key} ${difference}, so it is shown in English`]
}

/**
 * A translation need not name the brand where the English text does.
 * @returns  an empty string when a translation has the English text's placeholders and tags
 */
function placeholderDifference(text: string, original: string, isPlural: boolean): string {
  const expected = placeholdersIn(original)
  const found = placeholdersIn(text)
  // "One game" needs no number.
  const missing = expected.filter((name) => !found.includes(name) && !(isPlural && name === '{{count}}'))
  const unknown = found.filter((name) => !expected.includes(name))
  return [
    ...(missing.length > 0 ? [`lacks ${missing.join(' ')}`] : []),
    ...(unknown.length > 0 ? [`has the unknown ${unknown.join(' ')}`] : []),
  ].join(' and ')
}

function placeholdersIn(text: string): string[] {
  const all = [...text.matchAll(/\{\{\s*(?!brand\b)(\w+)\s*\}\}|<\/?(\w+)\s*\/?>/g)].map(([whole]) => whole)
  return [...new Set(all)].sort()
}

/** A plural form's stem, such as `count` for `count_one`; undefined for other keys. */
function findStem(key: string, source: Map<string, string>): string | undefined {
  const stem = key.replace(pluralSuffix, '')
  return stem !== key && source.has(`${stem}_other`) ? stem : undefined
}

function pluralStems(source: Map<string, string>): Set<string> {
  return new Set([...source.keys()].flatMap((key) => findStem(key, source) ?? []))
}

/** Every text by its dotted key. */
function flatten(tree: TextTree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )
}

function setText(tree: TextTree, key: string, text: string): void {
  const parts = key.split('.')
  const last = parts.pop() ?? ''
  let at = tree
  for (const part of parts) {
    const known = at[part]
    const next = typeof known === 'object' ? known : {}
    at[part] = next
    at = next
  }
  at[last] = text
}
