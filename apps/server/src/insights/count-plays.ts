import { keptPlaySeconds } from '@playhub/contract/insights/limits'
import type { GuestVisit, PlayerVisit } from '@playhub/contract/insights/visit'
import type { Db } from '../platform/database/database.ts'
import { addDays } from '../platform/time-zone.ts'
import {
  type AdmitSource,
  addCohorts,
  addDayCounts,
  addEvents,
  addLoads,
  type DayCount,
} from './day-counts.ts'
import { toBucket } from './load-buckets.ts'
import type { CohortDayRow, InsightLoadRow } from './tables.ts'
import type { Place } from './visits.ts'

/** Counted state of a running play. */
export type PlayState = {
  /** 1: counted. 2: beyond its network's limit. */
  counting: 0 | 1 | 2
  isNew: 0 | 1
  activeSeconds: number
  hasLoaded: 0 | 1
  hasCrashed: 0 | 1
  hasFailed: 0 | 1
  shopOpens: number
}

/** A counted play before and after its reports. */
export type PlayChange = {
  project: string
  /** The business day when it began. */
  day: string
  buildNumber: number
  network: string
  place: Place
  visit: GuestVisit
  /** A player's days, from the library; null for a guest. */
  playerVisit: PlayerVisit | null
  before: PlayState
  after: PlayState
  /** From the first report after the game was shown. */
  loadMs: number | null
  events: { name: string; count: number; sum: number }[]
}

export type CountPlayer = (
  tx: Db,
  play: { playerId: string; project: string; day: string },
) => Promise<PlayerVisit>

/** Adds plays to the day when they began. Sets `isNew` of those that are counted for the first time. */
export async function countPlays(tx: Db, changes: PlayChange[], admitSource: AdmitSource): Promise<void> {
  const dayCounts: DayCount[] = []
  const cohorts: CohortDayRow[] = []
  for (const change of changes) {
    const visit = change.before.counting === 0 ? readVisit(change) : null
    if (visit) change.after.isNew = visit.dayNumber === 0 ? 1 : 0
    dayCounts.push(toDayCount(change, visit))
    if (visit && isInCohort(visit)) cohorts.push(toCohort(change, visit.dayNumber))
  }
  await addDayCounts(tx, dayCounts, admitSource)
  await addCohorts(tx, cohorts)
  await addLoads(tx, changes.flatMap(listLoads))
  await addEvents(
    tx,
    changes.flatMap(({ project, day, buildNumber, events }) =>
      events.map((event) => ({ project, day, buildNumber, ...event })),
    ),
  )
}

/** A guest's browser tells its own days; those of a player are the hub's. */
const readVisit = ({ playerVisit, visit }: PlayChange): PlayerVisit =>
  playerVisit ?? (visit.isFirstEver ? { isFirstToday: true, isFirstEver: true, dayNumber: 0 } : visit)

type CohortVisit = PlayerVisit & { dayNumber: number }

/** Day 0 has new players only. */
const isInCohort = (visit: PlayerVisit): visit is CohortVisit =>
  visit.isFirstToday && visit.dayNumber !== null && (visit.isFirstEver || visit.dayNumber > 0)

/** @param visit  Null for a play that is already counted. */
function toDayCount({ place, before, after, ...play }: PlayChange, visit: PlayerVisit | null): DayCount {
  const from = visit ? noState : before
  const isKept = (state: Pick<PlayState, 'activeSeconds'>) => Number(state.activeSeconds >= keptPlaySeconds)
  const { project, day, buildNumber, network } = play
  return {
    ...{ project, day, buildNumber, network, ...place },
    player: after.isNew ? 'new' : 'returning',
    counts: {
      plays: visit ? 1 : 0,
      players: visit?.isFirstToday ? 1 : 0,
      newPlayers: visit?.isFirstEver ? 1 : 0,
      playSeconds: after.activeSeconds - from.activeSeconds,
      keptPlays: isKept(after) - isKept(from),
      loads: after.hasLoaded - from.hasLoaded,
      crashedPlays: after.hasCrashed - from.hasCrashed,
      failedPlays: after.hasFailed - from.hasFailed,
      shopOpens: after.shopOpens - from.shopOpens,
    },
  }
}

/** A newly counted play includes everything reported before. */
const noState = { activeSeconds: 0, hasLoaded: 0, hasCrashed: 0, hasFailed: 0, shopOpens: 0 } as const

const toCohort = ({ project, day }: PlayChange, dayNumber: number): CohortDayRow => ({
  ...{ project, firstDay: addDays(day, -dayNumber), dayNumber, count: 1 },
})

function listLoads({ project, day, buildNumber, loadMs }: PlayChange): InsightLoadRow[] {
  return loadMs === null ? [] : [{ project, day, buildNumber, bucket: toBucket(loadMs), count: 1 }]
}
