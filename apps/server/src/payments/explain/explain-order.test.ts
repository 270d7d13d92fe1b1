import { operatorOrderStates } from '@playhub/contract/operator'
import { expect, test } from 'vitest'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { toRetryKey } from '../records/refund-store.ts'
import type {
  AttemptRow,
  DisputeRow,
  OrderRow,
  PurchaseRow,
  RefundRow,
  WebhookRow,
} from '../records/tables.ts'
import { explainOrder } from './explain-order.ts'
import type { OrderRecords } from './order-records.ts'

const at = Date.UTC(2026, 10, 26, 19, 50)
const hour = 3_600_000

const order = (changes: Partial<OrderRow> = {}): OrderRow => ({
  ...paidOrder('anna', 'islandm3', at),
  paidAttemptId: 'a',
  ...changes,
})
const unpaid = { paidAt: null, paidAttemptId: null } as const

const attempt = (changes: Partial<AttemptRow> = {}): AttemptRow => ({
  ...{
    id: 'a',
    orderId: 'o',
    provider: 'stripe',
    providerPaymentId: 'pi_1',
    amountMinor: 99,
    currency: 'USD',
  },
  ...{
    state: 'succeeded',
    receiptEmail: null,
    fiscalTerms: null,
    paidWith: null,
    reviewReason: null,
    checkedAt: at,
  },
  ...{ nextCheckAt: at + hour, createdAt: at, closedAt: at, supersededAt: null, cancelRequestedAt: null },
  ...{ nextTotalsCheckAt: null, reconciledAt: null, countryByNetwork: null, card: null },
  ...changes,
})
const webhook = (changes: Partial<WebhookRow>): WebhookRow => ({
  ...{ id: 'w', orderId: 'o', project: 'islandm3', playerId: 'anna', type: 'payment.paid', subject: '' },
  ...{ body: '{}', state: 'waiting', attempts: 3, nextTryAt: at + hour, leasedUntil: 0 },
  lastError: 'The game server answered 500',
  ...{ createdAt: at, deliveredAt: null, resentBy: null },
  ...changes,
})
const refund = (changes: Partial<RefundRow>): RefundRow => ({
  ...{ id: 'r', orderId: 'o', attemptId: 'a', requestKey: 'operator:1', amountMinor: 50, currency: 'USD' },
  ...{ reason: 'asked', requestedBy: 'operator', state: 'pending', providerRefundId: null, error: null },
  ...{ createdAt: at, sentAt: at, nextCheckAt: at + hour, settledAt: null, mailedAt: null },
  ...{ operator: null, operatorId: null, heldUntil: null, heldItem: null, undoneAt: null },
  ...{ declaredAt: null, confirmedAt: null },
  ...changes,
})
const declared = { declaredAt: at, heldUntil: at + hour, heldItem: 'unchanged', sentAt: null } as const
const failedRefund = refund({ state: 'failed', error: 'the card is closed', settledAt: at + hour })
const dispute = (changes: Partial<DisputeRow> = {}): DisputeRow => ({
  ...{ id: 'd', orderId: 'o', attemptId: 'a', providerDisputeId: 'dp_1', amountMinor: 99, currency: 'USD' },
  ...{ reason: 'fraudulent', state: 'open', openedAt: at, dueBy: at + 24 * hour, settledAt: null },
  ...{ nextCheckAt: null },
  ...changes,
})
const purchase = (changes: Partial<PurchaseRow> = {}): PurchaseRow => ({
  ...{ id: 'p', orderId: 'o', playerId: 'anna', project: 'islandm3', itemId: 'hints', state: 'granted' },
  ...{ createdAt: at, consumedAt: null, decidedState: null },
  ...changes,
})

const records = (changes: Partial<OrderRecords>): OrderRecords => {
  const shown = 'purchase' in changes ? changes.purchase : purchase()
  return {
    ...{ order: order(), isGift: false, decidedAt: null, attempts: [attempt()] },
    ...{ purchase: shown, units: shown ? [shown] : [] },
    ...{ webhooks: [], refunds: [], disputes: [], pausedAt: null, blocking: undefined },
    closingReceipt: undefined,
    ...changes,
  }
}

const gift = {
  order: order({ status: 'none', startedAt: null, provider: null, closedAt: at, ...unpaid }),
  ...{ isGift: true, attempts: [] },
}

