/** The table of all states that an order can be in, compared with every place that shows an order. */
import type { OperatorOrderState } from '@playhub/contract/operator'
import { operatorOrderStates } from '@playhub/contract/operator'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { insertOrderSample, type OrderSample } from '../../../test/support/payments/order-samples.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import type { PurchaseRow, WebhookRow } from '../records/tables.ts'
import { explainOrder } from './explain-order.ts'
import { explainToPlayer } from './explain-to-player.ts'
import { toItemPlace } from './order-facts.ts'
import { readOrderRecords } from './order-records.ts'

/** What may happen to the last webhook of an order. The last column is a game without a webhook URL. */
const columns = ['first try', 'refused', 'behind', 'paused', 'dead', 'delivered', 'none'] as const
type Column = (typeof columns)[number]
type Actor = 'player' | 'provider' | 'game' | 'operator' | 'hub' | 'nobody'
type Cell = `${OperatorOrderState}: ${Actor}`
type Row = Omit<OrderSample, 'webhooks'> & {
  type: WebhookRow['type']
  /** Where the item is while its webhook is delivered, or there is none. */
  place: PurchaseRow['state'] | 'partly-consumed'
  cells: Cell[]
}

const bundle = { lines: '[{"itemId":"islandm3-hints","quantity":3}]' } as const
const isUsed = { state: 'consumed', consumedAt: 1 } as const
const unpaid = { paidAt: null } as const
const given = { status: 'none', closedAt: Date.UTC(2029, 0), ...unpaid } as const

/** Closed since it was placed. */
const gift = {
  ...given,
  createdAt: given.closedAt,
  startedAt: null,
  provider: null,
  offerIds: '["daily"]',
} as const
const takenBack = { state: 'revoked', decidedState: 'revoked' } as const

const declared = { declaredAt: 1, heldUntil: 2, heldItem: 'unchanged', sentAt: null } as const

/** Cells of a row whose webhook brings the item, and of one whose webhook is only news. */
const brings = (first: Cell, final: Cell): Cell[] => [
  ...([first, 'undelivered: game', 'undelivered: game', 'undelivered: operator'] as const),
  ...(['undelivered: operator', final, final] as const),
]
const isNews = (final: Cell): Cell[] => [
  ...([final, 'game-not-told: game', 'game-not-told: game', 'game-not-told: operator'] as const),
  ...(['game-not-told: operator', final, final] as const),
]
const always = (cell: Cell): Cell[] => columns.map(() => cell)

