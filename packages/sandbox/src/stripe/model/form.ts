/** A parsed form with nested names: `metadata[orderId]=7` is `{ metadata: { orderId: '7' } }`. */
export interface Params {
  [name: string]: string | Params
}

const MAX_DEPTH = 8

/**
 * Parses `application/x-www-form-urlencoded` in Stripe's dialect: nested names in brackets, raw or percent-encoded.
 * Lists (`expand[]`, `expand[0]`) become objects with numeric keys; see {@link toList}.
 * @throws URIError  when the percent-encoding is malformed
 */
export function parseForm(text: string): Params {
  const params = emptyParams()
  if (text === '') return params
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    put(params, parsePath(name), equals === -1 ? '' : decode(pair.slice(equals + 1)))
  }
  return params
}

/** The strings of a list parameter; empty when it is absent. */
export function toList(value: string | Params | undefined): string[] {
  if (value === undefined || value === '') return []
  if (typeof value === 'string') return [value]
  return Object.values(value).filter((item) => typeof item === 'string')
}

function decode(text: string): string {
  return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

function parsePath(name: string): string[] {
  const bracket = name.indexOf('[')
  if (bracket <= 0 || !name.endsWith(']')) return [name]
  return [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][')]
}

function put(params: Params, path: string[], value: string): void {
  let target = params
  for (const [depth, step] of path.slice(0, MAX_DEPTH).entries()) {
    const key = step === '' ? String(Object.keys(target).length) : step
    if (depth === Math.min(path.length, MAX_DEPTH) - 1) {
      target[key] = value
      return
    }
    if (typeof target[key] !== 'object') target[key] = emptyParams()
    target = target[key]
  }
}

/** Without a prototype, so a parameter named `__proto__` is harmless. */
function emptyParams(): Params {
  return Object.create(null)
}
