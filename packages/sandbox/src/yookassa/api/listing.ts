import { invalidRequest } from '../model/errors.ts'
import type { ApiObject } from '../model/render.ts'
import type { Call } from './operation.ts'

const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 100

/**
 * One page of a list, newest first, by `limit`, `cursor` and `created_at.*`.
 * @param records  oldest first
 */
export function listPage<T extends { id: string; createdAt: number }>(
  records: Iterable<T>,
  query: Call['query'],
  render: (record: T) => ApiObject,
): ApiObject {
  const limit = parseLimit(query.limit)
  const matching = [...records].filter(({ createdAt }) => isWithin(createdAt, query)).reverse()
  const first = query.cursor === undefined ? 0 : matching.findIndex(({ id }) => id === query.cursor)
  if (first === -1) throw invalidRequest('There is no such page', 'cursor')
  const next = matching[first + limit]
  return {
    type: 'list',
    items: matching.slice(first, first + limit).map(render),
    ...(next ? { next_cursor: next.id } : {}),
  }
}

function parseLimit(value: string | undefined): number {
  if (value === undefined) return DEFAULT_PAGE_SIZE
  const limit = Number(value)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE_SIZE) return limit
  throw invalidRequest(`must be between 1 and ${MAX_PAGE_SIZE}`, 'limit')
}

function isWithin(createdAt: number, query: Call['query']): boolean {
  const bound = (name: string) => {
    const value = query[`created_at.${name}`]
    return value === undefined ? undefined : Date.parse(value)
  }
  const [gte, gt, lte, lt] = ['gte', 'gt', 'lte', 'lt'].map(bound)
  return (
    (gte === undefined || createdAt >= gte) &&
    (gt === undefined || createdAt > gt) &&
    (lte === undefined || createdAt <= lte) &&
    (lt === undefined || createdAt < lt)
  )
}
