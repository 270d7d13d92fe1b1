import type { FileChange } from '@playhub/contract/operator'
import { toPlainData } from './to-plain-data.ts'

const maxFields = 200
const maxLength = 2_000

/** What differs between two states of a file, by field. A picture, and a text that cannot be read, has no fields. */
export function describeFileChange(path: string, before: string | null, after: string | null): FileChange {
  const change = before === null ? 'added' : after === null ? 'deleted' : 'changed'
  if (path.endsWith('.md')) return { path, change, fields: [toField('', before, after)] }
  if (!path.endsWith('.yaml')) return { path, change, fields: [] }
  const old = flatten(before)
  const next = flatten(after)
  const names = [...new Set([...old.keys(), ...next.keys()])]
  const fields = names
    .map((name) => toField(name, old.get(name) ?? null, next.get(name) ?? null))
    .filter((field) => field.before !== field.after)
  return { path, change, fields: fields.slice(0, maxFields) }
}

const shorten = (text: string | null) =>
  text && (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)
const toField = (field: string, before: string | null, after: string | null) => ({
  field,
  before: shorten(before),
  after: shorten(after),
})

/** Values by field, such as `items.gold.price.USD`: an entry of a list is named by its id, else by its place. */
function flatten(text: string | null): Map<string, string> {
  const values = new Map<string, string>()
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) {
      if (value !== undefined && value !== null) values.set(name, String(value))
      return
    }
    for (const [key, entry] of Object.entries(value))
      visit(entry, [name, nameEntry(value, key, entry)].filter(Boolean).join('.'))
  }
  if (text !== null) visit(toPlainData(text), '')
  return values
}

export function nameEntry(list: object, key: string, entry: unknown): string {
  const id = Array.isArray(list) && typeof entry === 'object' && entry !== null && 'id' in entry && entry.id
  return typeof id === 'string' ? id : key
}