const rows: Record<string, Row> = {
  paid: { type: 'payment.paid', place: 'granted', cells: brings('delivering: hub', 'paid: game') },
  consumed: {
    ...{ type: 'payment.paid', place: 'consumed', cells: isNews('paid: nobody') },
    purchase: isUsed,
  },
  'bundle with a bonus': {
    ...{ type: 'payment.paid', place: 'granted', cells: brings('delivering: hub', 'paid: game') },
    ...{ order: { ...bundle, offerIds: '["more"]' }, furtherUnits: [{}, {}] },
  },
  'bundle, its first unit consumed': {
    ...{ type: 'payment.paid', place: 'partly-consumed', cells: brings('delivering: hub', 'paid: game') },
    ...{ order: bundle, purchase: isUsed, furtherUnits: [{}, {}] },
  },
  'bundle, its last units consumed': {
    ...{ type: 'payment.paid', place: 'partly-consumed', cells: brings('delivering: hub', 'paid: game') },
    ...{ order: bundle, furtherUnits: [isUsed, isUsed] },
  },
  'bundle, consumed': {
    ...{ type: 'payment.paid', place: 'consumed', cells: isNews('paid: nobody') },
    ...{ order: bundle, purchase: isUsed, furtherUnits: [isUsed, { ...isUsed, consumedAt: 2 }] },
  },
  'bundle, consumed in part, full refund in progress': {
    ...{ type: 'payment.paid', place: 'frozen', cells: isNews('refund-pending: provider') },
    ...{ order: bundle, purchase: isUsed, furtherUnits: [{ state: 'frozen' }] },
    refunds: [{ state: 'pending' }],
  },
  'bundle, consumed in part, taken back': {
    ...{ type: 'purchase.revoked', place: 'revoked', cells: isNews('taken-back: nobody') },
    ...{ order: bundle, purchase: { ...takenBack, consumedAt: 1 }, furtherUnits: [takenBack] },
  },
  gift: {
    ...{ type: 'purchase.granted', place: 'granted', order: gift, attempt: null, isGift: true },
    ...{ furtherUnits: [{}], cells: brings('delivering: hub', 'claimed: nobody') },
  },
  'gift, consumed in part': {
    ...{ type: 'purchase.granted', place: 'partly-consumed', order: gift, attempt: null, isGift: true },
    ...{ purchase: isUsed, furtherUnits: [{}], cells: brings('delivering: hub', 'claimed: nobody') },
  },
  'gift, consumed': {
    ...{ type: 'purchase.granted', place: 'consumed', order: gift, attempt: null, isGift: true },
    ...{ purchase: isUsed, cells: isNews('claimed: nobody') },
  },
  'gift, taken back': {
    ...{ type: 'purchase.revoked', place: 'revoked', order: gift, attempt: null, isGift: true },
    ...{ purchase: takenBack, cells: isNews('closed: nobody') },
  },
  'gift, taken back and given again': {
    ...{ type: 'purchase.granted', place: 'granted', order: gift, attempt: null, isGift: true },
    ...{ purchase: { decidedState: 'granted' }, cells: brings('delivering: hub', 'given: nobody') },
  },
  'order of a sale, given at the moment it was placed': {
    ...{ type: 'purchase.granted', place: 'granted', order: gift, attempt: null },
    ...{ purchase: { decidedState: 'granted' }, cells: brings('delivering: hub', 'given: nobody') },
  },
  'taken back': {
    ...{ type: 'purchase.revoked', place: 'revoked', cells: isNews('taken-back: nobody') },
    purchase: takenBack,
  },
  'taken back and given again': {
    ...{ type: 'purchase.granted', place: 'granted', cells: brings('delivering: hub', 'paid: game') },
    purchase: { decidedState: 'granted' },
  },
  'refund of a part in progress': {
    ...{ type: 'payment.paid', place: 'granted' },
    cells: brings('delivering: hub', 'refund-pending: provider'),
    refunds: [{ state: 'pending', amountMinor: 50 }],
  },
  'full refund in progress': {
    ...{ type: 'payment.paid', place: 'frozen', cells: isNews('refund-pending: provider') },
    ...{ purchase: { state: 'frozen' }, refunds: [{ state: 'pending' }] },
  },
  'withdrawal declared': {
    ...{ type: 'payment.paid', place: 'frozen', cells: isNews('withdrawal-declared: player') },
    ...{ purchase: { state: 'frozen' }, refunds: [{ state: 'pending', ...declared }] },
  },
  'withdrawal declared while a part is refunded': {
    ...{ type: 'payment.paid', place: 'frozen', cells: isNews('withdrawal-declared: player') },
    purchase: { state: 'frozen' },
    refunds: [
      { state: 'pending', amountMinor: 50 },
      { state: 'pending', amountMinor: 49, ...declared },
    ],
  },
  'withdrawal confirmed': {
    ...{ type: 'payment.paid', place: 'frozen', cells: isNews('refund-pending: provider') },
    ...{ purchase: { state: 'frozen' }, refunds: [{ state: 'pending', ...declared, heldItem: null }] },
  },
  'withdrawal not confirmed': {
    ...{ type: 'payment.paid', place: 'granted', cells: brings('delivering: hub', 'paid: game') },
    refunds: [{ state: 'failed', ...declared, heldItem: null, undoneAt: 1 }],
  },
  'refund failed': {
    ...{ type: 'payment.paid', place: 'granted', cells: always('refund-failed: operator') },
    refunds: [{ state: 'failed', error: 'no' }],
  },
  'fiscal receipt of the delivery given up': {
    ...{ type: 'payment.refunded', place: 'consumed', cells: always('receipt-failed: operator') },
    purchase: { state: 'consumed', consumedAt: 1 },
    closingReceipt: { state: 'failed', error: 'no' },
  },
  'failed refund, money returned in another way': {
    ...{ type: 'payment.refunded', place: 'revoked', cells: isNews('refunded: nobody') },
    ...{ order: { refundedMinor: 99 }, purchase: { state: 'revoked' } },
    refunds: [{ state: 'failed', error: 'no' }, {}],
  },
  'refunded in part': {
    ...{ type: 'payment.paid', place: 'granted' },
    cells: brings('delivering: hub', 'partly-refunded: nobody'),
    ...{ order: { refundedMinor: 50 }, refunds: [{ amountMinor: 50 }] },
  },
  'refunded in full': {
    ...{ type: 'payment.refunded', place: 'revoked', cells: isNews('refunded: nobody') },
    ...{ order: { refundedMinor: 99 }, purchase: { state: 'revoked' }, refunds: [{}] },
  },
  'refunded in full, item kept': {
    ...{ type: 'payment.paid', place: 'granted', cells: brings('delivering: hub', 'refunded: nobody') },
    ...{ order: { refundedMinor: 99 }, purchase: { decidedState: 'granted' }, refunds: [{}] },
  },
  disputed: {
    ...{ type: 'payment.disputed', place: 'frozen', cells: always('disputed: operator') },
    ...{ purchase: { state: 'frozen' }, disputes: [{}] },
  },
  'disputed with a deadline, consumed': {
    ...{ type: 'payment.disputed', place: 'consumed', cells: always('disputed: operator') },
    ...{ purchase: { state: 'consumed' }, disputes: [{ dueBy: Date.UTC(2031, 0) }] },
  },
  'dispute won': {
    ...{ type: 'payment.disputed', place: 'granted', cells: isNews('paid: game') },
    disputes: [{ state: 'won', settledAt: 1 }],
  },
  'dispute lost': {
    ...{ type: 'payment.disputed', place: 'revoked', cells: isNews('refunded: nobody') },
    ...{ order: { refundedMinor: 99 }, purchase: { state: 'revoked' } },
    disputes: [{ state: 'lost', settledAt: 1 }],
  },
  'dispute about a part lost': {
    ...{ type: 'payment.disputed', place: 'revoked', cells: isNews('partly-refunded: nobody') },
    ...{ order: { refundedMinor: 50 }, purchase: { state: 'revoked' } },
    disputes: [{ state: 'lost', amountMinor: 50, settledAt: 1 }],
  },
  'given without a payment': {
    ...{ type: 'purchase.granted', place: 'granted', order: given, attempt: null },
    ...{ purchase: { decidedState: 'granted' }, cells: brings('delivering: hub', 'given: nobody') },
  },
  'given after a failed payment, then taken back': {
    ...{ type: 'purchase.revoked', place: 'revoked', order: { ...given, status: 'fail' } },
    ...{ attempt: { state: 'failed' }, purchase: { state: 'revoked', decidedState: 'revoked' } },
    cells: isNews('closed: nobody'),
  },
  'given, then charged; refund in progress': {
    ...{ type: 'purchase.granted', place: 'granted', order: given, purchase: { decidedState: 'granted' } },
    ...{ refunds: [{ state: 'pending' }], cells: brings('delivering: hub', 'refund-pending: provider') },
  },
  'given, then charged; refund failed': {
    ...{ type: 'purchase.granted', place: 'granted', order: given, purchase: { decidedState: 'granted' } },
    ...{ refunds: [{ state: 'failed', error: 'no' }], cells: always('refund-failed: operator') },
  },
  'given, then charged; disputed': {
    ...{ type: 'purchase.granted', place: 'granted', order: given, purchase: { decidedState: 'granted' } },
    ...{ disputes: [{}], cells: always('disputed: operator') },
  },
}

