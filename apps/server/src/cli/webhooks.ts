import { webhookSecretVariable } from '../config.ts'
import {
  listDeadWebhooks,
  listWaitingWebhooks,
  pingGameServer,
  readWebhook,
  resendDeadWebhooks,
  resendWebhook,
} from '../payments/index.ts'
import { Refusal } from '../platform/refusal.ts'
import { maxListed, type Operator, onDatabase, openContent, operationOf } from './operator.ts'

export function showDeadWebhooks(operator: Operator): Promise<number> {
  const { print } = operator
  return onDatabase(operator, async ({ db }) => {
    const dead = await listDeadWebhooks(db, maxListed)
    operator.answer(dead)
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

/** What has not been delivered yet: webhooks that fail now first, each queue's oldest first. */
export function showWaitingWebhooks(operator: Operator): Promise<number> {
  const { print, clock } = operator
  return onDatabase(operator, async ({ db }) => {
    const waiting = await listWaitingWebhooks(db, maxListed)
    operator.answer(waiting)
    if (waiting.length === 0) print('There are no waiting webhooks.')
    for (const { id, project, type, orderId, attempts, lastError, nextTryAt, createdAt } of waiting) {
      const age = formatSeconds(clock.now() - createdAt)
      const failure =
        attempts === 0
          ? 'not tried yet'
          : `failed ${attempts} times: ${lastError ?? 'unknown error'}; next try ${formatNextTry(nextTryAt - clock.now())}`
      print(`  ${id}  ${project}, ${type} of ${orderId}, waits for ${age}, ${failure}`)
    }
    if (waiting.length === maxListed) print(`  Only ${maxListed} are listed.`)
    if (waiting.length > 0) print('To send one at once: npm run hub -- webhooks resend <id>')
  })
}

const formatSeconds = (ms: number) => `${Math.max(0, Math.round(ms / 1000))} s`
const formatNextTry = (ms: number) => (ms > 0 ? `in ${formatSeconds(ms)}` : 'now')

export function resendOne(operator: Operator, id: string): Promise<number> {
  return onDatabase(
    operator,
    async (deps) => {
      await resendWebhook(deps, id, operationOf(operator))
      operator.print(`Webhook ${id} will be sent again.`)
    },
    { WEBHOOK_NOT_FOUND: () => `There is no webhook ${id}.` },
  )
}

export function showWebhook(operator: Operator, id: string): Promise<number> {
  const { print } = operator
  return onDatabase(
    operator,
    async ({ db }) => {
      const webhook = await readWebhook(db, id)
      operator.answer(webhook)
      const { project, type, paymentId, state, attempts, lastError, createdAt, deliveredAt, body } = webhook
      print(`${type} of ${paymentId}, to ${project}: ${state} after ${attempts} tries`)
      print(`Filed ${new Date(createdAt).toISOString()}`)
      if (deliveredAt !== null) print(`Delivered ${new Date(deliveredAt).toISOString()}`)
      if (lastError !== null) print(`Last error: ${lastError}`)
      print(JSON.stringify(body, null, 2))
    },
    { WEBHOOK_NOT_FOUND: () => `There is no webhook ${id}.` },
  )
}

/** Sends from this machine, which may reach other networks than the hub does. */
export async function pingProject(operator: Operator, project: string): Promise<number> {
  const { config, clock, print } = operator
  const catalogue = openContent(operator)
  try {
    const ping = await pingGameServer({ config, clock, catalogue }, project)
    operator.answer(ping)
    print(ping.isTaken ? `The game server of ${project} accepts webhooks.` : `Not accepted: ${ping.reason}`)
    return ping.isTaken ? 0 : 1
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    print(`${project} has no webhookUrl in its YAML, or no secret in ${webhookSecretVariable(project)}.`)
    return 1
  } finally {
    catalogue.close()
  }
}

export function resendAll(operator: Operator, project: string): Promise<number> {
  return onDatabase(operator, async (deps) => {
    const count = await resendDeadWebhooks(deps, project, operationOf(operator))
    operator.print(
      count === 0 ? `${project} has no dead webhooks.` : `Resent ${count} webhooks of ${project}.`,
    )
  })
}
