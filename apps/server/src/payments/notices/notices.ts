import { SECOND_MS } from '../../platform/clock.ts'
import { type Db, type Tx, transact } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { NewJob } from '../../platform/jobs.ts'
import type { Deps } from '../deps.ts'
import { noticeLane } from '../lanes.ts'
import type { NoticeRow, OrderRow } from '../tables.ts'
import { createDeliveredWriter, type WriteDelivered } from './delivered-writer.ts'
import { bodyOf, isTaken, type NoticeAnswer, type Told, waitAfterAnswer } from './notice.ts'
import { postSigned } from './notice-message.ts'
import {
  claimNotices,
  findNextTry,
  insertNotice,
  type NoticeQueue,
  recordUndelivered,
  releaseNotices,
  renewNotices,
} from './notice-store.ts'
import { oneRunAtATime } from './one-run-at-a-time.ts'

const timeoutMs = 15 * SECOND_MS
const claimedAtOnce = 8
/** How soon another hub tells on where a hub died. Renewed while a slow game server takes what was claimed. */
const leaseMs = 2 * timeoutMs
/** When another hub is telling the same player's notices. */
const lookAgainMs = 5 * SECOND_MS

/**
 * Writes a notice about an order, inside the transaction that makes it true.
 * @returns  the job that tells it, to be added by the same transaction; none for a game without a server, which learns
 *           of purchases through the SDK alone
 */
export async function fileNotice(
  { catalogue }: Deps,
  tx: Tx,
  order: OrderRow,
  told: Told,
): Promise<NewJob[]> {
  if (!catalogue.project(order.project)?.noticeUrl) return []
  await insertNotice(tx, newNotice(order, told))
  return [tellJob(order)]
}

export function newNotice({ id, project, playerId }: OrderRow, told: Told): NoticeRow {
  return {
    id: newId(),
    orderId: id,
    project,
    playerId,
    type: told.type,
    subject: told.subject,
    body: bodyOf(told),
    state: 'waiting',
    attempts: 0,
    lastError: null,
    nextTryAt: 0,
    leasedUntil: 0,
    createdAt: told.timestamp,
    deliveredAt: null,
  }
}

/** Each project has a kind and a lane of its own: a slow game server holds up nobody else's notices. */
const kindOf = (project: string) => `payments.tell-notices:${project}`

/** Tells what waits for a player's game server. It may come too often: the rows know what is to be told, and when. */
export function tellJob({ project, playerId }: NoticeQueue, runAt?: number): NewJob {
  const kind = kindOf(project)
  return {
    kind,
    payload: { playerId },
    ...(runAt !== undefined && { runAt, dedupeKey: `${kind}:${playerId}:${runAt}` }),
  }
}

export function defineNoticeJobs(deps: Deps): void {
  const teller = { ...deps, writeDelivered: createDeliveredWriter(deps) }
  const defined = new Set<string>()

  function defineForEachProject(): void {
    for (const { id: project } of deps.catalogue.projects()) {
      if (defined.has(project)) continue
      defined.add(project)
      const tell = oneRunAtATime((playerId) => tellQueue(teller, { project, playerId }))
      deps.jobs.define(kindOf(project), {
        lane: noticeLane(project),
        run: (payload) => tell((payload as { playerId: string }).playerId),
        // A notice counts its own tries; what fails here is the database.
        retryDelayMs: () => lookAgainMs,
      })
    }
  }

  defineForEachProject()
  deps.catalogue.onChange(defineForEachProject)
}

type Teller = Deps & { writeDelivered: WriteDelivered }

/** Tells a player's notices one after the other. One to be told again holds back those that came after it. */
async function tellQueue(teller: Teller, queue: NoticeQueue): Promise<void> {
  const { db, clock } = teller
  for (;;) {
    const now = clock.now()
    const notices = await claimTurn(db, queue, now)
    if (notices.length === 0) return waitForTurn(teller, queue, now)
    const areAllOver = await tellInOrder(teller, notices)
    if (!areAllOver || notices.length < claimedAtOnce) return
  }
}

/**
 * The notices of a queue that are ours to tell now, its oldest first. On PostgreSQL another hub may take the oldest while
 * we ask, and leave us those behind it: they are let go of.
 */
export async function claimTurn(db: Db, queue: NoticeQueue, now: number): Promise<NoticeRow[]> {
  const notices = await claimNotices(db, queue, { now, leasedUntil: now + leaseMs, limit: claimedAtOnce })
  const [first] = notices
  if (!first || first.id === first.headId) return notices
  await releaseNotices(db, idsOf(notices))
  return []
}

/** Somebody else tells this player's notices, or one of them waits for another try. */
async function waitForTurn({ db, jobs }: Teller, queue: NoticeQueue, now: number): Promise<void> {
  const nextTryAt = await findNextTry(db, queue)
  if (nextTryAt === null) return
  await jobs.enqueue(db, tellJob(queue, nextTryAt > now ? nextTryAt : now + lookAgainMs))
}

/** @returns  false when one of them must be told again, and those after it wait */
async function tellInOrder(teller: Teller, notices: NoticeRow[]): Promise<boolean> {
  const written: Promise<void>[] = []
  try {
    let leasedUntil = notices[0]?.leasedUntil ?? 0
    for (const [place, notice] of notices.entries()) {
      leasedUntil = await keepLease(teller, notices.slice(place), leasedUntil)
      const failure = await tell(teller, notice)
      if (!failure) {
        written.push(teller.writeDelivered(notice.id))
      } else if (await recordFailure(teller, notice, failure, notices.slice(place + 1))) {
        return false
      }
    }
    return true
  } finally {
    await Promise.all(written)
  }
}

/** Leaves time for one try at least. @returns  until when the notices are ours */
async function keepLease({ db, clock }: Teller, notices: NoticeRow[], leasedUntil: number): Promise<number> {
  const now = clock.now()
  if (leasedUntil - now > timeoutMs) return leasedUntil
  await renewNotices(db, idsOf(notices), now + leaseMs)
  return now + leaseMs
}

type Failure = { reason: string; answer?: NoticeAnswer }

/** One try. @returns  undefined when the game server has taken the notice */
async function tell(deps: Deps, { id, project, body }: NoticeRow): Promise<Failure | undefined> {
  try {
    const answer = await postSigned(deps, project, { id, body, timeoutMs })
    return isTaken(answer) ? undefined : { reason: `The game server answered ${answer.status}`, answer }
  } catch (error) {
    return { reason: (error as Error).message }
  }
}

/**
 * Plans the next try, and lets go of the notices behind it; after the last one the notice waits in the dead-letter
 * list for somebody to resend it.
 * @returns  whether there is another try
 */
async function recordFailure(
  { db, clock, jobs, log }: Teller,
  notice: NoticeRow,
  { reason, answer }: Failure,
  behind: NoticeRow[],
): Promise<boolean> {
  const now = clock.now()
  const waitMs = waitAfterAnswer(answer, { attempt: notice.attempts + 1, random: Math.random(), now })
  const about = { notice: notice.id, order: notice.orderId, reason }
  if (waitMs === null) {
    await recordUndelivered(db, notice.id, reason, null)
    log.error(about, 'A notice was given up')
    return false
  }
  const nextTryAt = now + waitMs
  await transact(db, async (tx) => {
    await recordUndelivered(tx, notice.id, reason, nextTryAt)
    if (behind.length > 0) await releaseNotices(tx, idsOf(behind))
    await jobs.enqueue(tx, tellJob(notice, nextTryAt))
  })
  log.warn(about, 'A notice will be told again')
  return true
}

const idsOf = (notices: NoticeRow[]) => notices.map(({ id }) => id)
