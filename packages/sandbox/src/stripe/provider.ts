import {
  type Outcome,
  OutcomeRefused,
  type PaymentDetails,
  type PaymentProvider,
  type PaymentView,
  type Telling,
} from '../payments.ts'
import type { Account } from './account.ts'
import { decliningCard, goodCard } from './cards.ts'
import type { Cause } from './events.ts'
import { StripeFailure } from './failure.ts'
import { answerChallenge, cancelIntent, confirmIntent, isOpen } from './intent.ts'
import { hubPaymentOf } from './ledger.ts'
import type { Change, Charge, Intent } from './records.ts'
import { disputeCharge, refundCharge } from './refund.ts'

const PROVIDER = 'stripe'

/** Stripe as the control API and the people page see it. */
export function stripePayments(account: Account): PaymentProvider {
  const { ledger } = account
  const newest = (limit?: number): Intent[] => {
    const intents = [...ledger.intents.values()]
    return (limit === undefined ? intents : intents.slice(-limit)).reverse()
  }
  return {
    name: PROVIDER,
    payments: (limit) => newest(limit).map(view),
    details: (limit) => newest(limit).map((intent) => detail(intent, chargeOf(account, intent))),
    decide(id, outcome, telling) {
      const intent = ledger.intents.get(id) ?? ledger.intentOfHubPayment(id)
      if (!intent) return undefined
      if (outcome === 'succeed' && intent.status === 'succeeded') {
        repeatSuccess(account, intent, telling)
        return view(intent)
      }
      const cause: Cause = { requestId: null, idempotencyKey: null, telling }
      refusing(() => {
        for (const change of changesFor(account, intent, outcome)) account.apply(change, cause)
      })
      return view(ledger.intents.get(intent.id) ?? intent)
    },
  }
}

function changesFor(account: Account, intent: Intent, outcome: Outcome): Change[] {
  const nowS = account.nowS()
  const asking = { challenge: 'dialog', returnUrl: null } as const
  switch (outcome) {
    case 'succeed':
      return [
        intent.status === 'requires_action'
          ? answerChallenge(intent, true, nowS)
          : confirmIntent(intent, goodCard, asking, nowS),
      ]
    case 'decline':
      return [
        intent.status === 'requires_action'
          ? answerChallenge(intent, false, nowS)
          : confirmIntent(intent, decliningCard, asking, nowS),
      ]
    case 'abandon':
      return [cancelIntent(intent, 'abandoned', nowS)]
    case 'refund':
      return [
        refundCharge(paidCharge(account, intent), { reason: 'requested_by_customer', metadata: {} }, nowS),
      ]
    case 'dispute':
      return [disputeCharge(undisputed(paidCharge(account, intent)), nowS)]
  }
}

/** Paid once is paid for ever; ordering it again sends the same event again. */
function repeatSuccess(account: Account, intent: Intent, telling: Telling): void {
  const isIts = (object: Record<string, unknown>) => object.id === intent.id
  const event = account.events
    .all()
    .findLast(({ type, data }) => type === 'payment_intent.succeeded' && isIts(data.object))
  if (!event)
    throw new OutcomeRefused('The payment has succeeded, and its event is too old to be sent again.')
  account.events.repeat(event, telling)
}

function paidCharge(account: Account, intent: Intent): Charge {
  const charge = chargeOf(account, intent)
  if (intent.status === 'succeeded' && charge) return charge
  throw new OutcomeRefused(`The payment is ${intent.status}: there is nothing to take back.`)
}

function undisputed(charge: Charge): Charge {
  if (charge.isDisputed) throw new OutcomeRefused('The payment is disputed already.')
  return charge
}

function chargeOf({ ledger }: Account, intent: Intent): Charge | undefined {
  return ledger.charges.get(intent.latestCharge ?? '')
}

function refusing(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof StripeFailure) throw new OutcomeRefused(error.message)
    throw error
  }
}

function view(intent: Intent): PaymentView {
  return {
    provider: PROVIDER,
    id: intent.id,
    hubPaymentId: hubPaymentOf(intent),
    amountMinor: intent.amount,
    currency: intent.currency.toUpperCase(),
    status: intent.status,
  }
}

function detail(intent: Intent, charge: Charge | undefined): PaymentDetails {
  const isPaid = intent.status === 'succeeded' && charge !== undefined
  const canRefund = isPaid && charge.amountRefunded < charge.amountCaptured
  const canDispute = isPaid && !charge.isDisputed
  return {
    ...view(intent),
    description: intent.description,
    createdAt: new Date(intent.createdAt * 1000).toISOString(),
    outcomes: [
      ...(isOpen(intent) ? (['succeed', 'decline', 'abandon'] as const) : []),
      ...(canRefund ? (['refund'] as const) : []),
      ...(canDispute ? (['dispute'] as const) : []),
    ],
    refundedMinor: isPaid ? charge.amountRefunded : 0,
    disputed: charge?.isDisputed ?? false,
  }
}
