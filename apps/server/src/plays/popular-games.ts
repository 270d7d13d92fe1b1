import { type Clock, DAY_MS, MINUTE_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Log } from '../platform/observability/log.ts'
import { toDay } from './report-play.ts'
import { listDayCounts } from './session-store.ts'

const days = 7
/** A day's plays lose this share of weight with each passing day. */
const dailyWeight = 0.8
const maxAgeMs = MINUTE_MS

export type PopularGames = {
  /** The most played first. At most a minute old once it has been asked for; empty at first. */
  list(): readonly string[]
  refresh(): Promise<void>
}

/** The games of the last seven days by their plays. Pages read the list at once and never wait for the database. */
export function createPopularGames({ db, clock, log }: { db: Db; clock: Clock; log: Log }): PopularGames {
  let projects: readonly string[] = []
  let readAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    readAt = clock.now()
    projects = await listPopular(db, clock.now())
  }

  return {
    list() {
      if (clock.now() - readAt >= maxAgeMs)
        refresh().catch((error) => log.error(error, 'Failed to read popular games'))
      return projects
    },
    refresh,
  }
}

async function listPopular(db: Db, now: number): Promise<string[]> {
  const today = Date.parse(toDay(now))
  const scores = new Map<string, number>()
  for (const { project, day, plays } of await listDayCounts(db, toDay(now - (days - 1) * DAY_MS))) {
    const age = (today - Date.parse(day)) / DAY_MS
    scores.set(project, (scores.get(project) ?? 0) + plays * dailyWeight ** age)
  }
  return [...scores]
    .toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b))
    .map(([project]) => project)
}
