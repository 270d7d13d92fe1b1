type Path = (string | number)[]
/** A value that was added has no `before`, one that was removed no `after`. */
type Change = { path: Path; before?: unknown; after?: unknown }
type Compared = { changes: Change[]; isCut: boolean }

/** Enough to see what happened. */
const MAX_CHANGES = 200

/**
 * Lists what differs between two JSON values, in the order of the second one. Elements of arrays are compared by index.
 * Without recursion, because a game's JSON has any depth.
 */
export function compareJson(before: unknown, after: unknown, limit = MAX_CHANGES): Compared {
  const changes: Change[] = []
  const waiting: Required<Change>[] = [{ path: [], before, after }]
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    if (Object.is(pair.before, pair.after)) continue
    const isDeeper =
      isContainer(pair.before) &&
      isContainer(pair.after) &&
      Array.isArray(pair.before) === Array.isArray(pair.after)
    if (!isDeeper) {
      if (changes.length === limit) return { changes, isCut: true }
      changes.push(
        pair.before === missing ? omit(pair, 'before') : pair.after === missing ? omit(pair, 'after') : pair,
      )
      continue
    }
    waiting.push(...listParts(pair).reverse())
  }
  return { changes, isCut: false }
}

/** JSON has no symbols. */
const missing = Symbol('missing')

type Container = Record<string, unknown>
export const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

function listParts({ path, before, after }: Required<Change>): Required<Change>[] {
  const [old, next] = [before as Container, after as Container]
  const isList = Array.isArray(after)
  const keys = new Set([...Object.keys(next), ...Object.keys(old)])
  return [...keys].map((key) => ({
    path: [...path, isList ? Number(key) : key],
    before: read(old, key),
    after: read(next, key),
  }))
}

/** A game may call a key `constructor`. */
const read = (value: Container, key: string) => (Object.hasOwn(value, key) ? value[key] : missing)

function omit({ path, ...values }: Required<Change>, name: 'before' | 'after'): Change {
  return name === 'before' ? { path, after: values.after } : { path, before: values.before }
}

/** "levels[2].stars": as scripts write it. */
export function formatPath(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `[${JSON.stringify(key)}]`
      return index === 0 ? key : `.${key}`
    })
    .join('')
}

/** @returns undefined for what is no JSON, or too deep for this browser. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
