import { randomBytes } from 'node:crypto'
import { type AlertKind, alertKinds } from '@playhub/contract/operator'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { type Operation, recordOperation } from '../platform/audit-log.ts'
import { type Db, type Tx, transact } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { Refusal } from '../platform/refusal.ts'
import { type AlertEvent, findNewEvents, nextDisputeKey } from './find-events.ts'
import { type AlertResult, type SendDeps, sendAlert } from './send-alert.ts'
import type { AlertWebhookRow } from './tables.ts'

/** Oldest first. */
export function listAlertWebhooks(db: Db): Promise<AlertWebhookRow[]> {
  return db.selectFrom('alertWebhooks').selectAll().orderBy('id').execute()
}

export function findAlertWebhook(db: Db, id: string): Promise<AlertWebhookRow | undefined> {
  return db.selectFrom('alertWebhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

export function readKinds({ kinds }: AlertWebhookRow): AlertKind[] {
  const stored: unknown[] = JSON.parse(kinds)
  return alertKinds.filter((kind) => stored.includes(kind))
}

/**
 * Adds a webhook, which is told what happens from now on.
 * @returns  `secret` cannot be read again later.
 * @throws Refusal BODY_INVALID for a URL without encryption, ALERT_WEBHOOKS_TOO_MANY
 */
export async function addAlertWebhook(
  { db, clock, config }: SendDeps,
  { url, kinds, language }: { url: string; kinds: AlertKind[]; language: 'ru' | 'en' },
  operation: Operation,
): Promise<AlertWebhookRow> {
  if (config.mode !== 'sandbox' && !url.startsWith('https:'))
    throw Refusal.forFields([{ field: 'url', issue: 'FIELD_INVALID', message: 'must begin with https://' }])
  const now = clock.now()
  const webhook: AlertWebhookRow = {
    ...{ id: newId(), url, secret: `whsec_${randomBytes(32).toString('base64')}`, language, createdAt: now },
    ...{ kinds: JSON.stringify(kinds), sentAt: null, status: null, error: null },
  }
  await transact(db, async (tx) => {
    await tx.insertInto('alertWebhooks').values(webhook).execute()
    if ((await listAlertWebhooks(tx)).length > operatorLimits.alertWebhooks)
      throw new Refusal('ALERT_WEBHOOKS_TOO_MANY')
    for (const kind of kinds) await skipEarlierEvents(tx, webhook.id, kind, now)
    const after = { host: new URL(url).host, kinds }
    await recordOperation(tx, operation, { action: 'alert-webhook.add', subject: webhook.id, after, at: now })
  })
  return webhook
}

/** Switches kinds on and off. @throws Refusal ALERT_WEBHOOK_NOT_FOUND */
export async function changeAlertWebhook(
  { db, clock }: SendDeps,
  id: string,
  kinds: AlertKind[],
  operation: Operation,
): Promise<void> {
  const at = clock.now()
  await transact(db, async (tx) => {
    const webhook = await findAlertWebhook(tx, id)
    if (!webhook) throw new Refusal('ALERT_WEBHOOK_NOT_FOUND')
    const before = readKinds(webhook)
    for (const kind of kinds) if (!before.includes(kind)) await skipEarlierEvents(tx, id, kind, at)
    await tx
      .updateTable('alertWebhooks')
      .set({ kinds: JSON.stringify(kinds) })
      .where('id', '=', id)
      .execute()
    const change = {
      action: 'alert-webhook.change',
      subject: id,
      before: { kinds: before },
      after: { kinds },
    }
    await recordOperation(tx, operation, { ...change, at })
  })
}

/** @throws Refusal ALERT_WEBHOOK_NOT_FOUND */
export async function removeAlertWebhook(
  { db, clock }: SendDeps,
  id: string,
  operation: Operation,
): Promise<void> {
  await transact(db, async (tx) => {
    const removed = await tx
      .deleteFrom('alertWebhooks')
      .where('id', '=', id)
      .returning('url')
      .executeTakeFirst()
    if (!removed) throw new Refusal('ALERT_WEBHOOK_NOT_FOUND')
    const before = { host: new URL(removed.url).host }
    const change = { action: 'alert-webhook.remove', subject: id, before, at: clock.now() }
    await recordOperation(tx, operation, change)
  })
}

/** Sends a test at once. @throws Refusal ALERT_WEBHOOK_NOT_FOUND */
export async function testAlertWebhook(deps: SendDeps, id: string): Promise<AlertResult> {
  const webhook = await findAlertWebhook(deps.db, id)
  if (!webhook) throw new Refusal('ALERT_WEBHOOK_NOT_FOUND')
  return sendAlert(deps, webhook, {
    ...{ id: newId(), kind: 'test', at: deps.clock.now(), subject: id },
    ...{ project: null, orderId: null, amountMinor: null, currency: null },
  })
}

/** What has happened before a kind is switched on is on the home page. */
async function skipEarlierEvents(tx: Tx, webhookId: string, kind: AlertKind, now: number): Promise<void> {
  if (kind === 'dispute-opened') await insertSentAlerts(tx, webhookId, [{ key: nextDisputeKey() }], now)
  for (let limit = 500; ; ) {
    const events = await findNewEvents(tx, kind, { webhookId, now, limit })
    await insertSentAlerts(tx, webhookId, events, now)
    if (events.length < limit) return
  }
}

/** @returns  the keys that were not there */
export async function insertSentAlerts(
  tx: Tx,
  webhookId: string,
  events: Pick<AlertEvent, 'key'>[],
  at: number,
): Promise<Set<string>> {
  if (events.length === 0) return new Set()
  const inserted = await tx
    .insertInto('sentAlerts')
    .values(events.map(({ key }) => ({ webhookId, key, at })))
    .onConflict((conflict) => conflict.columns(['webhookId', 'key']).doNothing())
    .returning('key')
    .execute()
  return new Set(inserted.map(({ key }) => key))
}
