import { SECOND_MS } from '../../platform/clock.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import type { Deps } from '../deps.ts'
import { webhookQueue } from '../queues.ts'
import type { OrderRow, WebhookRow } from '../tables.ts'
import { createDeliveredWriter, type WriteDelivered } from './delivered-writer.ts'
import { oneRunAtATime } from './one-run-at-a-time.ts'
import { bodyOf, isTaken, type Told, type WebhookAnswer, waitAfterAnswer } from './webhook.ts'
import { postSigned } from './webhook-message.ts'
import {
  claimWebhooks,
  findNextTry,
  insertWebhook,
  recordUndelivered,
  releaseWebhooks,
  renewWebhooks,
  type WebhookQueue,
} from './webhook-store.ts'

const timeoutMs = 15 * SECOND_MS
const claimedAtOnce = 8
/** How soon another hub tells on where a hub died. Renewed while a slow game server takes what was claimed. */
const leaseMs = 2 * timeoutMs
/** When another hub is telling the same player's webhooks. */
const lookAgainMs = 5 * SECOND_MS

/**
 * Writes a webhook about an order, inside the transaction that makes it true.
 * @returns  the job that tells it, to be added by the same transaction; none for a game without a server, which learns
 *           of purchases through the SDK alone
 */
export async function fileWebhook(
  { catalogue }: Deps,
  tx: Tx,
  order: OrderRow,
  told: Told,
): Promise<NewJob[]> {
  if (!catalogue.project(order.project)?.webhookUrl) return []
  await insertWebhook(tx, newWebhook(order, told))
  return [tellJob(order)]
}

export function newWebhook({ id, project, playerId }: OrderRow, told: Told): WebhookRow {
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

/** Each project has a kind and a queue of its own: a slow game server holds up nobody else's webhooks. */
const kindOf = (project: string) => `payments.tell-webhooks:${project}`

/** Tells what waits for a player's game server. It may come too often: the rows know what is to be told, and when. */
export function tellJob({ project, playerId }: WebhookQueue, runAt?: number): NewJob {
  const kind = kindOf(project)
  return {
    kind,
    payload: { playerId },
    ...(runAt !== undefined && { runAt, dedupeKey: `${kind}:${playerId}:${runAt}` }),
  }
}

export function defineWebhookJobs(deps: Deps): void {
  const teller = { ...deps, writeDelivered: createDeliveredWriter(deps) }
  const defined = new Set<string>()

  function defineForEachProject(): void {
    for (const { id: project } of deps.catalogue.projects()) {
      if (defined.has(project)) continue
      defined.add(project)
      const tell = oneRunAtATime((playerId) => tellQueue(teller, { project, playerId }))
      deps.jobs.define(kindOf(project), {
        queue: webhookQueue(project),
        run: (payload) => tell((payload as { playerId: string }).playerId),
        // A webhook counts its own tries; what fails here is the database.
        retryDelayMs: () => lookAgainMs,
      })
    }
  }

  defineForEachProject()
  deps.catalogue.onChange(defineForEachProject)
}

type Teller = Deps & { writeDelivered: WriteDelivered }

/** Tells a player's webhooks one after the other. One to be told again holds back those that came after it. */
async function tellQueue(teller: Teller, queue: WebhookQueue): Promise<void> {
  const { db, clock } = teller
  for (;;) {
    const now = clock.now()
    const webhooks = await claimTurn(db, queue, now)
    if (webhooks.length === 0) return waitForTurn(teller, queue, now)
    const areAllOver = await tellInOrder(teller, webhooks)
    if (!areAllOver || webhooks.length < claimedAtOnce) return
  }
}

/**
 * The webhooks of a queue that are ours to tell now, its oldest first. On PostgreSQL another hub may take the oldest while
 * we ask, and leave us those behind it: they are let go of.
 */
export async function claimTurn(db: Db, queue: WebhookQueue, now: number): Promise<WebhookRow[]> {
  const webhooks = await claimWebhooks(db, queue, { now, leasedUntil: now + leaseMs, limit: claimedAtOnce })
  const [first] = webhooks
  if (!first || first.id === first.headId) return webhooks
  await releaseWebhooks(db, idsOf(webhooks))
  return []
}

/** Somebody else tells this player's webhooks, or one of them waits for another try. */
async function waitForTurn({ db, jobs }: Teller, queue: WebhookQueue, now: number): Promise<void> {
  const nextTryAt = await findNextTry(db, queue)
  if (nextTryAt === null) return
  await jobs.enqueue(db, tellJob(queue, nextTryAt > now ? nextTryAt : now + lookAgainMs))
}

/** @returns  false when one of them must be told again, and those after it wait */
async function tellInOrder(teller: Teller, webhooks: WebhookRow[]): Promise<boolean> {
  const written: Promise<void>[] = []
  try {
    let leasedUntil = webhooks[0]?.leasedUntil ?? 0
    for (const [place, webhook] of webhooks.entries()) {
      leasedUntil = await keepLease(teller, webhooks.slice(place), leasedUntil)
      const failure = await tell(teller, webhook)
      if (!failure) {
        written.push(teller.writeDelivered(webhook.id))
      } else if (await recordFailure(teller, webhook, failure, webhooks.slice(place + 1))) {
        return false
      }
    }
    return true
  } finally {
    await Promise.all(written)
  }
}

/** Leaves time for one try at least. @returns  until when the webhooks are ours */
async function keepLease(
  { db, clock }: Teller,
  webhooks: WebhookRow[],
  leasedUntil: number,
): Promise<number> {
  const now = clock.now()
  if (leasedUntil - now > timeoutMs) return leasedUntil
  await renewWebhooks(db, idsOf(webhooks), now + leaseMs)
  return now + leaseMs
}

type Failure = { reason: string; answer?: WebhookAnswer }

/** One try. @returns  undefined when the game server has taken the webhook */
async function tell(deps: Deps, { id, project, body }: WebhookRow): Promise<Failure | undefined> {
  try {
    const answer = await postSigned(deps, project, { id, body, timeoutMs })
    return isTaken(answer) ? undefined : { reason: `The game server answered ${answer.status}`, answer }
  } catch (error) {
    return { reason: (error as Error).message }
  }
}

/**
 * Plans the next try, and lets go of the webhooks behind it; after the last one the webhook waits in the dead-letter
 * list for somebody to resend it.
 * @returns  whether there is another try
 */
async function recordFailure(
  { db, clock, jobs, log }: Teller,
  webhook: WebhookRow,
  { reason, answer }: Failure,
  behind: WebhookRow[],
): Promise<boolean> {
  const now = clock.now()
  const waitMs = waitAfterAnswer(answer, { attempt: webhook.attempts + 1, random: Math.random(), now })
  const about = { webhook: webhook.id, order: webhook.orderId, reason }
  if (waitMs === null) {
    await recordUndelivered(db, webhook.id, reason, null)
    log.error(about, 'A webhook was given up')
    return false
  }
  const nextTryAt = now + waitMs
  await transact(db, async (tx) => {
    await recordUndelivered(tx, webhook.id, reason, nextTryAt)
    if (behind.length > 0) await releaseWebhooks(tx, idsOf(behind))
    await jobs.enqueue(tx, tellJob(webhook, nextTryAt))
  })
  log.warn(about, 'A webhook will be told again')
  return true
}

const idsOf = (webhooks: WebhookRow[]) => webhooks.map(({ id }) => id)
