import { countJobs, listDeadJobs } from '../platform/jobs/job-store.ts'
import { retryDeadJob } from '../platform/jobs/retry-dead-job.ts'
import { type CommandContext, maxListed, onDatabase, toOperation } from './command-context.ts'
import { count, instant } from './format.ts'

export function listJobs(context: CommandContext): Promise<number> {
  const { print } = context
  return onDatabase(context, async ({ db }) => {
    const { waiting, running, dead } = await countJobs(db)
    const deadJobs = await listDeadJobs(db, maxListed)
    context.setJson({ waiting, running, dead, deadJobs })
    print(`${waiting} waiting, ${running} running, ${dead} dead`)
    for (const { id, kind, attempts, createdAt, lastError } of deadJobs) {
      const failures = `failed ${count(attempts, 'time')}: ${lastError ?? 'unknown error'}`
      print(`  ${id}  ${kind}, created ${instant(createdAt)}, ${failures}`)
    }
    if (dead > maxListed) print(`  and ${dead - maxListed} more`)
    if (dead > 0) print('When the cause is fixed: npm run hub -- jobs retry <id>')
  })
}

export function retryJob(context: CommandContext, [id = '']: string[]): Promise<number> {
  return onDatabase(context, async ({ db, clock }) => {
    const isRevived = await retryDeadJob({ db, clock }, id, toOperation(context))
    context.print(isRevived ? `Job ${id} will run again.` : `There is no dead job ${id}; "jobs" lists them.`)
    return isRevived ? 0 : 1
  })
}
