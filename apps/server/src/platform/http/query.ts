import { parse } from 'node:querystring'

type Query = Record<string, string | string[]>

/** Parses a query string without its empty parameters: a form sends `?project=` for a filter that is not set. */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null)
  for (const [name, given] of Object.entries(parse(text))) {
    const [value, ...more] = [given ?? []].flat().filter(Boolean)
    if (value !== undefined) query[name] = more.length > 0 ? [value, ...more] : value
  }
  return query
}
