import {
  type ListedPayment,
  newestOf,
  type Outcome,
  OutcomeRefused,
  type PaymentDetails,
  type PaymentProvider,
  type PaymentView,
  type Telling,
} from '../payments/emulator.ts'
import type { Account } from './account/account.ts'
import type { Cause } from './account/events.ts'
import { hubPaymentOf } from './account/ledger.ts'
import { decliningCard, goodCard } from './model/cards.ts'
import { StripeFailure } from './model/errors.ts'
import { answerChallenge, cancelIntent, confirmIntent, isOpen } from './model/payment-intent.ts'
import type { Change, Charge, Intent } from './model/records.ts'
import { disputeCharge, refundCharge } from './model/refund.ts'

const PROVIDER = 'stripe'

/** Stripe as the control API and the people page see it. */
export function stripePayments(account: Account): PaymentProvider {
  const { ledger } = account
  const get = (id: string) => ledger.intents.get(id) as Intent
  return {
    name: PROVIDER,
    payments: (limit) => newestOf(ledger.intents, limit).map(listed),
    details: (limit) =>
      newestOf(ledger.intents, limit).map((intent) => detail(intent, chargeOf(account, intent))),
    find(id) {
      const intent = ledger.intents.get(id) ?? ledger.intentOfHubPayment(id)
      return intent && listed(intent)
    },
    decide(id, outcome, telling) {
      const intent = get(id)
      if (outcome === 'succeed' && intent.status === 'succeeded') {
        repeat(account, intent, 'payment_intent.succeeded', telling)
        return view(intent)
      }
      const cause: Cause = { requestId: null, idempotencyKey: null, telling }
      refusing(() => {
        for (const change of changesFor(account, intent, outcome)) account.apply(change, cause)
      })
      return view(get(id))
    },
    replay(id, { event, ...replay }) {
      const intent = get(id)
      repeat(account, intent, event, { ...replay, webhook: 'send' })
      return view(intent)
    },
    rig() {
      throw new OutcomeRefused('Stripe is rigged by its test cards.')
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

/** Sends once more the latest event of a payment: paid once is paid for ever, and may be told twice. */
function repeat(account: Account, intent: Intent, type: string, telling: Telling): void {
  const isIts = ({ object }: { object: Record<string, unknown> }) =>
    object.id === intent.id || object.payment_intent === intent.id
  const event = account.events.all().findLast((each) => each.type.startsWith(type) && isIts(each.data))
  if (!event) throw new OutcomeRefused('There is no such event, or it is too old to be sent again.')
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

function listed(intent: Intent): ListedPayment {
  return { view: view(intent), createdAtMs: intent.createdAtMs }
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
