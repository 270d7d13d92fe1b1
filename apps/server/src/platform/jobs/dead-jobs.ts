import { type Operation, recordOperation } from '../audit-log.ts'
import type { Clock } from '../clock.ts'
import { type Db, transact } from '../database/database.ts'
import { deleteDeadJob, reviveJob } from './job-store.ts'

/** Runs a dead job again. @returns  false when there is no such dead job */
export function retryDeadJob(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  operation: Operation,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const at = clock.now()
    if (!(await reviveJob(tx, id, at))) return false
    await recordOperation(tx, operation, { action: 'job.retry', subject: id, before: { state: 'dead' }, at })
    return true
  })
}

/** Removes a dead job, whose work is never done. @returns  false when there is no such dead job */
export function dismissDeadJob(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  operation: Operation,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const before = await deleteDeadJob(tx, id)
    if (!before) return false
    await recordOperation(tx, operation, { action: 'job.dismiss', subject: id, before, at: clock.now() })
    return true
  })
}
