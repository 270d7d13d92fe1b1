import { expect } from 'vitest'
import { explainQueries } from '../../../test/support/explain-queries.ts'
import { test } from '../../../test/support/hub-test.ts'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { listPlayers, type PlayerListFilter } from '../../accounts/operator/player-list.ts'
import { listPaymentAttention } from '../../payments/operator/attention.ts'
import { listDisputePage } from '../../payments/operator/dispute-list-store.ts'
import { findPaymentRecords, paymentRecordKinds } from '../../payments/operator/find-payment-records.ts'
import { listOrders } from '../../payments/operator/order-lists.ts'
import { listRefundPage } from '../../payments/operator/refund-list-store.ts'
import { listProjectWebhooks } from '../../payments/records/webhook-store.ts'
import { type AuditFilter, listOperationPage } from '../../platform/audit-log.ts'
import type { Db, Tables } from '../../platform/database/database.ts'
import { newId, newIdAt } from '../../platform/ids.ts'
import { countOpenTickets, listTickets, type TicketQueueFilter } from '../../support/operator/ticket-queue.ts'

const rows = 2000
const page = { limit: 5, scanLimit: 100 }
/** Without tags: PostgreSQL reads those of a common tag in any order, until a limit ends it. */
const bigTables = [
  ...['accounts', 'identities', 'orders', 'attempts', 'refunds', 'disputes', 'webhooks', 'receipts'],
  ...['tickets', 'ticket_messages', 'plays', 'audit_log'],
]
/** SQLite says `SCAN orders USING INDEX` for a walk along an index, which a limit ends. */
const wholeTable = new RegExp(`(Seq Scan on|SCAN) (${bigTables.join('|')})\\b(?! USING)`)

async function insertAll<T extends keyof Tables>(db: Db, table: T, given: object[]): Promise<void> {
  for (let start = 0; start < given.length; start += 100)
    await db
      .insertInto(table)
      .values(given.slice(start, start + 100) as never)
      .execute()
}

/** Two thousand players, each with an order, a refund, a dispute, a webhook, a ticket and an audit record. */
async function fill(db: Db, now: number): Promise<void> {
  const orders = Array.from({ length: rows }, (_, index) => ({
    ...paidOrder(newIdAt(now - index * 1000), index % 2 ? 'islandm3' : 'familytown', now),
    index,
  }))
  await insertAll(
    db,
    'accounts',
    orders.map(({ playerId: id, index }) => ({
      ...{
        id,
        nickName: `player${index * 7919}`,
        email: `${index}@example.org`,
        authType: 'mail',
        language: 'en',
      },
      ...{ createdAt: now, bannedAt: index % 100 === 0 ? now : null },
    })),
  )
  await insertAll(
    db,
    'identities',
    orders.map(({ playerId, index }) => ({
      ...{ provider: 'mail', subject: `${index}@example.org`, accountId: playerId, createdAt: now },
    })),
  )
  await insertAll(
    db,
    'orders',
    orders.map(({ index: _, ...order }) => order),
  )
  await insertAll(
    db,
    'attempts',
    orders.map(({ id, index }) => ({
      ...{
        id,
        orderId: id,
        provider: 'stripe',
        providerPaymentId: `pi_${id}`,
        amountMinor: 99,
        currency: 'USD',
      },
      ...{
        state: 'succeeded',
        reviewReason: index % 100 === 0 ? 'amount' : null,
        checkedAt: 0,
        nextCheckAt: 0,
      },
      createdAt: now,
    })),
  )
  await insertAll(
    db,
    'refunds',
    orders.map(({ id, index }) => ({
      ...{ id, orderId: id, attemptId: id, requestKey: id, amountMinor: 1, currency: 'USD', reason: 'Test' },
      ...{ requestedBy: 'operator', state: index % 100 === 0 ? 'failed' : 'succeeded', providerRefundId: id },
      createdAt: now,
    })),
  )
  await insertAll(
    db,
    'disputes',
    orders.map(({ id, index }) => ({
      ...{
        id,
        orderId: id,
        attemptId: id,
        providerDisputeId: id,
        amountMinor: 1,
        currency: 'USD',
        reason: 'Test',
      },
      ...{ state: index % 100 === 0 ? 'open' : 'won', openedAt: now },
    })),
  )
  await insertAll(
    db,
    'webhooks',
    orders.map(({ id, playerId, project, index }) => ({
      ...{ id, orderId: id, project, playerId, type: 'payment.paid', subject: '', body: '{}', attempts: 1 },
      ...{ state: index % 100 === 0 ? 'dead' : 'delivered', nextTryAt: 0, leasedUntil: 0, createdAt: now },
    })),
  )
  await insertAll(
    db,
    'receipts',
    orders.map(({ id }) => ({ id, orderId: id, number: `PH-${id}`, content: '{}', createdAt: now })),
  )
  await fillStaffWork(db, orders, now)
}

