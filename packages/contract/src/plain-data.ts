const MAX_DEPTH = 8
/** Added for each value, so empty values count too. */
const BYTES_PER_VALUE = 8
/** Keys with the power to pollute a prototype when the object is merged into another. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Thrown for anything but plain data within the size limit. */
export class NotPlainData extends Error {}

/**
 * Copies JSON-like data: null, booleans, finite numbers, strings, arrays and plain objects. Undefined properties are
 * omitted. The time is bounded by `maxBytes`, whatever the value's size.
 * @throws NotPlainData  on any other value, an unsafe key, nesting deeper than 8 (which includes cycles), or excess
 *   size.
 */
export function readPlain(value: unknown, maxBytes: number): unknown {
  let left = maxBytes
  const count = (bytes: number) => {
    left -= bytes
    if (left < 0) throw new NotPlainData(`More than ${maxBytes} bytes`)
  }

  function copy(part: unknown, depth: number): unknown {
    count(BYTES_PER_VALUE)
    if (depth > MAX_DEPTH) throw new NotPlainData('Nested too deep')
    if (part === null || typeof part === 'boolean') return part
    if (typeof part === 'number' && Number.isFinite(part)) return part
    if (typeof part === 'string') {
      count(part.length)
      return part
    }
    if (Array.isArray(part)) {
      count(part.length * BYTES_PER_VALUE)
      return Array.from(part, (item) => copy(item, depth + 1))
    }
    if (isPlainObject(part)) return copyObject(part, depth)
    throw new NotPlainData('Not plain data')
  }

  function copyObject(part: Record<string, unknown>, depth: number) {
    const result: Record<string, unknown> = {}
    for (const key of Object.keys(part)) {
      if (UNSAFE_KEYS.has(key)) throw new NotPlainData(`The key ${key} is not allowed`)
      count(key.length)
      if (part[key] !== undefined) result[key] = copy(part[key], depth + 1)
    }
    return result
  }

  return copy(value, 0)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
