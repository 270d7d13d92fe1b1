import { isDeepStrictEqual } from 'node:util'
import { parseDocument } from 'yaml'
import { Refusal } from '../../platform/refusal.ts'
import { toPlainData } from './to-plain-data.ts'

export type FieldPath = (string | number)[]
type Path = FieldPath
/** A value that one side has changed; undefined removes it. */
type Edit = { path: Path; value: unknown }

export type Merge = { text: string; fields: string[] } | { conflicts: string[] }

/**
 * Merges two changes of a YAML file by their fields. What `mine` changes is written into `theirs`, so that their comments
 * and order survive.
 * @returns fields that only they have changed, or those that both have, which need a decision; all of a file that is no YAML
 */
export function mergeTexts(path: string, base: string, mine: string, theirs: string): Merge {
  if (mine === theirs || base === theirs) return { text: mine, fields: [] }
  if (base === mine) return { text: theirs, fields: [] }
  const parsed = path.endsWith('.yaml') ? [base, mine, theirs].map(toPlainData) : []
  if (parsed.length === 0 || parsed.includes(undefined)) return { conflicts: ['file'] }
  const own = listEdits(parsed[0], parsed[1])
  const other = listEdits(parsed[0], parsed[2])
  const conflicts = own.filter((edit) =>
    other.some((one) => isWithin(edit.path, one.path) && !isDeepStrictEqual(edit, one)),
  )
  if (conflicts.length > 0) return { conflicts: conflicts.map(nameField) }
  try {
    return { text: writeEdits(theirs, own), fields: other.map(nameField) }
  } catch {
    // An alias stands where the value would be.
    return { conflicts: own.map(nameField) }
  }
}

/** Keeps comments, order and line ends. @throws where an alias stands in the way */
function writeEdits(text: string, edits: Edit[]): string {
  const document = parseDocument(text)
  for (const { path, value } of edits)
    if (value === undefined) document.deleteIn(path)
    else document.setIn(path, document.createNode(value))
  const written = document.toString({ lineWidth: 0 })
  return text.includes('\r\n') ? written.replace(/\r?\n/g, '\r\n') : written
}

/** As `writeEdits`. @throws Refusal EDIT_CONFLICT for a field that an alias fills */
export function writeOrRefuse(path: string, text: string, edits: Edit[]): string {
  try {
    return writeEdits(text, edits)
  } catch (cause) {
    throw new Refusal('EDIT_CONFLICT', { path, fields: edits.map(nameField) }, { cause })
  }
}

/** One path is the other, or above it. */
const isWithin = (one: Path, other: Path) =>
  one.slice(0, Math.min(one.length, other.length)).every((key, index) => key === other[index])

const nameField = ({ path }: Edit) => path.join('.') || 'file'

/** Lists of things with an id are compared by it while both sides have the same ones in the same order. */
function listEdits(before: unknown, after: unknown, path: Path = []): Edit[] {
  if (isDeepStrictEqual(before, after)) return []
  if (isGroup(before) && isGroup(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => listEdits(before[key], after[key], [...path, key]))
  }
  if (Array.isArray(before) && Array.isArray(after) && isSameOrder(before, after))
    return before.flatMap((value, index) => listEdits(value, after[index], [...path, index]))
  return [{ path, value: after }]
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isSameOrder(before: unknown[], after: unknown[]): boolean {
  if (before.length !== after.length) return false
  return before.every((value, index) => {
    const other = after[index]
    return isGroup(value) && isGroup(other) && value.id !== undefined && value.id === other.id
  })
}
