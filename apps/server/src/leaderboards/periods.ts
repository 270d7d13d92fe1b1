import type { Board } from '../catalogue/index.ts'
import { DAY_MS } from '../platform/clock.ts'

/** One season of a leaderboard: a day, a week, all time, or a season of its own. */
export type Season = {
  period: string
  startsAt: number
  /** Null for all time. */
  endsAt: number | null
}

/** The instant 0 was a Thursday. */
const firstMonday = 4 * DAY_MS

/** The seasons a score counts in at this instant. */
export function listSeasons(board: Board, now: number): Season[] {
  const own = board.seasons.map(toOwnSeason)
  const running = own.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
  return [...board.periods.map((period) => toSeason(period, now)), ...running]
}

/**
 * @param period  Default: all time where the leaderboard has it, else its first period.
 * @returns       The season at this instant; one of the leaderboard's own seasons also before and after it.
 */
export function findSeason(board: Board, period: string | undefined, now: number): Season | undefined {
  const wanted = period ?? getMainPeriod(board)
  const fixed = board.periods.find((candidate) => candidate === wanted)
  if (fixed) return toSeason(fixed, now)
  const own = board.seasons.find(({ id }) => id === wanted)
  return own && toOwnSeason(own)
}

export const getMainPeriod = ({ periods }: Board): string =>
  periods.includes('all') ? 'all' : (periods[0] ?? 'all')

function toSeason(period: Board['periods'][number], now: number): Season {
  if (period === 'all') return { period, startsAt: 0, endsAt: null }
  const lengthMs = period === 'daily' ? DAY_MS : 7 * DAY_MS
  const offset = period === 'daily' ? 0 : firstMonday
  const startsAt = Math.floor((now - offset) / lengthMs) * lengthMs + offset
  return { period, startsAt, endsAt: startsAt + lengthMs }
}

const toOwnSeason = ({ id, from, to }: Board['seasons'][number]) => ({
  period: id,
  startsAt: Date.parse(from),
  endsAt: Date.parse(to),
})
