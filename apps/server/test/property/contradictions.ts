import type { Explanation, OperatorOrderState } from '@playhub/contract/operator'
import { explainOrder } from '../../src/payments/explain/explain-order.ts'
import { toItemPlace } from '../../src/payments/explain/order-facts.ts'
import { type OrderRecords, readOrderRecords } from '../../src/payments/explain/order-records.ts'
import { listOrdersByQuery } from '../../src/payments/operator/order-list-store.ts'
import { isHeld } from '../../src/payments/records/refund-rules.ts'
import type { Run } from './run.ts'

/** States that only one actor can end; those of a webhook depend on why it does not arrive. */
const actors: Partial<Record<OperatorOrderState, Explanation['actor'][]>> = {
  undelivered: ['game', 'operator'],
  'game-not-told': ['game', 'operator'],
  delivering: ['hub'],
  'withdrawal-declared': ['player'],
  // A held refund waits for the hub.
  'refund-pending': ['provider', 'hub'],
  'refund-failed': ['operator'],
  'receipt-failed': ['operator'],
  disputed: ['operator'],
  held: ['operator'],
  paid: ['game', 'nobody'],
}

/** Fails when two places that show an order disagree, or one says something that is not so. */
export async function expectNoContradictions({ environment, player, orders }: Run): Promise<void> {
  const { db } = environment
  const { rows } = await listOrdersByQuery(db, { playerIds: [player.userId] }, { limit: 50 })
  const records = await readOrderRecords(db, rows)
  const found = records.flatMap((each) => {
    const listed = rows.find(({ id }) => id === each.order.id)?.state
    return listContradictions(each, listed).map((text) => `order ${orders.indexOf(each.order.id)}: ${text}`)
  })
  const offered = await environment.call('GET /purchases', { as: player, query: {} })
  const frozen = records.flatMap(({ purchase }) => (purchase?.state === 'frozen' ? [purchase.id] : []))
  if (offered.ok && offered.body.data.result.some(({ id }) => frozen.includes(id)))
    found.push('the game is offered a frozen purchase')
  for (const state of new Set(rows.map(({ state }) => state))) {
    const filtered = await listOrdersByQuery(db, { states: [state] }, { limit: 50 })
    const missing = rows.filter(
      (row) => row.state === state && !filtered.rows.some(({ id }) => id === row.id),
    )
    // Orders of earlier runs may fill the page.
    if (missing.length > 0 && filtered.nextCursor === null) found.push(`the filter ${state} lacks an order`)
  }
  if (found.length > 0) throw new Error(found.join('\n'))
}

/**
 * Declares a withdrawal. Fails when the hub refuses what the player's page offers, or takes what it does not offer.
 * @param orderId  Nothing else may happen to it meanwhile.
 */
export async function declareAsOffered({ environment, player }: Run, orderId: string): Promise<void> {
  const query = { paymentId: orderId }
  const readOrder = () => environment.call('GET /payments/get-user-payment', { as: player, query })
  let read = await readOrder()
  if (!read.ok && read.body.code === 'UNAUTHORIZED') {
    // The login session has ended in the weeks that have passed.
    player.jwt = await environment.openSession(player)
    read = await readOrder()
  }
  if (!read.ok) throw new Error(`The player cannot read the order: ${read.body.code}`)
  const offered = read.body.data.result.withdrawal?.state
  const body = { paymentId: orderId, step: 'declare' } as const
  const declared = await environment.call('POST /payments/withdraw', { as: player, body })
  if (offered === 'declared' || declared.ok === (offered === 'open')) return
  throw new Error(
    `the withdrawal is offered as ${offered}, and declaring it is ${declared.ok ? 'taken' : declared.body.code}`,
  )
}

function listContradictions(records: OrderRecords, listed: OperatorOrderState | undefined): string[] {
  const explain = (language: 'ru' | 'en', audience: 'operator' | 'player') =>
    explainOrder(records, { language, audience, zone: 'UTC' })
  const { state, actor, sentence } = explain('en', 'operator')
  const seen = [sentence, ...(['ru', 'en'] as const).map((language) => explain(language, 'player').sentence)]
  const { purchase, webhooks, order, refunds } = records
  const place = toItemPlace(records)
  const isWaiting = webhooks.some(({ state: each }) => each !== 'delivered')
  const isDeclared = refunds.some((refund) => refund.declaredAt !== null && isHeld(refund))
  const isDecided = purchase?.decidedState != null
  const hasFailedRefund = refunds.some((refund) => refund.state === 'failed' && refund.undoneAt === null)
  const checks: [holds: boolean, text: string][] = [
    [
      !isDeclared ||
        isDecided ||
        hasFailedRefund ||
        purchase?.state === 'frozen' ||
        purchase?.state === 'revoked',
      `a withdrawal is declared and the item ${purchase?.state}`,
    ],
    [listed === state, `the list says ${listed}, the page ${state}`],
    [explain('ru', 'operator').state === state, 'its state depends on the language'],
    [actors[state]?.includes(actor) ?? true, `${state} waits for ${actor}`],
    [
      seen.every((text) => /\.$/.test(text) && !/\{\{|undefined|null/.test(text)),
      `it says ${seen.join(' ')}`,
    ],
    [state !== 'paid' || order.status === 'paid', `it is paid and ${order.status}`],
    [
      place !== 'granted' || purchase?.state === 'granted',
      `the item is with the player and ${purchase?.state}`,
    ],
    [
      !['delivering', 'undelivered', 'game-not-told'].includes(state) || isWaiting,
      `it is ${state} and every webhook was delivered`,
    ],
    [
      !['undelivered', 'delivering'].includes(state) || place === state,
      `the item is ${place} and the order ${state}`,
    ],
  ]
  return checks.flatMap(([holds, text]) => (holds ? [] : [text]))
}
