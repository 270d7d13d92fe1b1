import { webhookSecretVariable } from '../../config.ts'
import {
  listDeadWebhooks,
  listWaitingWebhooks,
  pingGameServer,
  readWebhook,
  resendAllWebhooks,
  resendWebhook,
} from '../../payments/game-webhooks/resend.ts'
import { countUndelivered } from '../../payments/records/webhook-store.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CommandContext, maxListed, onDatabase, toOperation } from '../command-context.ts'
import { count, instant } from '../format.ts'
import { openContent } from '../open-content.ts'
import { printLines } from '../printable.ts'

export function showDeadWebhooks(context: CommandContext): Promise<number> {
  const { print } = context
  return onDatabase(context, async ({ db }) => {
    const dead = await listDeadWebhooks(db, maxListed)
    context.setJson(dead)
    if (dead.length === 0) print('There are no dead webhooks.')
    for (const { id, project, type, orderId, attempts, lastError } of dead) {
      print(`  ${id}  ${project}, ${type} of ${orderId}, ${formatFailures(attempts, lastError)}`)
    }
    if (dead.length === maxListed) print(`  Only the newest ${maxListed} are listed.`)
    if (dead.length > 0)
      print('When the game server works again: npm run hub -- webhooks resend-all <project>')
  })
}

/** What has not been delivered yet: webhooks that fail now first, each queue's oldest first. */
export function showWaitingWebhooks(context: CommandContext): Promise<number> {
  const { print, clock } = context
  return onDatabase(context, async ({ db }) => {
    const waiting = await listWaitingWebhooks(db, maxListed)
    context.setJson(waiting)
    if (waiting.length === 0) print('There are no waiting webhooks.')
    for (const webhook of waiting) {
      const { id, project, type, orderId, attempts, lastError, nextTryAt, createdAt } = webhook
      const age = formatSeconds(clock.now() - createdAt)
      const nextTry = `next try ${formatNextTry(nextTryAt - clock.now())}`
      const failure = attempts === 0 ? 'not tried yet' : `${formatFailures(attempts, lastError)}; ${nextTry}`
      const blocking = findBlocking(waiting, webhook)
      const block = blocking ? `, behind ${blocking.id}` : ''
      print(`  ${id}  ${project}, ${type} of ${orderId}, waits for ${age}, ${failure}${block}`)
    }
    if (waiting.length === maxListed) print(`  Only ${maxListed} are listed.`)
    if (waiting.length > 0) print('To send one at once: npm run hub -- webhooks resend <id>')
  })
}

/** The same player's oldest listed webhook, which is sent first. */
function findBlocking<Row extends { id: string; project: string; playerId: string }>(
  waiting: Row[],
  { id, project, playerId }: Row,
): Row | undefined {
  const queue = waiting.filter((other) => other.project === project && other.playerId === playerId)
  return queue.find((other) => other.id < id && queue.every(({ id: each }) => other.id <= each))
}

const formatFailures = (attempts: number, lastError: string | null) =>
  `failed ${count(attempts, 'time')}: ${lastError ?? 'unknown error'}`
const formatSeconds = (ms: number) => `${Math.max(0, Math.round(ms / 1000))} s`
const formatNextTry = (ms: number) => (ms > 0 ? `in ${formatSeconds(ms)}` : 'now')

export function resendOne(context: CommandContext, [id = '']: string[]): Promise<number> {
  const { print } = context
  return onDatabase(
    context,
    async (deps) => {
      const resent = await resendWebhook(deps, id, toOperation(context))
      context.setJson(resent)
      const [head] = resent.sentBefore
      if (!head) return print(`Webhook ${id} will be sent again.`)
      const older = count(resent.sentBefore.length, 'older webhook')
      print(`Webhook ${id} will be sent again after ${older} of the same player, whose retries start again.`)
      print(
        `The first is ${head.id}${head.lastError === null ? '' : `, which has failed: ${head.lastError}`}`,
      )
    },
    { WEBHOOK_NOT_FOUND: () => `There is no webhook ${id}.` },
  )
}

export function showWebhook(context: CommandContext, [id = '']: string[]): Promise<number> {
  const { print } = context
  return onDatabase(
    context,
    async ({ db }) => {
      const webhook = await readWebhook(db, id)
      context.setJson(webhook)
      const { project, type, paymentId, state, attempts, lastError, createdAt, deliveredAt, body } = webhook
      print(`${type} of ${paymentId}, to ${project}: ${state} after ${count(attempts, 'try', 'tries')}`)
      print(`Filed ${instant(createdAt)}`)
      if (deliveredAt !== null) print(`Delivered ${instant(deliveredAt)}`)
      if (lastError !== null) print(`Last error: ${lastError}`)
      printLines(context, JSON.stringify(body, null, 2))
    },
    { WEBHOOK_NOT_FOUND: () => `There is no webhook ${id}.` },
  )
}

/** Sends from this machine, which may reach other networks than the hub does. */
export async function pingProject(context: CommandContext, [project = '']: string[]): Promise<number> {
  const { config, clock, print } = context
  const catalogue = openContent(context)
  try {
    const ping = await pingGameServer({ config, clock, catalogue }, project)
    context.setJson(ping)
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

export function resendAll(
  context: CommandContext,
  [project = '']: string[],
  { 'dry-run': isDryRun = false }: { 'dry-run'?: boolean },
): Promise<number> {
  return onDatabase(context, async (deps) => {
    if (isDryRun) return countResent(context, deps.db, project)
    const { dead, waiting } = await resendAllWebhooks(deps, project, toOperation(context))
    context.setJson({ project, dead, waiting })
    context.print(
      dead + waiting === 0
        ? `${project} has no dead or waiting webhooks.`
        : `${count(dead + waiting, 'webhook')} of ${project} will be sent again: ${dead} dead, ${waiting} waiting.`,
    )
  })
}

async function countResent(context: CommandContext, db: Db, project: string): Promise<void> {
  const { dead, waiting, oldestWaitingAt } = await countUndelivered(db, project)
  context.setJson({ project, dead, waiting, oldestWaitingAt })
  const oldest = oldestWaitingAt === null ? '' : `, the oldest since ${instant(oldestWaitingAt)}`
  context.print(
    `${count(dead + waiting, 'webhook')} of ${project} would be sent again: ${dead} dead, ${waiting} waiting${oldest}.`,
  )
}
