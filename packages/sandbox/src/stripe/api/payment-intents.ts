import { type Card, readCard, readyMadeCard } from '../model/cards.ts'
import { invalid, missing, StripeFailure } from '../model/errors.ts'
import type { Params } from '../model/form.ts'
import {
  attachMethod,
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  isOpen,
  updateIntent,
} from '../model/payment-intent.ts'
import type { Change, Intent } from '../model/records.ts'
import { reduceForBuyer, renderIntent, renderMethod, type StripeObject } from '../model/render.ts'
import { listPage } from './listing.ts'
import type { Call, Operation } from './operations.ts'
import { oneOf, plainText, readAmount, readNewTerms, readTerms } from './params.ts'

const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']

export const intentOperations: Operation[] = [
  { name: 'payment_intents.create', method: 'POST', path: '/payment_intents', run: create },
  { name: 'payment_intents.list', method: 'GET', path: '/payment_intents', run: list },
  {
    name: 'payment_intents.retrieve',
    method: 'GET',
    path: '/payment_intents/:id',
    allowsBuyer: true,
    run: retrieve,
  },
  { name: 'payment_intents.update', method: 'POST', path: '/payment_intents/:id', run: update },
  {
    name: 'payment_intents.confirm',
    method: 'POST',
    path: '/payment_intents/:id/confirm',
    allowsBuyer: true,
    run: confirm,
  },
  { name: 'payment_intents.cancel', method: 'POST', path: '/payment_intents/:id/cancel', run: cancel },
  { name: 'payment_intents.capture', method: 'POST', path: '/payment_intents/:id/capture', run: capture },
]

function create(call: Call): StripeObject {
  const { account, params, cause } = call
  const terms = readNewTerms(params)
  const card = cardIn(params, account.place.now())
  const created = account.apply(createIntent(terms, account.nowMs()), cause)
  if (params.confirm === 'true') return confirmWith(call, intentOf(created), card)
  if (card) return draw(call, keepMethod(call, intentOf(created), card))
  return draw(call, intentOf(created))
}

function retrieve(call: Call): StripeObject {
  return draw(call, find(call))
}

function update(call: Call): StripeObject {
  const { account, params, cause } = call
  const intent = find(call)
  const change = updateIntent(intent, readTerms(params, intent.metadata))
  const updated = intentOf(account.apply(change, cause))
  const card = cardIn(params, account.place.now())
  return draw(call, card ? keepMethod(call, updated, card) : updated)
}

function confirm(call: Call): StripeObject {
  const intent = find(call)
  const { params, account } = call
  const terms = readTerms({ ...pick(params, 'receipt_email'), ...pick(params, 'shipping') })
  const card = isOpen(intent) ? cardIn(params, account.place.now()) : undefined
  return confirmWith(call, { ...intent, ...terms }, card)
}

function confirmWith(call: Call, intent: Intent, given: Card | undefined): StripeObject {
  const { account, params, cause } = call
  const card = given ?? intent.method
  if (!card && isOpen(intent)) {
    throw invalid(
      'You cannot confirm this PaymentIntent because it is missing a payment method.',
      undefined,
      'payment_intent_unexpected_state',
    )
  }
  const returnUrl = params.return_url === undefined ? null : plainText('return_url', params.return_url)
  const challenge = returnUrl && !call.isBuyer && params.use_stripe_sdk !== 'true' ? 'redirect' : 'dialog'
  const change = withIntentInFailure(call, intent, () =>
    confirmIntent(intent, card as Card, { challenge, returnUrl }, account.nowS()),
  )
  account.apply(change, cause)
  if (change.charge?.status === 'failed') throw declined(call, change)
  return draw(call, intentOf(change))
}

function cancel(call: Call): StripeObject {
  const { account, params, cause } = call
  const intent = find(call)
  const asked = params.cancellation_reason
  const reason = asked === undefined ? null : oneOf('cancellation_reason', asked, CANCELLATION_REASONS)
  const change = withIntentInFailure(call, intent, () => cancelIntent(intent, reason, account.nowS()))
  return draw(call, intentOf(account.apply(change, cause)))
}

function capture(call: Call): StripeObject {
  const { account, params, cause } = call
  const intent = find(call)
  const asked = params.amount_to_capture
  const amount = asked === undefined ? undefined : readAmount(asked, 'amount_to_capture')
  const charge = account.ledger.charges.get(intent.latestCharge ?? '')
  const change = withIntentInFailure(call, intent, () =>
    captureIntent(intent, charge as NonNullable<typeof charge>, amount),
  )
  return draw(call, intentOf(account.apply(change, cause)))
}

function list({ account, params }: Call): StripeObject {
  return listPage('/v1/payment_intents', account.ledger.intents.values(), params, {
    createdAt: (intent) => intent.createdAt,
    render: (intent) => renderIntent(intent, account.place.url),
  })
}

function find({ account, id, isBuyer, params }: Call): Intent {
  const intent = account.ledger.intents.get(id)
  if (!intent) throw missing('payment_intent', id)
  if ((isBuyer || params.client_secret !== undefined) && params.client_secret !== intent.secret) {
    throw invalid(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      'client_secret',
      'payment_intent_invalid_parameter',
    )
  }
  return intent
}

function draw({ account, isBuyer }: Call, intent: Intent): StripeObject {
  const object = renderIntent(intent, account.place.url)
  return isBuyer ? reduceForBuyer(object) : object
}

function keepMethod({ account, cause }: Call, intent: Intent, card: Card): Intent {
  return intentOf(account.apply({ intent: attachMethod(intent, card, account.nowS()), news: [] }, cause))
}

function cardIn(params: Params, nowMs: number): Card | undefined {
  if (typeof params.payment_method_data === 'object')
    return readCard(params.payment_method_data, new Date(nowMs))
  if (params.payment_method === undefined) return undefined
  return readyMadeCard(plainText('payment_method', params.payment_method))
}

/** Stripe puts the intent into the error, so that a client sees where it stands. */
function withIntentInFailure(call: Call, intent: Intent, change: () => Change): Change {
  try {
    return change()
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    throw new StripeFailure(error.status, { ...error.body, payment_intent: draw(call, intent) })
  }
}

function declined(call: Call, { charge, intent }: Change): StripeFailure {
  const decline = charge?.method.decline
  return new StripeFailure(
    402,
    {
      type: 'card_error',
      code: decline?.code ?? 'card_declined',
      decline_code: decline?.declineCode ?? undefined,
      message: decline?.message ?? 'The card was declined.',
      charge: charge?.id,
      payment_intent: intent && draw(call, intent),
      payment_method: charge && renderMethod(charge.method),
    },
    true,
  )
}

function intentOf(change: Change): Intent {
  if (!change.intent) throw new TypeError('The change has no intent')
  return change.intent
}

function pick(params: Params, name: string): Params {
  return params[name] === undefined ? {} : { [name]: params[name] }
}