async function fillStaffWork(
  db: Db,
  orders: { id: string; playerId: string; project: string; index: number }[],
  now: number,
): Promise<void> {
  await insertAll(
    db,
    'tickets',
    orders.map(({ id, playerId, project, index }) => ({
      ...{ id, playerId, orderId: id, project, reason: 'OTHER', email: 'x@example.org', language: 'en' },
      ...{ state: index % 20 === 0 ? 'open' : 'closed', createdAt: now, updatedAt: now + index },
    })),
  )
  await insertAll(
    db,
    'ticketMessages',
    orders.map(({ id }) => ({ id, ticketId: id, author: 'player', text: 'Help', createdAt: now })),
  )
  await insertAll(
    db,
    'ticketTags',
    orders.map(({ id, index }) => ({
      ticketId: id,
      tag: index % 1000 === 0 ? 'rare' : `refund${index % 10}`,
    })),
  )
  await insertAll(
    db,
    'plays',
    orders.map(({ playerId, project }) => ({ playerId, project, firstAt: now })),
  )
  await insertAll(
    db,
    'auditLog',
    orders.map(({ id, playerId, project, index }) => ({
      ...{ id, at: now, operator: 'Olga', action: index % 2 ? 'order.refund' : 'player.ban', subject: id },
      ...{ operatorId: 'olga', project, playerId, orderId: id, outcome: 'done' },
    })),
  )
}

const some = newId()
const projects = ['islandm3', 'skyport']

const playerFilters: Partial<PlayerListFilter>[] = [
  {},
  { state: 'banned' },
  { state: 'deleting', createdFrom: 1 },
  { projects },
  { q: 'yer23749' },
  { q: 'player', projects: ['skyport'] },
  { q: 'anna@example.org', findsParts: false },
]

const ticketFilters: TicketQueueFilter[] = [
  {},
  { states: ['open'] },
  { states: ['open'], projects: ['islandm3'] },
  { states: ['open'], assigneeId: some },
  { states: ['answered', 'closed'], projects, language: 'fr' },
  { tag: 'rare' },
  { tag: 'refund1', reason: 'OTHER' },
  { q: '#12' },
  { q: 'help 23749', findsText: true },
  { q: 'help', findsText: true, states: ['open'] },
  { q: 'zzz', findsText: true },
  { q: some },
  { playerId: some },
]

const auditFilters: Omit<AuditFilter, 'before' | 'limit'>[] = [
  {},
  { operator: 'Nobody' },
  { action: 'order.refund', operator: 'Nobody' },
  { subject: some },
  { playerId: some, projects },
  { orderId: some, outcome: 'refused' },
  { projects: ['skyport'], from: 1, until: Date.now() },
]

/** Each list of the console by a filter. */
const lists: Record<string, { filters: object[]; read: (db: Db, filter: never) => Promise<unknown> }> = {
  players: {
    filters: playerFilters,
    read: (db, filter: Partial<PlayerListFilter>) =>
      listPlayers(db, { findsParts: true, ...filter }, { ...page, now: 0 }),
  },
  tickets: { filters: ticketFilters, read: (db, filter) => listTickets(db, filter, page) },
  audit: { filters: auditFilters, read: (db, filter) => listOperationPage(db, filter, page) },
  orders: {
    filters: [
      {},
      { projects, states: ['failed'], itemId: 'none' },
      { text: 'PH-unknown' },
      { text: 'pi_unknown' },
    ],
    read: (db, filter) => listOrders(db, filter, page),
  },
  refunds: {
    filters: [{}, { states: ['failed'] }, { states: ['pending', 'failed'], projects }],
    read: (db, filter) => listRefundPage(db, filter, page),
  },
  disputes: {
    filters: [{}, { states: ['open'] }, { states: ['won', 'lost'], projects }],
    read: (db, filter) => listDisputePage(db, filter, page),
  },
  webhooks: {
    filters: [['dead'], ['waiting', 'delivered', 'dead']].map((states) => ({ states })),
    read: (db, filter: object) =>
      listProjectWebhooks(db, { project: 'skyport', limit: 5, ...filter } as never),
  },
  search: {
    filters: paymentRecordKinds.map((kind) => ({ kind })),
    read: (db, { kind }: { kind: (typeof paymentRecordKinds)[number] }) =>
      findPaymentRecords(db, kind, { text: some, projects, limit: 5, language: 'en' }),
  },
}

test('no list, search or count of the console reads a whole table', async ({ hub }) => {
  const { db } = hub.context
  const now = hub.clock.now()
  await fill(db, now)
  for (const [list, { filters, read }] of Object.entries(lists))
    for (const filter of filters) {
      const plan = await explainQueries(db, (recorded) => read(recorded, filter as never))
      expect.soft(plan, `${list} by ${JSON.stringify(filter)}`).not.toMatch(wholeTable)
    }
  const counts = await explainQueries(db, async (recorded) => {
    for (const { read } of listPaymentAttention(recorded, now, projects)) await read()
    await countOpenTickets(recorded, projects)
  })
  expect(counts).not.toMatch(wholeTable)
})
