import { Webhook } from 'standardwebhooks'
import { SECOND_MS } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import type { Deps } from './deps.ts'
import { paymentPaid, waitAfter } from './notice.ts'
import { postOutside } from './notice-post.ts'
import { findNotice, insertNotice, recordDelivered, recordUndelivered } from './notice-store.ts'
import type { NoticeRow, OrderRow, PurchaseRow } from './tables.ts'

const sendJob = 'payments.send-notice'
const timeoutMs = 15 * SECOND_MS

/** Writes the notice of a paid order and plans its sending, inside the transaction that makes the order paid. */
export async function fileNotice(
  { jobs, catalogue }: Deps,
  tx: Tx,
  order: OrderRow,
  purchase: PurchaseRow,
): Promise<void> {
  // A game without a server learns of purchases through the SDK alone.
  if (!catalogue.project(order.project)?.noticeUrl) return
  const id = newId()
  await insertNotice(tx, {
    id,
    orderId: order.id,
    project: order.project,
    type: 'payment.paid',
    body: paymentPaid(order, purchase),
    state: 'waiting',
    attempts: 0,
    lastError: null,
    createdAt: purchase.createdAt,
    deliveredAt: null,
  })
  await jobs.enqueue(tx, { kind: sendJob, payload: { noticeId: id } })
}

export function defineNoticeJobs(deps: Deps): void {
  deps.jobs.define(sendJob, {
    run: (payload, { attempt }) => sendNotice(deps, (payload as { noticeId: string }).noticeId, attempt),
    retryDelayMs: (attempt) => waitAfter(attempt, Math.random()),
  })
}

/** One try. The last one that fails leaves the notice in the dead-letter list, which is read and resent by hand. */
async function sendNotice(deps: Deps, noticeId: string, attempt: number): Promise<void> {
  const { db, clock, log } = deps
  const notice = await findNotice(db, noticeId)
  if (!notice || notice.state === 'delivered') return
  try {
    await post(deps, notice)
  } catch (error) {
    const isLast = waitAfter(attempt, 0) === null
    await recordUndelivered(db, notice.id, isLast ? 'dead' : 'waiting', (error as Error).message)
    if (!isLast) throw error
    log.error({ err: error, notice: notice.id, order: notice.orderId }, 'A notice was given up')
    return
  }
  await recordDelivered(db, notice.id, clock.now())
}

async function post({ catalogue, config }: Deps, { id, project, body }: NoticeRow): Promise<void> {
  const url = catalogue.project(project)?.noticeUrl
  const secret = config.noticeSecretOf(project)
  if (!url || !secret)
    throw new Error(`Project ${project} has no ${url ? 'notice secret' : 'notice address'}`)
  // The game server compares with its own clock, so this is the time of the wire, whatever ours says.
  const sentAt = new Date()
  const status = await postOutside(url, body, {
    allowPrivate: config.mode === 'sandbox',
    timeoutMs,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Playhub-Notices/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / SECOND_MS)),
      'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
    },
  })
  if (status < 200 || status > 299) throw new Error(`The game server answered ${status}`)
}
