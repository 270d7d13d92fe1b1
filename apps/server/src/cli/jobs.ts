import { transact } from '../platform/database/database.ts'
import { countJobs, listDeadJobs, reviveJob } from '../platform/jobs/job-store.ts'
import type { Operator } from './commands.ts'

const shownAtMost = 100

export async function listJobs({ openDb, say }: Operator): Promise<number> {
  const db = await openDb()
  try {
    const { waiting, running, dead } = await countJobs(db)
    say(`${waiting} waiting, ${running} running, ${dead} given up`)
    for (const { id, kind, attempts, createdAt, lastError } of await listDeadJobs(db, shownAtMost)) {
      const since = new Date(createdAt).toISOString()
      say(`  ${id}  ${kind}, planned ${since}, tried ${attempts} times: ${lastError ?? 'no reason kept'}`)
    }
    if (dead > shownAtMost) say(`  and ${dead - shownAtMost} more`)
    if (dead > 0) say('Once the cause is mended: npm run hub -- jobs retry <id>')
    return 0
  } finally {
    await db.destroy()
  }
}

/** The running hub finds the job within a second. */
export async function retryJob({ openDb, clock, say }: Operator, id: string): Promise<number> {
  const db = await openDb()
  try {
    const isRevived = await transact(db, (tx) => reviveJob(tx, id, clock.now()))
    say(isRevived ? `The job ${id} runs again.` : `No job ${id} was given up: "jobs" lists those that were.`)
    return isRevived ? 0 : 1
  } finally {
    await db.destroy()
  }
}