const started = { purchase: null, place: 'granted', type: '' } as const
/** Orders that nobody was told about. */
const silent: Record<string, Omit<Row, 'cells'> & { cell: Cell }> = {
  'not started': {
    ...{ ...started, attempt: null, cell: 'not-started: player' },
    order: { status: 'none', startedAt: null, provider: null, ...unpaid },
  },
  pending: {
    ...{ ...started, order: { status: 'pending', ...unpaid }, cell: 'pending: player' },
    attempt: { state: 'open', closedAt: null },
  },
  'held while pending': {
    ...{ ...started, order: { status: 'pending', ...unpaid }, cell: 'held: operator' },
    attempt: { state: 'open', closedAt: null, reviewReason: 'other amount' },
  },
  failed: {
    ...{ ...started, order: { status: 'fail', ...unpaid }, cell: 'failed: player' },
    attempt: { state: 'failed' },
  },
  cancelled: {
    ...{ ...started, order: { status: 'none', ...unpaid }, cell: 'cancelled: player' },
    attempt: { state: 'cancelled' },
  },
  'closed because the item was given by another order': {
    ...{ ...started, order: given, attempt: null, cell: 'closed: nobody' },
  },
  'closed because the player owned the item, and charged': {
    ...{ ...started, order: given, cell: 'closed: hub' },
  },
  'closed because the player owned the item, charged and refunded': {
    ...{ ...started, order: given, refunds: [{}], cell: 'closed: nobody' },
  },
}

