import { isDeepStrictEqual } from 'node:util'
import { parseDocument } from 'yaml'
import { Refusal } from '../../platform/refusal.ts'
import { nameEntry } from './list-field-changes.ts'
import { toPlainData } from './to-plain-data.ts'

export type FieldPath = (string | number)[]
type Path = FieldPath
/** A value that one side has changed; undefined removes it. */
type Edit = { path: Path; value: unknown }

/** A value that both sides have changed; the field of a whole file is empty. */
export type Conflict = { field: string; mine: unknown; theirs: unknown }
export type Side = 'mine' | 'theirs'
/** @property fields  Changed by them alone, or by both and decided for them. */
export type Merge = { text: string; fields: string[]; conflicts: Conflict[] }

/** More are decided as a whole file. */
const maxConflicts = 50

/**
 * Merges two changes of a YAML file by their fields. What `mine` changes is written into `theirs`, so that their comments
 * and order survive. A file that is no YAML is merged as a whole.
 * @param decide  Chooses the value where both have changed it. Default: mine.
 */
export function mergeTexts(
  path: string,
  base: string,
  mine: string,
  theirs: string,
  decide: (conflict: Conflict) => Side = () => 'mine',
): Merge {
  if (mine === theirs || base === theirs) return { text: mine, fields: [], conflicts: [] }
  if (base === mine) return { text: theirs, fields: [], conflicts: [] }
  const whole = (): Merge => {
    const conflict = { field: '', mine, theirs }
    return { text: decide(conflict) === 'mine' ? mine : theirs, fields: [], conflicts: [conflict] }
  }
  const parsed = path.endsWith('.yaml') ? [base, mine, theirs].map(toPlainData) : []
  if (parsed.length === 0 || parsed.includes(undefined)) return whole()
  const own = listEdits(parsed[0], parsed[1])
  const other = listEdits(parsed[0], parsed[2])
  const isDisputed = (edit: Edit) =>
    other.some((one) => isWithin(edit.path, one.path) && !isDeepStrictEqual(edit, one))
  const toConflict = ({ path, value }: Edit): Conflict => ({
    field: namePath(parsed[2], path),
    mine: value,
    theirs: getValue(parsed[2], path),
  })
  const disputed = own.filter(isDisputed)
  if (disputed.length > maxConflicts) return whole()
  const yielded = disputed.filter((edit) => decide(toConflict(edit)) === 'theirs')
  const kept = own.filter((edit) => !yielded.includes(edit))
  try {
    return {
      text: kept.length === 0 ? theirs : writeEdits(theirs, kept),
      fields: other.map(nameField),
      conflicts: disputed.map(toConflict),
    }
  } catch {
    // An alias or another kind of value stands where the own one would be.
    return whole()
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

export const nameConflict = ({ field }: Pick<Conflict, 'field'>): string => field || 'file'

const nameField = ({ path }: Edit) => path.join('.') || 'file'

const getEntry = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined

const getValue = (root: unknown, path: Path): unknown => path.reduce(getEntry, root)

/** As people read it: entries of lists by their ids. */
function namePath(root: unknown, path: Path): string {
  const names = path.map((key, index) => {
    const parent = getValue(root, path.slice(0, index))
    return typeof parent === 'object' && parent !== null
      ? nameEntry(parent, String(key), getEntry(parent, key))
      : String(key)
  })
  return names.join('.')
}

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
