import { getTestCard, readCard } from '../model/cards.ts'
import { invalidRequest, resourceMissing, StripeError } from '../model/errors.ts'
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
import type { Card, Change, Intent, PaymentMethod } from '../model/records.ts'
import {
  reduceForBuyer,
  renderIntent,
  renderMethod,
  renderSearchResult,
  type StripeObject,
} from '../model/render.ts'
import { listPage, parseLimit } from './listing.ts'
import type { Call, Operation } from './operation.ts'
import { parseAmount, parseChoice, parseIntentFields, parseNewIntent, parseText } from './params.ts'
import { parseQuery } from './search-query.ts'

/** Real time. Stripe documents up to a minute. */
const INDEX_DELAY_MS = 60_000
const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']

export const intentOperations: Operation[] = [
  { name: 'payment_intents.create', method: 'POST', path: '/payment_intents', run: create },
  { name: 'payment_intents.list', method: 'GET', path: '/payment_intents', run: list },
  { name: 'payment_intents.search', method: 'GET', path: '/payment_intents/search', run: search },
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
  const fields = parseNewIntent(params)
  if (fields.customer !== null && !account.customers.get(fields.customer))
    throw resourceMissing('customer', fields.customer, 'customer')
  const card = parseCard(call, fields.customer)
  const created = account.apply(createIntent(fields, account.context.now()), cause)
  if (params.confirm === 'true') return confirmWith(call, getIntent(created), card)
  if (card) return render(call, storeMethod(call, getIntent(created), card))
  return render(call, getIntent(created))
}

function retrieve(call: Call): StripeObject {
  return render(call, find(call))
}

function update(call: Call): StripeObject {
  const { account, params, cause } = call
  const intent = find(call)
  const change = updateIntent(intent, parseIntentFields(params, intent.metadata))
  const updated = getIntent(account.apply(change, cause))
  const card = parseCard(call, updated.customer)
  return render(call, card ? storeMethod(call, updated, card) : updated)
}

function confirm(call: Call): StripeObject {
  const intent = find(call)
  const { params } = call
  const fields = parseIntentFields({ ...pick(params, 'receipt_email'), ...pick(params, 'shipping') })
  const card = isOpen(intent) ? parseCard(call, intent.customer) : undefined
  return confirmWith(call, { ...intent, ...fields }, card)
}

function confirmWith(call: Call, intent: Intent, newCard: Card | PaymentMethod | undefined): StripeObject {
  const { account, params, cause } = call
  const card = newCard ?? intent.method
  if (!card && isOpen(intent)) {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it is missing a payment method.',
      undefined,
      'payment_intent_unexpected_state',
    )
  }
  const returnUrl = params.return_url === undefined ? null : parseText('return_url', params.return_url)
  if (mayRedirect(intent) && !returnUrl && !call.isBuyer && params.use_stripe_sdk !== 'true') {
    throw invalidRequest(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these ' +
        'payment methods might redirect your customer off of your page, you must provide a `return_url`.',
      'return_url',
    )
  }
  const challenge = returnUrl && !call.isBuyer && params.use_stripe_sdk !== 'true' ? 'redirect' : 'dialog'
  const change = withIntentInError(call, intent, () =>
    confirmIntent(intent, card as Card, { challenge, returnUrl }, account.nowS()),
  )
  account.apply(change, cause)
  if (change.charge?.status === 'failed') throw declined(call, change)
  return render(call, getIntent(change))
}

function mayRedirect({ automaticMethods }: Intent): boolean {
  return automaticMethods?.enabled === true && automaticMethods.allow_redirects !== 'never'
}

function cancel(call: Call): StripeObject {
  const { account, params, cause } = call
  const intent = find(call)
  const given = params.cancellation_reason
  const reason = given === undefined ? null : parseChoice('cancellation_reason', given, CANCELLATION_REASONS)
  const change = withIntentInError(call, intent, () => cancelIntent(intent, reason, account.nowS()))
  return render(call, getIntent(account.apply(change, cause)))
}

