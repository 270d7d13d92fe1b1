import type { RetentionRow } from '@playhub/contract/operator'
import { addDays } from '../lib/days.ts'

export const cohortDays = [1, 7, 30] as const
export type CohortDay = (typeof cohortDays)[number]

/** Below this, one new player more or less is several percent. */
const MIN_PLAYERS = 20

/** @property share  Null for too few players. */
export type CohortCell = { count: number; share: number | null }

/** @returns  null while the day is not over */
export function readCohort(row: RetentionRow, day: CohortDay, today: string): CohortCell | null {
  if (addDays(row.firstDay, day) >= today) return null
  return toCell(row[`d${day}`], row.players)
}

/** All cohorts whose day is over. @returns  null for none */
export function sumCohorts(rows: readonly RetentionRow[], day: CohortDay, today: string): CohortCell | null {
  const complete = rows.filter(({ firstDay }) => addDays(firstDay, day) < today)
  if (complete.length === 0) return null
  const sum = (name: 'players' | `d${CohortDay}`) => complete.reduce((all, row) => all + row[name], 0)
  return toCell(sum(`d${day}`), sum('players'))
}

const toCell = (count: number, players: number): CohortCell => ({
  count,
  share: players < MIN_PLAYERS ? null : count / players,
})
