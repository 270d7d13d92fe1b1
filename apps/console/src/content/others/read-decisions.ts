import type { conflictSides } from '@playhub/contract/operator'

export type ConflictSide = (typeof conflictSides)[number]

const sides: readonly ConflictSide[] = ['draft', 'published']

/** Chosen values by the id of their conflict, as the URL has them. */
export const readDecisions = (search: URLSearchParams): Map<string, ConflictSide> =>
  new Map(
    sides.flatMap(
      (side) => (search.get(side) ?? '').match(/[0-9a-f]{16}/g)?.map((id) => [id, side] as const) ?? [],
    ),
  )
