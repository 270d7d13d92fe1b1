import type { PaymentProvider } from '@playhub/contract'
import { takeWrongMoves } from './moves.ts'
import { type Life, paymentsOf } from './random-life.ts'

type Charge = { attemptId: string | null; amountMinor: number; refundedMinor: number }

/**
 * Compares everything that the hub has written down of some orders with the books of their providers, when all has come
 * to rest.
 * @returns  what is wrong, in words; nothing when every promise was kept
 */
export async function findWrongs(life: Life): Promise<string[]> {
  const { db } = life.world
  const wrongs = await takeWrongMoves(db)
  for (const orderId of life.orders) {
    const found = await wrongsOf(life, orderId)
    wrongs.push(...found.map((wrong) => `order ${life.orders.indexOf(orderId)}: ${wrong}`))
  }
  const dead = await db.selectFrom('jobs').select(['kind', 'lastError']).where('state', '=', 'dead').execute()
  wrongs.push(...dead.map(({ kind, lastError }) => `job ${kind} is dead: ${lastError}`))
  return wrongs
}

async function wrongsOf(life: Life, orderId: string): Promise<string[]> {
  const { db } = life.world
  const wrongs: string[] = []
  const expect = (isTrue: boolean, wrong: string) => {
    if (!isTrue) wrongs.push(wrong)
  }
  const of = <T extends 'attempts' | 'purchases' | 'notices' | 'receipts' | 'refunds'>(table: T) =>
    db
      .selectFrom(table as 'attempts')
      .selectAll()
      .where('orderId', '=', orderId)
      .execute()
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const attempts = await of('attempts')
  const purchases = await db.selectFrom('purchases').selectAll().where('orderId', '=', orderId).execute()
  const notices = await db.selectFrom('notices').selectAll().where('orderId', '=', orderId).execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('orderId', '=', orderId).execute()
  const receipts = await of('receipts')
  const charges = await chargesAt(life, orderId)
  const isPaid = order.status === 'paid'

  expect(['none', 'fail', 'paid'].includes(order.status), `it rests as ${order.status}`)
  for (const { id, state, supersededAt, heldReason } of attempts) {
    expect(state !== 'open' && supersededAt === null, `attempt ${id} is ${state} and not over`)
    expect(heldReason === null, `attempt ${id} is held: ${heldReason}`)
  }
  const kept = charges.filter(({ amountMinor, refundedMinor }) => amountMinor > refundedMinor)
  expect(kept.length <= 1, `${kept.length} charges are kept`)
  for (const { attemptId, amountMinor, refundedMinor } of charges) {
    const attempt = attempts.find(({ id }) => id === attemptId)
    const isUnheard = attempt?.state !== 'succeeded' && refundedMinor === amountMinor
    const returned = refunds
      .filter((refund) => refund.attemptId === attemptId && refund.state === 'succeeded')
      .reduce((sum, refund) => sum + refund.amountMinor, 0)
    expect(attempt !== undefined, `a charge of attempt ${attemptId} is not ours`)
    expect(attempt?.state === 'succeeded' || isUnheard, `charged attempt ${attemptId} is ${attempt?.state}`)
    expect(
      isUnheard || returned === refundedMinor,
      `${refundedMinor} went back of ${attemptId}, ${returned} here`,
    )
  }
  for (const { id, state } of attempts) {
    const isCharged = charges.some(({ attemptId }) => attemptId === id)
    expect(state !== 'succeeded' || isCharged, `attempt ${id} succeeded without a charge`)
  }
  const paidBy = charges.find(({ attemptId }) => attemptId === order.paidAttemptId)
  expect(isPaid === (paidBy !== undefined), `it is ${order.status}, paid by ${order.paidAttemptId}`)
  expect(
    kept.every((charge) => charge === paidBy),
    'the charge that is kept is not the one that paid',
  )
  expect(!isPaid || order.amountMinor === paidBy?.amountMinor, `it says ${order.amountMinor} was paid`)
  expect(order.refundedMinor === (paidBy?.refundedMinor ?? 0), `it says ${order.refundedMinor} went back`)
  expect(
    refunds.every(({ state }) => state !== 'pending'),
    'a refund is still on its way',
  )

  expect(purchases.length === (isPaid ? 1 : 0), `${purchases.length} purchases of what is ${order.status}`)
  const isReturned = isPaid && order.refundedMinor === order.amountMinor
  expect(
    purchases.every(({ state }) =>
      isReturned ? state === 'revoked' : state === 'granted' || state === 'consumed',
    ),
    `the purchase is ${purchases[0]?.state}, with ${order.refundedMinor} of ${order.amountMinor} returned`,
  )
  expect(receipts.length === purchases.length, `${receipts.length} receipts`)

  const told = (type: string) => notices.filter((notice) => notice.type === type)
  const returnedOfPaid = refunds.filter(
    ({ attemptId, state }) => attemptId === order.paidAttemptId && state === 'succeeded',
  )
  expect(
    told('payment.paid').length === purchases.length,
    `${told('payment.paid').length} notices of payment`,
  )
  expect(
    told('payment.refunded').length === returnedOfPaid.length,
    `${told('payment.refunded').length} notices of ${returnedOfPaid.length} refunds`,
  )
  expect(
    notices.length === purchases.length + returnedOfPaid.length,
    `there are notices of ${notices.map(({ type }) => type)}`,
  )
  expect(
    notices.every(({ state }) => state === 'delivered'),
    'a notice was not delivered',
  )
  return [...wrongs, ...(await wrongsAtGameServer(life, orderId, notices))]
}

/** What was charged for the order, by the providers' own books. */
async function chargesAt(life: Life, orderId: string): Promise<Charge[]> {
  const charges: Charge[] = []
  for (const { id, provider } of await paymentsOf(life, orderId)) {
    const payment = await life.world.honest[provider as PaymentProvider].fetchPayment(id)
    if (payment.state !== 'succeeded') continue
    const { attemptId, received, refundedMinor } = payment
    charges.push({ attemptId, amountMinor: received.amountMinor, refundedMinor })
  }
  return charges
}

type ToldNotice = {
  id: string
  verified: boolean
  body: { type: string; data?: { paymentId: string } } | null
}

/** A notice may come twice, under one id, and nothing may come that is not in our books. */
async function wrongsAtGameServer(life: Life, orderId: string, filed: { id: string }[]): Promise<string[]> {
  const all = (await life.world.control.ask('/game-server/notices?project=islandm3')) as ToldNotice[]
  const told = all.filter(({ body }) => body?.data?.paymentId === orderId)
  const ids = new Set(told.map(({ id }) => id))
  const wrongs = told.every(({ verified }) => verified) ? [] : ['a notice was not signed well']
  const isSame = ids.size === filed.length && filed.every(({ id }) => ids.has(id))
  return isSame ? wrongs : [...wrongs, `the game server has seen ${[...ids]} of ${filed.map(({ id }) => id)}`]
}
