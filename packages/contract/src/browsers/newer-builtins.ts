/** Built-ins missing in the oldest supported browsers. */

/** Like `URL.parse`, missing in Safari 17 and browsers before September 2024. */
export function parseUrl(url: string, base?: string | URL): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

/** Like `Map.groupBy`, missing in Safari 17.3 and Chrome 116. */
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