type Expected = {
  name: string
  cell: Cell
  place: string | null
  column: Column
  id: string
  playerId: string
}

const webhookChanges: Record<Column, Partial<WebhookRow> | undefined> = {
  'first try': {},
  refused: { attempts: 3, lastError: 'The game server answered 500', nextTryAt: 1 },
  behind: {},
  paused: {},
  dead: { state: 'dead', attempts: 10, lastError: 'The game server answered 500' },
  delivered: { state: 'delivered', attempts: 1, deliveredAt: 1 },
  none: undefined,
}

/** Every cell is an order of its own player, because webhooks of one player wait for each other. */
function insertTable({ context: { db }, clock }: TestHub): Promise<Expected[]> {
  return transact(db, (tx) => insertCells(tx, clock.now() - HOUR_MS))
}

async function insertCells(tx: Tx, now: number): Promise<Expected[]> {
  const expected: Expected[] = []
  await tx
    .insertInto('pausedProjects')
    .values({ project: 'skyport', since: now, by: 'olga', reason: null })
    .execute()
  for (const [name, { cells, type, place, ...sample }] of Object.entries(rows))
    for (const [index, column] of columns.entries()) {
      const playerId = `${name}, ${column}`
      const at = { now, playerId, project: column === 'paused' ? 'skyport' : 'islandm3' }
      if (column === 'behind') await insertBlocking(tx, at)
      const changes = webhookChanges[column]
      const id = await insertOrderSample(tx, at, {
        ...sample,
        webhooks: changes ? [{ type, ...changes }] : [],
      })
      const cell = cells[index] ?? 'paid: game'
      expected.push({ name, column, cell, id, playerId, place: toPlace(type, place, column) })
    }
  for (const [name, { cell, place, type, ...sample }] of Object.entries(silent)) {
    const id = await insertOrderSample(tx, { now, playerId: name, project: 'islandm3' }, sample)
    expected.push({ name, cell, id, playerId: name, column: 'none', place: null })
  }
  return expected
}

/** A refused webhook of an older order, which the player has consumed. */
async function insertBlocking(tx: Tx, at: Parameters<typeof insertOrderSample>[1]): Promise<void> {
  const webhooks = [{ attempts: 2, lastError: 'The game server answered 503', nextTryAt: 1 }]
  await insertOrderSample(tx, at, { webhooks, purchase: { state: 'consumed', consumedAt: 1 } })
}

function toPlace(type: string, place: string, column: Column): string {
  const isItem = type === 'payment.paid' || type === 'purchase.granted'
  if (
    !['granted', 'partly-consumed'].includes(place) ||
    !isItem ||
    column === 'delivered' ||
    column === 'none'
  )
    return place
  return column === 'first try' ? 'delivering' : 'undelivered'
}

const style = { language: 'en', audience: 'operator', zone: 'UTC' } as const
const cards = {
  'order-undelivered': 'undelivered',
  'game-not-told': 'game-not-told',
  'order-held': 'held',
  'refund-failed': 'refund-failed',
  'receipt-failed': 'receipt-failed',
}

