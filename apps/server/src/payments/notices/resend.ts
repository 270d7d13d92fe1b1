import type { Notice } from '@playhub/contract'
import type { Db } from '../../platform/database.ts'
import { transact } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { NoticeRow } from '../tables.ts'
import { findNotice, hurryNotices, listNotices, reviveDeadNotices, reviveNotice } from './notice-store.ts'
import { tellJob } from './notices.ts'

type Needs = Pick<Deps, 'db' | 'jobs'>

/**
 * Tells a notice again, whether it was given up, waits for a later try or was taken before; under the same id.
 * @param project  Undefined for an operator, who may name any.
 * @throws Refusal NOTICE_NOT_FOUND, also for a notice of another project
 */
export async function resendNotice({ db, jobs }: Needs, id: string, project?: string): Promise<Notice> {
  return transact(db, async (tx) => {
    const notice = await findNotice(tx, id, project)
    if (!notice) throw new Refusal('NOTICE_NOT_FOUND')
    await reviveNotice(tx, id)
    await hurryNotices(tx, notice)
    await jobs.enqueue(tx, tellJob(notice))
    return toNotice({ ...notice, state: 'waiting', attempts: 0, nextTryAt: 0, deliveredAt: null })
  })
}

/** The dead letters of all projects, newest first. */
export function listDeadNotices(db: Db, limit: number): Promise<NoticeRow[]> {
  return listNotices(db, { state: 'dead', limit })
}

/** Tells everything again that a project's server has not taken. @returns  how many notices */
export async function resendDeadNotices({ db, jobs }: Needs, project: string): Promise<number> {
  return transact(db, async (tx) => {
    const revived = await reviveDeadNotices(tx, project)
    const queues = new Map(revived.map((queue) => [queue.playerId, queue]))
    if (queues.size > 0) await jobs.enqueue(tx, ...[...queues.values()].map((queue) => tellJob(queue)))
    return revived.length
  })
}

export function toNotice(notice: NoticeRow): Notice {
  const { id, type, state, orderId, playerId, attempts, lastError, nextTryAt, createdAt, deliveredAt } =
    notice
  return {
    id,
    type,
    state,
    paymentId: orderId,
    playerId,
    attempts,
    lastError,
    nextTryAt: nextTryAt || null,
    createdAt,
    deliveredAt,
    body: JSON.parse(notice.body),
  }
}
