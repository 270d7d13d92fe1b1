import { invalidRequest } from '../model/errors.ts'
import type { Params } from '../model/form.ts'
import type { Intent } from '../model/records.ts'

const CLAUSE =
  /^(?:metadata\[(['"])([^'"]+)\1\]|(status|currency|customer|amount|created)) ?(:|>=|<=|>|<) ?(?:(['"])(.*)\5|(\d+))$/

type Matches = (intent: Intent) => boolean

/**
 * Parses a part of Stripe's query language for finding intents: clauses such as `metadata['orderId']:'7'`,
 * `status:'succeeded'` and `created>1700000000`, joined by AND.
 * @throws StripeError
 */
export function parseQuery(query: string | Params | undefined): Matches {
  if (typeof query !== 'string' || query === '') {
    throw invalidRequest('Missing required param: query.', 'query', 'parameter_missing')
  }
  const clauses = query.split(/ AND /i).map(parseClause)
  return (intent) => clauses.every((matches) => matches(intent))
}

function parseClause(clause: string): Matches {
  const [, , key, field, operator = ':', , text, number] = CLAUSE.exec(clause.trim()) ?? []
  const value = text ?? number
  if (value === undefined) throw invalidRequest(`We were unable to parse the query near: ${clause}`, 'query')
  return (intent) =>
    compare(key === undefined ? getField(intent, field) : intent.metadata[key], operator, value)
}

function getField(intent: Intent, field: string | undefined): string | number | null {
  if (field === 'created') return intent.createdAt
  return intent[field as 'status' | 'currency' | 'customer' | 'amount']
}

function compare(actual: string | number | null | undefined, operator: string, value: string): boolean {
  if (actual === null || actual === undefined) return false
  if (operator === ':') return String(actual) === value
  const difference = Number(actual) - Number(value)
  if (operator === '>') return difference > 0
  if (operator === '<') return difference < 0
  return operator === '>=' ? difference >= 0 : difference <= 0
}
