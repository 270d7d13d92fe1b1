type Form = { [name: string]: Form | string | number | boolean | (string | Form)[] }

/** Parameters the API reads as numbers. */
const numbers = new Set([
  'amount',
  'limit',
  'amount_to_capture',
  'gt',
  'gte',
  'lt',
  'lte',
  'exp_month',
  'exp_year',
])

/** Parses a form like Stripe, with the types given to the SDK: `a[b]=1` is `{ a: { b: 1 } }`. */
export function parseStripeForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    let target = form
    for (const step of path.slice(0, -1)) {
      target[step] ??= {}
      target = target[step] as Form
    }
    const last = path.at(-1) ?? ''
    const isFree = path[0] === 'metadata'
    target[last] = isFree ? value : typedValue(last, value)
  }
  return withLists(form) as Form
}

function typedValue(name: string, value: string): string | number | boolean {
  if (numbers.has(name)) return Number(value)
  return value === 'true' ? true : value === 'false' ? false : value
}

/** `expand[0]` has become `{ expand: { 0: … } }`. */
function withLists(value: Form[string]): unknown {
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