const cases: Record<string, [OrderRecords, string, string]> = {
  'not-started': [
    records({ order: order({ status: 'none', startedAt: null, provider: null, ...unpaid }), attempts: [] }),
    'player',
    'Ordered at 26 Nov, 22:50, but the player has not started to pay.',
  ],
  pending: [
    records({
      order: order({ status: 'pending', ...unpaid }),
      attempts: [attempt({ state: 'open', closedAt: null })],
    }),
    'player',
    'The payment through Stripe started at 26 Nov, 22:50 and is not finished. The player can still pay; the hub asks the provider again at 26 Nov, 23:50.',
  ],
  held: [
    records({
      order: order({ status: 'pending', ...unpaid }),
      attempts: [attempt({ reviewReason: 'other amount' })],
    }),
    'operator',
    "The payment through Stripe contradicts the order: other amount. An operator must review it in the provider's dashboard.",
  ],
  failed: [
    records({ order: order({ status: 'fail', ...unpaid }), attempts: [attempt({ state: 'failed' })] }),
    'player',
    'The payment through Stripe failed at 26 Nov, 22:50. The player can try again.',
  ],
  cancelled: [
    records({ order: order({ status: 'none', ...unpaid }), attempts: [attempt({ state: 'cancelled' })] }),
    'player',
    'The payment through Stripe was cancelled at 26 Nov, 22:50. The player can pay again.',
  ],
  claimed: [records(gift), 'nobody', 'The player claimed a gift at 26 Nov, 22:50.'],
  'delivering, a gift': [
    records({ ...gift, webhooks: [webhook({ type: 'purchase.granted', attempts: 0, lastError: null })] }),
    'hub',
    'The player claimed a gift at 26 Nov, 22:50. The game server is being told about it.',
  ],
  'game-not-told, of a gift': [
    records({
      ...{ ...gift, purchase: purchase({ state: 'consumed' }) },
      webhooks: [webhook({ type: 'purchase.granted', subject: '' })],
    }),
    'game',
    'The game does not know yet that the player claimed a gift: its server answers 500; 3 tries, next at 26 Nov, 23:50. Nothing for the player to do.',
  ],
  'closed, a gift': [
    records({
      ...{ ...gift, decidedAt: at + hour },
      purchase: purchase({ state: 'revoked', decidedState: 'revoked' }),
    }),
    'nobody',
    'An operator took the gift back at 26 Nov, 23:50.',
  ],
  'given, a gift': [
    records({ ...gift, decidedAt: at + hour, purchase: purchase({ decidedState: 'granted' }) }),
    'nobody',
    'An operator gave the player the item at 26 Nov, 23:50. Nothing is left to pay.',
  ],
  given: [
    records({ order: order({ status: 'none', startedAt: null, closedAt: at, ...unpaid }), attempts: [] }),
    'nobody',
    'An operator gave the player the item at 26 Nov, 22:50. Nothing is left to pay.',
  ],
  closed: [
    records({
      order: order({ status: 'none', closedAt: at, ...unpaid }),
      ...{ attempts: [], purchase: undefined },
    }),
    'nobody',
    'Closed at 26 Nov, 22:50: an operator gave the player the item by another order. Nothing is left to pay.',
  ],
  'closed, taken back': [
    records({
      order: order({ status: 'none', closedAt: at, ...unpaid }),
      ...{ decidedAt: at + hour, purchase: purchase({ state: 'revoked', decidedState: 'revoked' }) },
    }),
    'nobody',
    'An operator took the item back at 26 Nov, 23:50. Nothing is left to pay.',
  ],
  'closed, charged': [
    records({ order: order({ status: 'none', closedAt: at, ...unpaid }), purchase: undefined }),
    'hub',
    'The player paid $0.99 at 26 Nov, 22:50 although they already owned the item or part of it. The hub returns the money.',
  ],
  'closed, charge returned': [
    records({
      ...{ order: order({ status: 'none', closedAt: at, ...unpaid }), purchase: undefined },
      refunds: [refund({ amountMinor: 99, state: 'succeeded', settledAt: at + hour })],
    }),
    'nobody',
    'The player paid $0.99 at 26 Nov, 22:50 although they already owned the item or part of it; $0.99 went back at 26 Nov, 23:50. Nothing to do.',
  ],
  'refund-failed, of an order that was given': [
    records({ order: order({ status: 'fail', closedAt: at, ...unpaid }), refunds: [failedRefund] }),
    'operator',
    'The refund of $0.50 failed at 26 Nov, 23:50: the card is closed. An operator must retry it.',
  ],
  undelivered: [
    records({ webhooks: [webhook({})] }),
    'game',
    'Paid at 26 Nov, 22:50. The game server answers 500; 3 tries, next at 26 Nov, 23:50. Nothing for the player to do.',
  ],
  'undelivered, without a response': [
    records({ webhooks: [webhook({ lastError: 'connect ECONNREFUSED 127.0.0.1:443' })] }),
    'game',
    'Paid at 26 Nov, 22:50. The game server answers nothing (connect ECONNREFUSED 127.0.0.1:443); 3 tries, next at 26 Nov, 23:50. Nothing for the player to do.',
  ],
  'undelivered, given up': [
    records({ webhooks: [webhook({ state: 'dead', attempts: 10 })] }),
    'operator',
    'Paid at 26 Nov, 22:50. The game server answered 500; the hub gave up after 10 tries. An operator must send the webhook again once the game server works.',
  ],
  'undelivered, paused': [
    records({ webhooks: [webhook({ attempts: 0, lastError: null })], pausedAt: at + hour }),
    'operator',
    'Paid at 26 Nov, 22:50. The item is not delivered: deliveries to this game are paused since 26 Nov, 23:50. An operator must resume them.',
  ],
  'undelivered, behind another': [
    records({ webhooks: [webhook({ attempts: 0, lastError: null })], blocking: webhook({ id: 'v' }) }),
    'game',
    'Paid at 26 Nov, 22:50. The item is not delivered: its webhook waits behind an older one of the same player, which the game server answers with 500; 3 tries, next at 26 Nov, 23:50. Nothing for the player to do.',
  ],
  'undelivered, given': [
    records({
      order: order({ status: 'none', closedAt: at, ...unpaid }),
      webhooks: [webhook({ type: 'purchase.granted', state: 'dead' })],
    }),
    'operator',
    'An operator gave the player the item at 26 Nov, 22:50. The game server answered 500; the hub gave up after 3 tries. An operator must send the webhook again once the game server works.',
  ],
  delivering: [
    records({ webhooks: [webhook({ attempts: 0, lastError: null })] }),
    'hub',
    'Paid at 26 Nov, 22:50. The game server is being told about it.',
  ],
  'game-not-told': [
    records({
      order: order({ refundedMinor: 99 }),
      purchase: purchase({ state: 'revoked' }),
      webhooks: [webhook({ type: 'payment.refunded' })],
    }),
    'game',
    'The game does not know yet that a refund has changed: its server answers 500; 3 tries, next at 26 Nov, 23:50. Nothing for the player to do.',
  ],
  'game-not-told, given up': [
    records({ purchase: purchase({ state: 'consumed' }), webhooks: [webhook({ state: 'dead' })] }),
    'operator',
    'The game does not know that the order is paid: its server answered 500; the hub gave up after 3 tries. An operator must send the webhook again once the game server works.',
  ],
  'game-not-told, paused': [
    records({
      purchase: purchase({ state: 'revoked', decidedState: 'revoked' }),
      webhooks: [webhook({ type: 'purchase.revoked', attempts: 0 })],
      pausedAt: at,
    }),
    'operator',
    'The game does not know yet that an operator took the item back: deliveries to it are paused since 26 Nov, 22:50. An operator must resume them.',
  ],
  'game-not-told, behind another': [
    records({
      purchase: purchase({ state: 'frozen' }),
      refunds: [refund({ amountMinor: 99 })],
      webhooks: [webhook({ type: 'payment.disputed', attempts: 0 })],
      blocking: webhook({ id: 'v', lastError: null }),
    }),
    'game',
    'The game does not know yet that a dispute has changed: the webhook waits behind an older one of the same player, which its server answers with nothing; 3 tries, next at 26 Nov, 23:50. Nothing for the player to do.',
  ],
  'taken-back': [
    records({ purchase: purchase({ state: 'revoked', decidedState: 'revoked' }) }),
    'nobody',
    'Paid at 26 Nov, 22:50. An operator has taken the item back.',
  ],
  paid: [
    records({}),
    'game',
    'Paid at 26 Nov, 22:50, and the player has the item. The game has not consumed it yet.',
  ],
  'paid, consumed in part': [
    records({ units: [purchase(), ...['q', 'r'].map((id) => purchase({ id, state: 'consumed' }))] }),
    'game',
    'Paid at 26 Nov, 22:50, and the player has the items. The game has consumed 2 of 3.',
  ],
  'paid, consumed': [
    records({ purchase: purchase({ state: 'consumed', consumedAt: at + hour }) }),
    'nobody',
    'Paid at 26 Nov, 22:50. The game gave the item to the player at 26 Nov, 23:50.',
  ],
  'refund-pending': [
    records({ refunds: [refund({})] }),
    'provider',
    'A refund of $0.50 was requested at 26 Nov, 22:50 and waits for Stripe. Nothing for the player to do.',
  ],
  'withdrawal-declared': [
    records({ refunds: [refund({ amountMinor: 99, ...declared })], purchase: purchase({ state: 'frozen' }) }),
    'player',
    'The player withdrew from the contract at 26 Nov, 22:50 and has not confirmed it. The item is locked until 26 Nov, 23:50.',
  ],
  disputed: [
    records({ disputes: [dispute()] }),
    'operator',
    "The buyer's bank disputes the payment since 26 Nov, 22:50. An operator must answer in the dashboard of Stripe by 27 Nov, 22:50.",
  ],
  'refund-failed': [
    records({ refunds: [failedRefund] }),
    'operator',
    'The refund of $0.50 failed at 26 Nov, 23:50: the card is closed. An operator must retry it.',
  ],
  'receipt-failed': [
    records({
      purchase: purchase({ state: 'consumed', consumedAt: at + hour }),
      closingReceipt: {
        ...{ id: 'c', orderId: 'o', state: 'failed', amountMinor: 99, providerReceiptId: null, tries: 9 },
        ...{ error: 'The shop is blocked', createdAt: at, sentAt: at, nextTryAt: null },
        finishedAt: at + hour,
      },
    }),
    'operator',
    'The item is delivered, but its fiscal receipt was not registered, and the hub gave up at 26 Nov, 23:50: The shop is blocked. An operator must reconcile the order once this is fixed.',
  ],
  'partly-refunded': [
    records({ order: order({ refundedMinor: 50 }), refunds: [refund({ state: 'succeeded' })] }),
    'nobody',
    '$0.50 of $0.99 was refunded. Nothing to do.',
  ],
  'partly-refunded, dispute lost': [
    records({ order: order({ refundedMinor: 50 }), disputes: [dispute({ state: 'lost', amountMinor: 50 })] }),
    'nobody',
    "The buyer's bank decided a dispute for the buyer: $0.50 of $0.99 went back. Nothing to do.",
  ],
  refunded: [
    records({ order: order({ refundedMinor: 99 }) }),
    'nobody',
    '$0.99 was refunded, which is everything. Nothing to do.',
  ],
  'refunded, dispute lost': [
    records({ order: order({ refundedMinor: 99 }), disputes: [dispute({ state: 'lost' })] }),
    'nobody',
    "The buyer's bank decided a dispute for the buyer: $0.99 went back. Nothing to do.",
  ],
}

