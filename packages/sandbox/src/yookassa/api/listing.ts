import { invalid } from '../model/errors.ts'
import type { Document } from '../model/render.ts'
import type { Call } from './operations.ts'

const USUAL_PAGE = 10
const LARGEST_PAGE = 100

/**
 * One page of a list, newest first, as `limit`, `cursor` and `created_at.*` ask.
 * @param records  oldest first
 */
export function listPage<T extends { id: string; createdAt: number }>(
  records: Iterable<T>,
  query: Call['query'],
  render: (record: T) => Document,
): Document {
  const limit = readLimit(query.limit)
  const wanted = [...records].filter(({ createdAt }) => isWithin(createdAt, query)).reverse()
  const first = query.cursor === undefined ? 0 : wanted.findIndex(({ id }) => id === query.cursor)
  if (first === -1) throw invalid('There is no such page', 'cursor')
  const next = wanted[first + limit]
  return {
    type: 'list',
    items: wanted.slice(first, first + limit).map(render),
    ...(next ? { next_cursor: next.id } : {}),
  }
}

function readLimit(asked: string | undefined): number {
  if (asked === undefined) return USUAL_PAGE
  const limit = Number(asked)
  if (Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_PAGE) return limit
  throw invalid(`must be between 1 and ${LARGEST_PAGE}`, 'limit')
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
