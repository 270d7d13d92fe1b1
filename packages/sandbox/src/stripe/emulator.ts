import {
  type Outcome,
  type PaymentDetails,
  type PaymentEmulator,
  readPayments,
  type WebhookDelivery,
} from '../payments/emulator.ts'
import type { SandboxContext } from '../platform/context.ts'
import { createOfficialContext } from '../platform/official-hosts.ts'
import { ProviderError } from '../platform/problem.ts'
import { type Account, openAccount, readHubPaymentId } from './account/account.ts'
import { noRequest } from './account/events.ts'
import { apiRoutes } from './api/routes.ts'
import { pageRoutes } from './elements/pages.ts'
import { decliningCard, succeedingCard } from './model/cards.ts'
import { disputeCharge } from './model/dispute.ts'
import { cancelIntent, completeChallenge, confirmIntent, isOpen } from './model/payment-intent.ts'
import type { Change, Charge, Intent } from './model/records.ts'
import { refundCharge } from './model/refund.ts'

/** Emulates Stripe: its API under `/v1`, its browser script and pages under `/stripe`, its webhooks. */
export function openStripe(sandbox: SandboxContext): PaymentEmulator {
  const context = createOfficialContext(sandbox, 'https://hooks.stripe.com')
  const account = openAccount(context)
  const { intents, state, close } = account
  const { expect, ...views } = readPayments(intents, (intent) =>
    details(intent, account.charges.get(intent.latestCharge)),
  )
  return {
    name: 'stripe',
    state,
    routes(app) {
      apiRoutes(app, account)
      pageRoutes(app, account)
    },
    ...views,
    applyOutcome(id, outcome, delivery) {
      const intent = expect(id)
      if (outcome === 'succeed' && intent.status === 'succeeded') {
        return resendLatestEvent(account, intent, 'payment_intent.succeeded', delivery)
      }
      account.apply(changeFor(account, intent, outcome), { ...noRequest, delivery })
    },
    replayWebhook(id, { event, ...replay }) {
      resendLatestEvent(account, expect(id), event, { ...replay, webhook: 'send' })
    },
    override() {
      throw new ProviderError('Stripe has no overrides: use its test cards.')
    },
    close,
  }
}

function changeFor(account: Account, intent: Intent, outcome: Outcome): Change {
  const nowS = account.nowS()
  switch (outcome) {
    case 'succeed':
    case 'decline': {
      const succeeds = outcome === 'succeed'
      if (intent.status === 'requires_action') return completeChallenge(intent, succeeds, nowS)
      const card = succeeds ? succeedingCard : decliningCard
      return confirmIntent(intent, card, { challenge: 'dialog', returnUrl: null }, nowS)
    }
    case 'abandon':
      return cancelIntent(intent, 'abandoned', nowS)
    case 'refund':
      return refundCharge(
        paidCharge(account, intent),
        { reason: 'requested_by_customer', metadata: {} },
        nowS,
      )
    case 'dispute': {
      const charge = paidCharge(account, intent)
      if (charge.isDisputed) throw new ProviderError('The payment is already disputed.')
      return disputeCharge(charge, nowS)
    }
  }
}

function resendLatestEvent(
  { events }: Account,
  intent: Intent,
  typePrefix: string,
  delivery: WebhookDelivery,
): void {
  const event = events.all().findLast(({ type, data: { object } }) => {
    return type.startsWith(typePrefix) && (object.id === intent.id || object.payment_intent === intent.id)
  })
  if (!event) throw new ProviderError('There is no such event, or it is too old to be sent again.')
  events.resend(event, delivery)
}

function paidCharge({ charges }: Account, intent: Intent): Charge {
  const charge = charges.get(intent.latestCharge)
  if (intent.status === 'succeeded' && charge) return charge
  throw new ProviderError(`The payment is ${intent.status} and has no charge to refund or dispute.`)
}

function details(intent: Intent, charge: Charge | undefined): PaymentDetails {
  const isPaid = intent.status === 'succeeded' && charge !== undefined
  const canRefund = isPaid && !charge.isChargedBack && charge.amountRefunded < charge.amountCaptured
  const canDispute = isPaid && !charge.isDisputed
  return {
    provider: 'stripe',
    id: intent.id,
    hubPaymentId: readHubPaymentId(intent),
    amountMinor: intent.amount,
    currency: intent.currency.toUpperCase(),
    status: intent.status,
    description: intent.description,
    createdAtMs: intent.createdAtMs,
    outcomes: [
      ...(isOpen(intent) ? (['succeed', 'decline', 'abandon'] as const) : []),
      ...(canRefund ? (['refund'] as const) : []),
      ...(canDispute ? (['dispute'] as const) : []),
    ],
    refundedMinor: isPaid ? charge.amountRefunded : 0,
    disputed: charge?.isDisputed ?? false,
  }
}