test('each combination has one state, one actor and one place of the item, on the page, in lists, on home and in the CLI', {
  timeout: 120_000,
}, async ({ hub }) => {
  const expected = await insertTable(hub)
  const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
  const listAll = async (query: { state?: OperatorOrderState[] }) => {
    const found = new Map<string, OperatorOrderState>()
    for (let cursor: string | undefined; ; ) {
      const { data } = await operator.callOk('GET /orders', { query: { ...query, limit: 100, cursor } })
      for (const { id, state } of data.result) found.set(id, state)
      if (data.nextCursor === null) return found
      cursor = data.nextCursor
    }
  }
  const listed = await listAll({})

  const orders = await hub.context.db.selectFrom('orders').selectAll().execute()
  const records = await readOrderRecords(hub.context.db, orders)
  const found = expected.map(({ id, name, column }) => {
    const ofOrder = records.find(({ order }) => order.id === id) ?? expect.unreachable()
    const { state, actor, sentence } = explainOrder(ofOrder, style)
    expect(sentence, `${name}, ${column}`).toMatch(/^[A-Z$][^{}]+\.$/)
    expect(listed.get(id), `${name}, ${column}, in the list`).toBe(state)
    return { name, column, cell: `${state}: ${actor}`, place: toItemPlace(ofOrder) }
  })
  expect(found).toEqual(expected.map(({ name, column, cell, place }) => ({ name, column, cell, place })))
  for (const [index, { id, name, column }] of expected.entries()) {
    // Each column once, and each row of others.
    if (index % (columns.length + 1) > 0) continue
    const { data } = await operator.callOk('GET /orders/{id}', { params: { id } })
    const { state, explanation, purchase } = data.result
    expect(`${state}: ${explanation.actor}`, `${name}, ${column}`).toBe(expected[index]?.cell)
    expect(explanation.state).toBe(state)
    expect(purchase?.place ?? null).toBe(expected[index]?.place)
  }

  for (const state of operatorOrderStates) {
    const ids = [...listed].filter(([, one]) => one === state).map(([id]) => id)
    expect([...(await listAll({ state: [state] })).keys()].sort(), state).toEqual(ids.toSorted())
    const { printed } = await runOnHub(hub, ['orders', 'list', '--state', state])
    for (const id of ids.slice(0, 3)) expect(printed, state).toContain(id)
  }
  expect(new Set(listed.values())).toEqual(new Set(operatorOrderStates))
  const one = expected.find(({ cell }) => cell.startsWith('game-not-told')) ?? expect.unreachable()
  const { printed } = await runOnHub(hub, ['orders', 'explain', one.id])
  expect(printed).toMatch(/^The game does not know/)

  const home = (await operator.callOk('GET /home')).data.result.attention
  for (const [kind, state] of Object.entries(cards)) {
    const count = [...listed.values()].filter((one) => one === state).length
    expect(
      home.find((card) => card.kind === kind),
      kind,
    ).toMatchObject({ count })
  }
})

test('a player reads the same in both languages: nothing arrived that did not, and nobody is told to wait in vain', {
  timeout: 120_000,
}, async ({ hub }) => {
  const expected = await insertTable(hub)
  const orders = await hub.context.db.selectFrom('orders').selectAll().execute()
  const sentences = {
    en: await explainToPlayer(hub.context.db, orders, { language: 'en', zone: 'UTC' }),
    ru: await explainToPlayer(hub.context.db, orders, { language: 'ru', zone: 'UTC' }),
  }
  for (const { id, name, column, cell, place } of expected) {
    const [english, russian] = [sentences.en.get(id), sentences.ru.get(id)]
    const label = `${name}, ${column}: ${english}`
    expect(english === undefined, label).toBe(russian === undefined)
    for (const sentence of [english, russian])
      expect(sentence ?? '.', label).not.toMatch(/\{\{|undefined|null|Invalid|500|503|other amount|^$/)
    if (russian !== undefined) expect(russian).toMatch(/^[А-Я$\d].*\.$/s)
    const [state] = cell.split(':')
    if (state === 'undelivered')
      expect(english, label).toMatch(/does not respond|did not respond|takes no purchases/)
    else expect(english ?? '', label).not.toMatch(/respond|takes no purchases/)
    if (state === 'delivering') expect(english, label).toMatch(/is being told/)
    else expect(english ?? '', label).not.toMatch(/being told/)
    if (place === 'delivering' || place === 'undelivered')
      expect(english ?? '', label).not.toMatch(/waits in the game/)
    const isLocked = state === 'disputed' || name.startsWith('withdrawal declared')
    expect(/locked/.test(english ?? ''), label).toBe(isLocked && place === 'frozen')
  }
})
