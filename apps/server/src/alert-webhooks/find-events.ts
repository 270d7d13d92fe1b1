import type { AlertKind } from '@playhub/contract/operator'
import { sql } from 'kysely'
import { readBuildHealth } from '../insights/health/build-health.ts'
import { DAY_MS, HOUR_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { listRunningHubs } from '../platform/heartbeat.ts'
import { firstIdAt, newId, toInstant } from '../platform/ids.ts'

/** Something that needs a person. It names no player. */
export type AlertEvent = {
  /** The same for each look at the same event, and another when it happens again. */
  key: string
  /** Id of the dispute, webhook, refund or ticket; the version of content; the number of a build. */
  subject: string
  project: string | null
  orderId: string | null
  amountMinor: number | null
  currency: string | null
}

type Page = {
  webhookId: string
  now: number
  limit: number
}

/** Events of a kind that a webhook was not told about yet. */
export function findNewEvents(db: Db, kind: AlertKind, page: Page): Promise<AlertEvent[]> {
  return finders[kind](db, page)
}

const finders: Record<AlertKind, (db: Db, page: Page) => Promise<AlertEvent[]>> = {
  'dispute-opened': async (db, { webhookId, now, limit }) =>
    readNew(
      db
        .selectFrom('disputes')
        .innerJoin('orders', 'orders.id', 'disputes.orderId')
        .where('disputes.id', '>=', await findUnsentDisputes(db, webhookId, now))
        .select([
          sql<string>`'dispute-opened:' || disputes.id`.as('key'),
          ...(['disputes.id as subject', 'orders.project', 'disputes.orderId'] as const),
          ...(['disputes.amountMinor', 'disputes.currency'] as const),
        ]),
      db,
      { webhookId, limit },
    ),
  'webhook-dead': (db, { webhookId, limit }) =>
    readNew(
      db
        .selectFrom('webhooks')
        .where('state', '=', sql.lit('dead'))
        .select([
          sql<string>`'webhook-dead:' || webhooks.id || ':' || webhooks.attempts`.as('key'),
          ...(['webhooks.id as subject', 'webhooks.project', 'webhooks.orderId'] as const),
          ...noAmount(),
        ]),
      db,
      { webhookId, limit },
    ),
  'refund-failed': (db, { webhookId, limit }) =>
    readNew(
      db
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'refunds.orderId')
        .where('refunds.state', '=', sql.lit('failed'))
        // A held one that was taken back never reached the provider.
        .where('refunds.undoneAt', 'is', null)
        .select([
          sql<string>`'refund-failed:' || refunds.id || ':' || coalesce(refunds.settled_at, 0)`.as('key'),
          ...(['refunds.id as subject', 'orders.project', 'refunds.orderId'] as const),
          ...(['refunds.amountMinor', 'refunds.currency'] as const),
        ]),
      db,
      { webhookId, limit },
    ),
  'ticket-old': (db, { webhookId, limit, now }) =>
    readNew(
      db
        .selectFrom('tickets')
        .where('state', '=', 'open')
        .where('updatedAt', '<=', now - DAY_MS)
        .select([
          sql<string>`'ticket-old:' || tickets.id || ':' || tickets.updated_at`.as('key'),
          ...(['tickets.id as subject', 'tickets.project'] as const),
          sql<null>`null`.as('orderId'),
          ...noAmount(),
        ]),
      db,
      { webhookId, limit },
    ),
  'content-rejected': findRejectedContent,
  'build-worse': findWorseBuilds,
}

const disputeKey = (id: string) => `dispute-opened:${id}`

/** Disputes stay in the database, so each look begins here. */
export const nextDisputeKey = (): string => disputeKey(newId())

/** Disputes with an older id may still be committed by another hub, whose clock differs. */
const disputeOverlapMs = HOUR_MS

/** @returns  an id before those of all disputes not sent to the webhook */
async function findUnsentDisputes(db: Db, webhookId: string, now: number): Promise<string> {
  const last = await db
    .selectFrom('sentAlerts')
    .select('key')
    .where('webhookId', '=', webhookId)
    .where('key', '>=', disputeKey(''))
    .where('key', '<', disputeKey('g'))
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return ''
  return firstIdAt(Math.min(toInstant(last.key.slice(disputeKey('').length)), now) - disputeOverlapMs)
}

const noAmount = () => [sql<null>`null`.as('amountMinor'), sql<null>`null`.as('currency')] as const

type Candidates = { as(alias: 'found'): unknown }

/** Oldest first: ids begin with their time. */
async function readNew(
  candidates: Candidates,
  db: Db,
  { webhookId, limit }: { webhookId: string; limit: number },
): Promise<AlertEvent[]> {
  const { rows } = await sql<AlertEvent>`
    select * from ${candidates.as('found')}
    where not exists (select 1 from sent_alerts where webhook_id = ${webhookId} and sent_alerts.key = found.key)
    order by subject limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...row,
    amountMinor: row.amountMinor === null ? null : Number(row.amountMinor),
  }))
}

/** Hubs with the same content reject the same version. */
async function findRejectedContent(db: Db, { webhookId, now }: Page): Promise<AlertEvent[]> {
  const versions = (await listRunningHubs(db, now)).map(({ rejectedVersion }) => rejectedVersion)
  const events = [...new Set(versions)]
    .filter((version) => version !== null)
    .map((subject) => ({
      ...{ key: `content-rejected:${subject}`, subject },
      ...{ project: null, orderId: null, amountMinor: null, currency: null },
    }))
  return omitSent(db, webhookId, events)
}

/** Once for each build, whatever else becomes worse in it. */
async function findWorseBuilds(db: Db, { webhookId, now, limit }: Page): Promise<AlertEvent[]> {
  const builds = await readBuildHealth({ db, clock: { now: () => now } })
  const events = builds
    .filter(({ faults }) => faults.length > 0)
    .map(({ project, buildNumber }) => ({
      ...{ key: `build-worse:${project}:${buildNumber}`, subject: String(buildNumber), project },
      ...{ orderId: null, amountMinor: null, currency: null },
    }))
  return (await omitSent(db, webhookId, events)).slice(0, limit)
}

async function omitSent(db: Db, webhookId: string, events: AlertEvent[]): Promise<AlertEvent[]> {
  if (events.length === 0) return []
  const sent = await db
    .selectFrom('sentAlerts')
    .select('key')
    .where('webhookId', '=', webhookId)
    .where(
      'key',
      'in',
      events.map(({ key }) => key),
    )
    .execute()
  return events.filter(({ key }) => !sent.some((alert) => alert.key === key))
}
