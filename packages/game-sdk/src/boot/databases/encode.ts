/** The largest carried key or value, encoded. Larger ones are downloads more often than saves. */
export const maxRecordLength = 512 * 1024

const views = [
  'Uint8Array',
  'Uint8ClampedArray',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
] as const

/**
 * Writes a key or a value of IndexedDB as JSON. An array is a tag with what belongs to it; everything else is itself.
 * @returns undefined for what is too large or has no such form, such as a `Blob`
 */
export function encode(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(toJson(value))
    return text.length > maxRecordLength ? undefined : text
  } catch {
    return undefined
  }
}

/** @throws Error for a text not written by `encode` */
export const decode = (text: string): unknown => fromJson(JSON.parse(text))

function toJson(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return short(value, value.length)
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : ['number', `${value === 0 ? '-0' : value}`]
  if (value === undefined) return ['undefined']
  if (typeof value === 'bigint') return ['bigint', `${value}`]
  if (Array.isArray(value)) return ['array', ...short(value, value.length).map(toJson)]
  if (value instanceof Date) return ['date', value.getTime()]
  if (value instanceof Map) return ['map', ...[...value].flatMap(([key, one]) => [toJson(key), toJson(one)])]
  if (value instanceof Set) return ['set', ...[...value].map(toJson)]
  if (value instanceof ArrayBuffer) return ['ArrayBuffer', toBase64(new Uint8Array(value))]
  const view = views.find((name) => value instanceof window[name])
  if (view) {
    const { buffer, byteOffset, byteLength } = value as ArrayBufferView
    return [view, toBase64(new Uint8Array(buffer, byteOffset, byteLength))]
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') throw new TypeError('Not carried')
  return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, toJson(one)]))
}

function fromJson(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (!Array.isArray(json))
    return Object.fromEntries(Object.entries(json).map(([key, one]) => [key, fromJson(one)]))
  const [tag, ...parts] = json
  const [first] = parts
  if (tag === 'number') return Number(first)
  if (tag === 'undefined') return undefined
  if (tag === 'bigint') return BigInt(first)
  if (tag === 'date') return new Date(first)
  if (tag === 'ArrayBuffer') return fromBase64(first)
  const view = views.find((name) => name === tag)
  if (view) return new window[view](fromBase64(first))
  const values = parts.map(fromJson)
  if (tag === 'set') return new Set(values)
  if (tag !== 'map') return values
  return new Map(values.flatMap((key, at) => (at % 2 ? [] : [[key, values[at + 1]] as const])))
}

/** Stops before megabytes are written as text. */
function short<T>(value: T, length: number): T {
  if (length > maxRecordLength) throw new RangeError('Not carried')
  return value
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of short(bytes, bytes.length)) text += String.fromCharCode(byte)
  return btoa(text)
}

function fromBase64(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)).buffer
}
