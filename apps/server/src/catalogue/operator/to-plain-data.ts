import { parseDocument } from 'yaml'

/** @returns undefined for YAML with errors, too many aliases, or a value inside itself */
export function toPlainData(text: string): unknown {
  const document = parseDocument(text)
  if (document.errors.length > 0) return undefined
  try {
    const plain: unknown = document.toJS()
    JSON.stringify(plain)
    return plain
  } catch {
    return undefined
  }
}
