import { type Operation, recordOperation } from '../audit-log.ts'
import type { Clock } from '../clock.ts'
import { type Db, transact } from '../database/database.ts'
import { reviveJob } from './job-store.ts'

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
