import type { OperatorRouteResponse, SearchHit } from '@playhub/contract/operator'

export type SearchResult = OperatorRouteResponse<'GET /search'>['data']['result']
export type SearchKind = SearchHit['kind']

/** Sorted like the groups. */
export const searchKinds = [
  'order',
  'player',
  'ticket',
  'receipt',
  'webhook',
  'refund',
  'dispute',
] as const satisfies readonly SearchKind[]

/** Hits by kind; kinds without hits are left out. */
export function groupHits(hits: readonly SearchHit[]): { kind: SearchKind; hits: SearchHit[] }[] {
  return searchKinds
    .map((kind) => ({ kind, hits: hits.filter((hit) => hit.kind === kind) }))
    .filter((group) => group.hits.length > 0)
}