const zone = 'Europe/Moscow'

test.for(Object.entries(cases))('%s is explained to an operator', ([name, [given, actor, sentence]]) => {
  const explanation = explainOrder(given, { language: 'en', audience: 'operator', zone })
  expect(explanation).toMatchObject({ state: name.replace(/,.*/, ''), actor, sentence })
})

test('every state has a case', () => {
  expect(new Set(Object.keys(cases).map((name) => name.replace(/,.*/, '')))).toEqual(
    new Set(operatorOrderStates),
  )
})

const styles = (['ru', 'en'] as const).flatMap((language) =>
  (['operator', 'player'] as const).map((audience) => ({ language, audience, zone })),
)

test.for(styles)('every sentence is whole in $language for the $audience', (style) => {
  for (const [given] of Object.values(cases)) {
    const { sentence } = explainOrder(given, style)
    expect(sentence).toMatch(/\.$/)
    expect(sentence).not.toMatch(/\{\{|undefined|null|Invalid/)
    expect(/[а-я]/i.test(sentence)).toBe(style.language === 'ru')
    if (style.audience === 'player') expect(sentence).not.toMatch(/500|card is closed|other amount/)
  }
})

test('a failed refund that was retried no longer needs an operator', () => {
  const retry = refund({ id: 's', requestKey: toRetryKey('r'), state: 'succeeded' })
  const given = records({ order: order({ refundedMinor: 50 }), refunds: [failedRefund, retry] })
  expect(explainOrder(given, { language: 'en', audience: 'operator', zone }).state).toBe('partly-refunded')
})

test('a failed refund whose money went back in another way needs nobody', () => {
  const other = refund({ id: 's', requestKey: 'provider:1', state: 'succeeded', amountMinor: 60 })
  const given = records({ order: order({ refundedMinor: 60 }), refunds: [failedRefund, other] })
  expect(explainOrder(given, { language: 'en', audience: 'operator', zone }).state).toBe('partly-refunded')
})

test('a player reads that the item is locked only while it is', () => {
  const explain = (state: PurchaseRow['state']) =>
    explainOrder(records({ disputes: [dispute()], purchase: purchase({ state }) }), {
      ...{ language: 'en', audience: 'player', zone },
    }).sentence
  expect(explain('frozen')).toMatch(/locked/)
  expect(explain('consumed')).not.toMatch(/locked/)
})