function capture(call: Call): StripeObject {
  const { account, params, cause } = call
  const intent = find(call)
  const given = params.amount_to_capture
  const amount = given === undefined ? undefined : parseAmount(given, 'amount_to_capture')
  const charge = account.charges.get(intent.latestCharge)
  const change = withIntentInError(call, intent, () =>
    captureIntent(intent, charge as NonNullable<typeof charge>, amount),
  )
  return render(call, getIntent(account.apply(change, cause)))
}

function list({ account, params }: Call): StripeObject {
  return listPage('/v1/payment_intents', account.intents.all(), params, {
    createdAt: (intent) => intent.createdAt,
    render: (intent) => renderIntent(intent, account.context.url),
  })
}

/** A search finds what is at least a moment old: Stripe's index lags behind writes. */
function search({ account, params }: Call): StripeObject {
  const matches = parseQuery(params.query)
  const indexedBefore = account.context.now() - INDEX_DELAY_MS / account.context.pace
  const found = account.intents
    .newest()
    .filter((intent) => intent.createdAtMs <= indexedBefore && matches(intent))
    .slice(0, parseLimit(params.limit))
  const rendered = found.map((intent) => renderIntent(intent, account.context.url))
  return renderSearchResult('/v1/payment_intents/search', rendered)
}

function find({ account, id, isBuyer, params }: Call): Intent {
  const intent = account.intents.get(id)
  if (!intent) throw resourceMissing('payment_intent', id)
  if ((isBuyer || params.client_secret !== undefined) && params.client_secret !== intent.secret) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      'client_secret',
      'payment_intent_invalid_parameter',
    )
  }
  return intent
}

function render({ account, isBuyer }: Call, intent: Intent): StripeObject {
  const object = renderIntent(intent, account.context.url)
  return isBuyer ? reduceForBuyer(object) : object
}

function storeMethod({ account, cause }: Call, intent: Intent, card: Card | PaymentMethod): Intent {
  return getIntent(account.apply({ intent: attachMethod(intent, card, account.nowS()), events: [] }, cause))
}

/** @throws StripeError  also for the saved method of another customer, or a detached one */
function parseCard({ account, params }: Call, customer: string | null): Card | PaymentMethod | undefined {
  if (typeof params.payment_method_data === 'object')
    return readCard(params.payment_method_data, new Date(account.context.now()))
  if (params.payment_method === undefined) return undefined
  const id = parseText('payment_method', params.payment_method)
  const saved = account.methods.get(id)
  if (!saved) return getTestCard(id)
  if (saved.customer !== null && saved.customer === customer) return saved
  throw invalidRequest(
    'The provided PaymentMethod cannot be attached. It belongs to another Customer, or was detached from its own.',
    'payment_method',
  )
}

/** Adds the intent to the error, as Stripe does. */
function withIntentInError(call: Call, intent: Intent, change: () => Change): Change {
  try {
    return change()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    throw new StripeError(
      error.status,
      { ...error.body, payment_intent: render(call, intent) },
      error.hasExecuted,
    )
  }
}

function declined(call: Call, { charge, intent }: Change): StripeError {
  const decline = charge?.method.decline
  return new StripeError(
    402,
    {
      type: 'card_error',
      code: decline?.code ?? 'card_declined',
      decline_code: decline?.declineCode ?? undefined,
      message: decline?.message ?? 'The card was declined.',
      charge: charge?.id,
      payment_intent: intent && render(call, intent),
      payment_method: charge && renderMethod(charge.method),
    },
    true,
  )
}

function getIntent(change: Change): Intent {
  if (!change.intent) throw new TypeError('The change has no intent')
  return change.intent
}

function pick(params: Params, name: string): Params {
  return params[name] === undefined ? {} : { [name]: params[name] }
}
