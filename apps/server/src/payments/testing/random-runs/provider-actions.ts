/** What buyers, banks and strangers do at the providers. Its webhook is caught or lost; a caught one may be delivered. */
import { Stripe } from 'stripe'
import type { SandboxPayment } from '../sandbox-control.ts'
import type { World } from './environment.ts'
import { type Life, orderAt, type RefundTrouble } from './run.ts'

type Decision = Parameters<World['control']['decide']>[1]

/** What the providers have of an order, newest first. */
export async function paymentsOf({ world }: Life, orderId: string): Promise<SandboxPayment[]> {
  const newest = (await world.control.ask('/control/payments?limit=100')) as SandboxPayment[]
  return newest.filter(({ hubPaymentId }) => hubPaymentId === orderId)
}

/**
 * One that a buyer can have before them: the hub knows of it, or will when it hears the answer. What was opened with an
 * answer that got lost nobody can pay: its secret is in no browser.
 */
async function reachablePayment(life: Life, which: number, nth: number): Promise<SandboxPayment | undefined> {
  const orderId = orderAt(life, which)
  const bound = await life.world.db
    .selectFrom('attempts')
    .select('providerId')
    .where('orderId', '=', orderId)
    .where('providerId', 'is not', null)
    .execute()
  const known = new Set(bound.map(({ providerId }) => providerId))
  const payments = await paymentsOf(life, orderId)
  const beingOpened = life.waiting.map(({ paymentId }) => paymentId)
  const reachable = payments.filter(({ id }) => known.has(id) || beingOpened.includes(id))
  return reachable[nth % Math.max(1, reachable.length)]
}

/** Something happens at a provider. @param isCaught  Whether its webhook is kept, to be delivered some time. */
export async function decide(
  life: Life,
  which: number,
  nth: number,
  decision: Decision,
  isCaught: boolean,
): Promise<void> {
  const payment = await reachablePayment(life, which, nth)
  if (!payment || !(await isPossible(life.world.control.decide(payment.id, decision)))) return
  if (isCaught) await catchNews(life, payment.id)
}

/** As `decide`, by a buyer to whom money does not come back as it should. */
export async function payOddly(
  life: Life,
  which: number,
  nth: number,
  trouble: RefundTrouble,
  isCaught: boolean,
): Promise<void> {
  const payment = await reachablePayment(life, which, nth)
  if (!payment || !(await isPossible(payWith(life.world, payment, trouble)))) return
  life.refundTroubles.set(payment.id, trouble)
  if (isCaught) await catchNews(life, payment.id)
}

const oddCards = { fail: 'pm_card_refundFail', pend: 'pm_card_pendingRefund' } as const

async function payWith(
  { control, stripe }: World,
  { id, provider, status }: SandboxPayment,
  trouble: RefundTrouble,
) {
  if (provider === 'stripe') {
    const card = { payment_method: oddCards[trouble], return_url: 'https://hub.example' }
    await stripe.paymentIntents.confirm(id, card)
  } else if (status.toLowerCase() === 'pending') {
    await control.rig(id, { refunds: trouble })
    await control.decide(id)
  } else throw new Error('answered 409: it is paid or over')
}

/** Somebody returns all that is left. Nobody looks at a desk where refunds go wrong: they have no name here to go by. */
export async function refundAtDesk(life: Life, which: number, isCaught: boolean): Promise<void> {
  const payment = await reachablePayment(life, which, 0)
  if (!payment || life.refundTroubles.has(payment.id)) return
  life.returnedAtDesk.add(payment.id)
  await decide(life, which, 0, { outcome: 'refund' }, isCaught)
}

/** The bank decides a dispute of Stripe; no other provider tells of any. */
export async function ruleOnDispute(
  life: Life,
  which: number,
  evidence: 'winning_evidence' | 'losing_evidence',
  isCaught: boolean,
): Promise<void> {
  const payment = await reachablePayment(life, which, 0)
  if (payment?.provider !== 'stripe') return
  const { disputes } = life.world.stripe
  const rule = async () => {
    const [dispute] = (await disputes.list({ payment_intent: payment.id })).data
    if (!dispute) throw new Error('answered 409: there is nothing to rule on')
    await disputes.update(dispute.id, { evidence: { uncategorized_text: evidence } })
  }
  if (!(await isPossible(rule()))) return
  if (isCaught) await catchNews(life, payment.id)
}

export async function forgeNews(life: Life, which: number, outcome: 'succeed' | 'abandon'): Promise<void> {
  const { world } = life
  const payment = await reachablePayment(life, which, 0)
  if (!payment) return
  world.postbox.empty()
  if (!(await isPossible(world.control.decide(payment.id, { outcome, webhook: 'forge' })))) return
  life.mail.push(await world.postbox.take(payment.id))
}

async function catchNews({ world, mail }: Life, id: string): Promise<void> {
  world.postbox.empty()
  await world.control.replay(id)
  mail.push(await world.postbox.take(id))
}

/**
 * The sandbox answers 409, and its Stripe an error, to what a payment is in no state for. A call of a buyer's may also
 * meet the trouble on the wire that was ordered for the hub.
 */
export async function isPossible(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeError || (error as Error).message.includes('answered 409')
    if (isRefused) return false
    throw error
  }
}
