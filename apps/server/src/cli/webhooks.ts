import { listDeadWebhooks, resendDeadWebhooks, resendWebhook } from '../payments/index.ts'
import { maxListed, type Operator, onDatabase } from './operator.ts'

export function showDeadWebhooks(operator: Operator): Promise<number> {
  const { print } = operator
  return onDatabase(operator, async ({ db }) => {
    const dead = await listDeadWebhooks(db, maxListed)
    if (dead.length === 0) print('There are no dead webhooks.')
    for (const { id, project, type, orderId, attempts, lastError } of dead) {
      const error = lastError ?? 'unknown error'
      print(`  ${id}  ${project}, ${type} of ${orderId}, failed ${attempts} times: ${error}`)
    }
    if (dead.length === maxListed) print(`  Only the newest ${maxListed} are listed.`)
    if (dead.length > 0)
      print('When the game server works again: npm run hub -- webhooks resend-all <project>')
  })
}

export function resendOne(operator: Operator, id: string): Promise<number> {
  return onDatabase(
    operator,
    async (deps) => {
      await resendWebhook(deps, id)
      operator.print(`Webhook ${id} will be sent again.`)
    },
    { WEBHOOK_NOT_FOUND: () => `There is no webhook ${id}.` },
  )
}

export function resendAll(operator: Operator, project: string): Promise<number> {
  return onDatabase(operator, async (deps) => {
    const count = await resendDeadWebhooks(deps, project)
    operator.print(
      count === 0 ? `${project} has no dead webhooks.` : `Resent ${count} webhooks of ${project}.`,
    )
  })
}
