import { invalidRequest } from '../model/errors.ts'
import type { Params } from '../model/form.ts'
import { renderList, type StripeObject } from '../model/render.ts'
import { parseAmount } from './params.ts'

const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 100

/**
 * One page of a list, newest first, by `limit`, `starting_after`, `ending_before` and `created`.
 * @param records  oldest first
 */
export function listPage<T extends { id: string }>(
  url: string,
  records: Iterable<T>,
  params: Params,
  of: { createdAt(record: T): number; render(record: T): StripeObject },
): StripeObject {
  const matching = [...records].filter((record) => isWithin(of.createdAt(record), params.created)).reverse()
  const limit = parseLimit(params.limit)
  const after = findRecordIndex(matching, params.starting_after, 'starting_after')
  const before = findRecordIndex(matching, params.ending_before, 'ending_before')
  const first = after !== undefined ? after + 1 : before !== undefined ? Math.max(0, before - limit) : 0
  const last = before !== undefined && after === undefined ? before : first + limit
  const hasMore = before !== undefined && after === undefined ? first > 0 : last < matching.length
  return renderList(url, matching.slice(first, last).map(of.render), hasMore)
}

/** @throws StripeError  above the largest page, which is refused instead of cut off */
export function parseLimit(value: string | Params | undefined): number {
  if (value === undefined) return DEFAULT_PAGE_SIZE
  const limit = parseAmount(value, 'limit')
  if (limit <= MAX_PAGE_SIZE) return limit
  throw invalidRequest(
    `This value must be less than or equal to ${MAX_PAGE_SIZE}.`,
    'limit',
    'parameter_invalid_integer',
  )
}

function findRecordIndex<T extends { id: string }>(
  records: T[],
  id: string | Params | undefined,
  param: string,
): number | undefined {
  if (id === undefined) return undefined
  const index = records.findIndex((record) => record.id === id)
  if (index === -1) throw invalidRequest(`No such object: '${String(id)}'`, param, 'resource_missing')
  return index
}

function isWithin(createdAt: number, range: string | Params | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'string') return createdAt === Number(range)
  return (
    (range.gt === undefined || createdAt > Number(range.gt)) &&
    (range.gte === undefined || createdAt >= Number(range.gte)) &&
    (range.lt === undefined || createdAt < Number(range.lt)) &&
    (range.lte === undefined || createdAt <= Number(range.lte))
  )
}
