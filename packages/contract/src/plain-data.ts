const MAX_DEPTH = 8
/** What a value costs besides its text, so that a million empty lists are not free. */
const COST_OF_A_VALUE = 8
/** Keys that could reach a prototype once somebody merges the object into another. */
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** The value a stranger sent is not plain data of a bearable size. */
export class NotPlainData extends Error {}

/**
 * Copies JSON-like data (null, booleans, finite numbers, text, lists, plain objects) and nothing else, in time
 * bounded by `maxBytes`, not by what was sent. Undefined members are left out.
 * @throws NotPlainData  on any other value, an unsafe key, a nesting over 8 (so on a cycle too), or too much text.
 */
export function readPlain(value: unknown, maxBytes: number): unknown {
  let left = maxBytes
  const pay = (cost: number) => {
    left -= cost
    if (left < 0) throw new NotPlainData(`More than ${maxBytes} bytes`)
  }

  function copy(part: unknown, depth: number): unknown {
    pay(COST_OF_A_VALUE)
    if (depth > MAX_DEPTH) throw new NotPlainData('Nested too deep')
    if (part === null || typeof part === 'boolean') return part
    if (typeof part === 'number' && Number.isFinite(part)) return part
    if (typeof part === 'string') {
      pay(part.length)
      return part
    }
    if (Array.isArray(part)) {
      pay(part.length * COST_OF_A_VALUE)
      return Array.from(part, (item) => copy(item, depth + 1))
    }
    if (isPlainObject(part)) return copyObject(part, depth)
    throw new NotPlainData('Not plain data')
  }

  function copyObject(part: Record<string, unknown>, depth: number) {
    const result: Record<string, unknown> = {}
    for (const key of Object.keys(part)) {
      if (UNSAFE_KEYS.has(key)) throw new NotPlainData(`The key ${key} is not allowed`)
      pay(key.length)
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
