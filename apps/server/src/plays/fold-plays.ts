import { countedPlaySeconds } from '@playhub/contract'
import { type Clock, DAY_MS } from '../platform/clock.ts'
import { type Db, transact } from '../platform/database/database.ts'
import { toDay } from './report-play.ts'
import { addToDays, deleteSessions, listSessionsUntil } from './session-store.ts'
import type { PlayDayRow, PlaySessionRow } from './tables.ts'

/** Small, so a transaction holds its locks for only a few milliseconds. */
const playsPerStep = 500

/**
 * Adds the plays of finished days to the sums and deletes them, at most 48 hours after they began. Yesterday's may still
 * go on, the day's before are over.
 */
export async function foldPlays({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const lastDay = toDay(clock.now() - 2 * DAY_MS)
  while ((await foldSome(db, lastDay)) === playsPerStep);
}

/** A play is counted and deleted in one transaction, so a dying hub counts none twice. */
function foldSome(db: Db, lastDay: string): Promise<number> {
  return transact(db, async (tx) => {
    const sessions = await listSessionsUntil(tx, lastDay, playsPerStep)
    await addToDays(tx, sumByDay(sessions))
    await deleteSessions(
      tx,
      sessions.map(({ id }) => id),
    )
    return sessions.length
  })
}

function sumByDay(sessions: PlaySessionRow[]): PlayDayRow[] {
  const days = new Map<string, PlayDayRow>()
  for (const { project, day, activeSeconds, isSignedIn } of sessions) {
    if (activeSeconds < countedPlaySeconds) continue
    const key = `${day} ${project}`
    const sum = days.get(key) ?? { project, day, plays: 0, signedInPlays: 0, seconds: 0 }
    sum.plays += 1
    sum.signedInPlays += isSignedIn
    sum.seconds += activeSeconds
    days.set(key, sum)
  }
  return [...days.values()]
}
