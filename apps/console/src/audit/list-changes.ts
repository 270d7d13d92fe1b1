/** Null stands for a missing value. */
export type FieldChange = { field: string; before: string | null; after: string | null }

/**
 * Compares an audit entry's values before and after an act, field by field. Unchanged fields are left out.
 * @param before  JSON, or null when there was nothing.
 */
export function listChanges(before: string | null, after: string | null): FieldChange[] {
  const [old, next] = [readFields(before), readFields(after)]
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: next.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

function readFields(json: string | null): Map<string, string> {
  if (json === null) return new Map()
  const value = parse(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map([['', toText(value)]])
  return new Map(Object.entries(value).map(([field, content]) => [field, toText(content)]))
}

/** A masked text may no longer be JSON. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function toText(value: unknown): string {
  if (value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
