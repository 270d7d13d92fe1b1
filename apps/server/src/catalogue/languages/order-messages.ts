import { type InterfaceLanguage, isRecognisedLanguage } from '@playhub/contract'

type Field = (string | number)[]
type Ordered = {
  value: unknown
  /** Texts without the default language, by field. */
  missing: Field[]
}

/**
 * Puts the default language first in every text by language in a parsed file, because readers show the first entry when
 * theirs is missing. An object with languages as its keys is such a text.
 */
export function orderMessages(value: unknown, defaultLanguage: InterfaceLanguage): Ordered {
  const missing: Field[] = []

  function order(part: unknown, field: Field): unknown {
    if (Array.isArray(part)) return part.map((entry, index) => order(entry, [...field, index]))
    if (typeof part !== 'object' || part === null) return part
    if (!isText(part))
      return Object.fromEntries(
        Object.entries(part).map(([key, entry]) => [key, order(entry, [...field, key])]),
      )
    if (!(defaultLanguage in part)) missing.push(field)
    return defaultLanguage in part ? { [defaultLanguage]: part[defaultLanguage], ...part } : part
  }

  return { value: order(value, []), missing }
}

function isText(part: object): part is Record<string, unknown> {
  const keys = Object.keys(part)
  return keys.length > 0 && keys.every(isRecognisedLanguage)
}
