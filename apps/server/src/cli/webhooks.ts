import { listDeadWebhooks, resendDeadWebhooks, resendWebhook } from '../payments/index.ts'
import type { Db } from '../platform/database/database.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/observability/log.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Operator } from './commands.ts'

const shownAtMost = 100

export async function showDeadWebhooks({ openDb, say }: Operator): Promise<number> {
  const db = await openDb()
  try {
    const dead = await listDeadWebhooks(db, shownAtMost)
    if (dead.length === 0) say('No webhook was given up.')
    for (const { id, project, type, orderId, attempts, lastError } of dead) {
      say(
        `  ${id}  ${project}, ${type} of ${orderId}, tried ${attempts} times: ${lastError ?? 'no reason kept'}`,
      )
    }
    if (dead.length === shownAtMost) say(`  These are the newest ${shownAtMost}.`)
    if (dead.length > 0) say('Once the game server is well: npm run hub -- webhooks resend-all <project>')
    return 0
  } finally {
    await db.destroy()
  }
}

/** The running hub tells it within a second. */
export async function resendOne(operator: Operator, id: string): Promise<number> {
  const db = await operator.openDb()
  try {
    await resendWebhook(sendingIn(db, operator), id)
    operator.say(`The webhook ${id} is told again.`)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    operator.say(`There is no webhook ${id}.`)
    return 1
  } finally {
    await db.destroy()
  }
}

export async function resendAll(operator: Operator, project: string): Promise<number> {
  const db = await operator.openDb()
  try {
    const count = await resendDeadWebhooks(sendingIn(db, operator), project)
    operator.say(
      count === 0 ? `${project} has no webhooks that were given up.` : `Told again: ${count} of ${project}.`,
    )
    return 0
  } finally {
    await db.destroy()
  }
}

/** Jobs that are planned here and run by the hub. */
function sendingIn(db: Db, { clock }: Operator) {
  return { db, jobs: createJobs({ db, clock, log: createLog('silent') }) }
}
