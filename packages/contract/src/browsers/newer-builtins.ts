/** Built-ins that the oldest supported browsers lack. */

/** As `URL.parse`, which Safari 17 and browsers before September 2024 lack. */
export function parseUrl(url: string, base?: string | URL): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

/** As `Map.groupBy`, which Safari 17.3 and Chrome 116 lack. */
export function groupBy<Key, Value>(
  values: Iterable<Value>,
  toKey: (value: Value) => Key,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = toKey(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
