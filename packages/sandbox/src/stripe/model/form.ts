/** A form with bracketed names, unfolded: `metadata[orderId]=7` is `{ metadata: { orderId: '7' } }`. */
export interface Params {
  [name: string]: string | Params
}

const DEEPEST = 8

/**
 * Reads `application/x-www-form-urlencoded` as Stripe writes it: nested names in brackets, raw or percent-encoded.
 * Lists (`expand[]`, `expand[0]`) become objects with numbered keys; see {@link listOf}.
 * @throws URIError  when the encoding is broken
 */
export function parseForm(text: string): Params {
  const params = emptyParams()
  if (text === '') return params
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    put(params, pathOf(name), equals === -1 ? '' : decode(pair.slice(equals + 1)))
  }
  return params
}

/** The values of a list parameter, or nothing when the parameter is absent. */
export function listOf(value: string | Params | undefined): string[] {
  if (value === undefined || value === '') return []
  if (typeof value === 'string') return [value]
  return Object.values(value).filter((item) => typeof item === 'string')
}

function decode(text: string): string {
  return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

function pathOf(name: string): string[] {
  const bracket = name.indexOf('[')
  if (bracket <= 0 || !name.endsWith(']')) return [name]
  return [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][')]
}

function put(params: Params, path: string[], value: string): void {
  let place = params
  for (const [depth, step] of path.slice(0, DEEPEST).entries()) {
    const key = step === '' ? String(Object.keys(place).length) : step
    if (depth === Math.min(path.length, DEEPEST) - 1) {
      place[key] = value
      return
    }
    if (typeof place[key] !== 'object') place[key] = emptyParams()
    place = place[key]
  }
}

/** Without a prototype, so that a parameter named `__proto__` is only a strange name. */
function emptyParams(): Params {
  return Object.create(null)
}
