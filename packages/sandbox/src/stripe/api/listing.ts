import { invalid } from '../model/errors.ts'
import type { Params } from '../model/form.ts'
import { renderList, type StripeObject } from '../model/render.ts'
import { readAmount } from './params.ts'

const USUAL_PAGE = 10
const LARGEST_PAGE = 100

/**
 * One page of a list, newest first, as `limit`, `starting_after`, `ending_before` and `created` ask.
 * @param records  oldest first
 */
export function listPage<T extends { id: string }>(
  url: string,
  records: Iterable<T>,
  params: Params,
  of: { createdAt(record: T): number; render(record: T): StripeObject },
): StripeObject {
  const wanted = [...records].filter((record) => isWithin(of.createdAt(record), params.created)).reverse()
  const limit =
    params.limit === undefined ? USUAL_PAGE : Math.min(readAmount(params.limit, 'limit'), LARGEST_PAGE)
  const after = placeOf(wanted, params.starting_after, 'starting_after')
  const before = placeOf(wanted, params.ending_before, 'ending_before')
  const first = after !== undefined ? after + 1 : before !== undefined ? Math.max(0, before - limit) : 0
  const last = before !== undefined && after === undefined ? before : first + limit
  const hasMore = before !== undefined && after === undefined ? first > 0 : last < wanted.length
  return renderList(url, wanted.slice(first, last).map(of.render), hasMore)
}

function placeOf<T extends { id: string }>(
  records: T[],
  id: string | Params | undefined,
  param: string,
): number | undefined {
  if (id === undefined) return undefined
  const place = records.findIndex((record) => record.id === id)
  if (place === -1) throw invalid(`No such object: '${String(id)}'`, param, 'resource_missing')
  return place
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
