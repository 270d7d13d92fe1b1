import type Stripe from 'stripe'
import { expect, vi } from 'vitest'
import { stripeAt } from '../../../test/environment.ts'
import { sharedTest } from '../../../test/fixtures.ts'

const order = (orderId: string): Stripe.PaymentIntentCreateParams => ({
  amount: 499,
  currency: 'usd',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  metadata: { orderId },
  description: 'Gems & more',
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call should be refused'),
    (error: Stripe.errors.StripeError) => error,
  )

const test = sharedTest.extend('api', ({ environment }) => {
  const stripe = environment.stripe
  const pay = async (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({
      ...order('any'),
      payment_method: 'pm_card_visa',
      confirm: true,
      ...params,
    })
  const typesAbout = (id: string) =>
    environment
      .events()
      .filter(({ data }) => {
        const object = data.object as { id: string; payment_intent?: string }
        return object.id === id || object.payment_intent === id
      })
      .map(({ type }) => type)
      .sort()
  return { stripe, pay, typesAbout }
})

test('an intent is created, read back and updated by the real library', async ({
  api: { stripe, typesAbout },
}) => {
  const intent = await stripe.paymentIntents.create(order('order-1'))
  expect(intent).toMatchObject({
    object: 'payment_intent',
    status: 'requires_payment_method',
    amount: 499,
    currency: 'usd',
    livemode: false,
    latest_charge: null,
    metadata: { orderId: 'order-1' },
  })
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
  expect(intent.lastResponse.requestId).toMatch(/^req_/)

  const updated = await stripe.paymentIntents.update(intent.id, {
    metadata: { note: 'x' },
    receipt_email: 'a@b.io',
  })
  expect(updated.metadata).toEqual({ orderId: 'order-1', note: 'x' })
  expect((await stripe.paymentIntents.retrieve(intent.id)).receipt_email).toBe('a@b.io')
  await vi.waitFor(() => expect(typesAbout(intent.id)).toEqual(['payment_intent.created']))
})

test('a confirmed intent has a charge with a receipt and sends a webhook', async ({
  api: { stripe, pay, typesAbout },
}) => {
  const intent = await pay({ expand: ['latest_charge'] })
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 499 })
  const charge = intent.latest_charge as Stripe.Charge
  expect(charge).toMatchObject({ status: 'succeeded', paid: true, captured: true, payment_intent: intent.id })
  expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242' })
  const receipt = await fetch(charge.receipt_url ?? '')
  expect(receipt.status).toBe(200)
  expect(await receipt.text()).toContain('$4.99')
  await vi.waitFor(() => expect(typesAbout(intent.id)).toContain('payment_intent.succeeded'))
  const listed = await stripe.events.list({ type: 'charge.succeeded', limit: 1 })
  expect(listed.data[0]?.data.object).toMatchObject({ payment_intent: intent.id })
})

test('a declined card leaves a failed charge and an intent that can be tried again', async ({
  api: { stripe },
}) => {
  const intent = await stripe.paymentIntents.create(order('order-2'))
  const declined = await refusal(
    stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }),
  )
  expect(declined).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    payment_intent: { id: intent.id, status: 'requires_payment_method' },
  })
  const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(after.last_payment_error).toMatchObject({ decline_code: 'insufficient_funds' })
  expect(after.latest_charge).toMatchObject({ status: 'failed', paid: false, receipt_url: null })
  const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
})

test('a held amount is captured or cancelled', async ({ api: { stripe, pay } }) => {
  const held = await pay({ capture_method: 'manual' })
  expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 499, amount_received: 0 })
  const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 400 })
  expect(captured).toMatchObject({ status: 'succeeded', amount_received: 400, amount_capturable: 0 })

  const released = await pay({ capture_method: 'manual' })
  expect((await stripe.paymentIntents.cancel(released.id)).status).toBe('canceled')
})

test('an intent is cancelled once, and never after it was paid', async ({ api: { stripe, pay } }) => {
  const intent = await stripe.paymentIntents.create(order('order-3'))
  const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  expect(await refusal(stripe.paymentIntents.cancel(intent.id))).toMatchObject({
    statusCode: 400,
    code: 'payment_intent_unexpected_state',
    payment_intent: { status: 'canceled' },
  })
  const paid = await pay()
  expect(await refusal(stripe.paymentIntents.cancel(paid.id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  expect(await refusal(stripe.paymentIntents.confirm(paid.id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})

test('refunds add up to what was paid and no further', async ({ api: { stripe, pay, typesAbout } }) => {
  const intent = await pay()
  const first = await stripe.refunds.create({
    payment_intent: intent.id,
    amount: 100,
    reason: 'requested_by_customer',
  })
  expect(first).toMatchObject({ status: 'succeeded', amount: 100, payment_intent: intent.id })
  expect(await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 400 }))).toMatchObject({
    statusCode: 400,
    param: 'amount',
  })
  await stripe.refunds.create({ charge: intent.latest_charge as string })
  const charge = await stripe.charges.retrieve(intent.latest_charge as string, { expand: ['refunds'] })
  expect(charge).toMatchObject({ amount_refunded: 499, refunded: true })
  expect(charge.refunds?.data.map(({ amount }) => amount)).toEqual([399, 100])
  expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
    code: 'charge_already_refunded',
  })
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(2)
  await vi.waitFor(() =>
    expect(typesAbout(intent.id).filter((type) => type !== 'payment_intent.created')).toEqual([
      'charge.refunded',
      'charge.refunded',
      'payment_intent.succeeded',
      'refund.created',
      'refund.created',
    ]),
  )
})

test.for(['won', 'lost'])(
  'a dispute is %s by its evidence',
  async (status, { api: { stripe, pay, typesAbout } }) => {
    const disputed = await pay({ payment_method: 'pm_card_createDispute' })
    await vi.waitFor(async () => {
      expect((await stripe.disputes.list({ payment_intent: disputed.id })).data).toHaveLength(1)
    }, 5000)
    const [dispute] = (await stripe.disputes.list({ payment_intent: disputed.id })).data
    const evidence = { uncategorized_text: status === 'won' ? 'winning_evidence' : 'losing_evidence' }
    expect(await stripe.disputes.update(dispute?.id ?? '', { evidence })).toMatchObject({ status })
    const reported = ['charge.dispute.created', 'charge.dispute.closed']
    await vi.waitFor(() => expect(typesAbout(disputed.id)).toEqual(expect.arrayContaining(reported)))
  },
)

test('a repeated request with the same key changes nothing; with other parameters it is refused', async ({
  api: { stripe },
}) => {
  const idempotencyKey = 'attempt-1'
  const first = await stripe.paymentIntents.create(order('order-4'), { idempotencyKey })
  const again = await stripe.paymentIntents.create(order('order-4'), { idempotencyKey })
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(
    await refusal(stripe.paymentIntents.create({ ...order('order-4'), amount: 500 }, { idempotencyKey })),
  ).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400, rawType: 'idempotency_error' })
})

test('a decline is replayed too, but a refused parameter is not kept', async ({ api: { stripe } }) => {
  const intent = await stripe.paymentIntents.create(order('order-5'))
  const key = { idempotencyKey: 'attempt-2' }
  const declined = { payment_method: 'pm_card_chargeDeclined' }
  const first = await refusal(stripe.paymentIntents.confirm(intent.id, declined, key))
  const again = await refusal(stripe.paymentIntents.confirm(intent.id, declined, key))
  expect(again.charge).toBe(first.charge)

  const other = { idempotencyKey: 'attempt-3' }
  await refusal(stripe.paymentIntents.create({ ...order('x'), amount: 0 }, other))
  expect(await stripe.paymentIntents.create(order('x'), other)).toMatchObject({ amount: 499 })
})

test.for([
  ['before', '500', 0],
  ['after', '500-after-commit', 1],
] as const)(
  'a 500 %s the work is saved for the key and replayed',
  async ([_when, kind, created], { api: { stripe }, environment }) => {
    const key = { idempotencyKey: `saved-${kind}` }
    const before = (await stripe.paymentIntents.list({ limit: 100 })).data.length
    const fault = { target: 'stripe:payment_intents.create', kind, times: 1 }
    await environment.request('POST', '/control/faults', fault)
    const first = await refusal(stripe.paymentIntents.create(order('order-500'), key))
    expect(first).toMatchObject({ statusCode: 500, headers: { 'stripe-should-retry': 'false' } })
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    const again = await refusal(stripe.paymentIntents.create(order('order-500'), key))
    expect(again).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } })
    expect((await stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before + created)
  },
)

test('a key is in use until its request has an answer or its client has gone', async ({
  api: { stripe },
  environment,
}) => {
  const key = { idempotencyKey: 'in-use' }
  const fault = { target: 'stripe:payment_intents.create', kind: 'timeout', times: 1 }
  await environment.request('POST', '/control/faults', fault)
  const held = refusal(stripe.paymentIntents.create(order('order-held'), { ...key, timeout: 500 }))
  await vi.waitFor(async () => {
    expect((await environment.request('GET', '/control/faults')).body).toEqual([])
  })
  expect(await refusal(stripe.paymentIntents.create(order('order-held'), key))).toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
  })
  expect(await held).toMatchObject({ type: 'StripeConnectionError' })
  await vi.waitFor(() => stripe.paymentIntents.create(order('order-held'), key))
})

test('an answer that depends on the state is kept by its key', async ({ api: { stripe, pay } }) => {
  const paid = await pay()
  const key = { idempotencyKey: 'too-late' }
  await refusal(stripe.paymentIntents.cancel(paid.id, {}, key))
  const again = await refusal(stripe.paymentIntents.cancel(paid.id, {}, key))
  expect(again).toMatchObject({
    code: 'payment_intent_unexpected_state',
    headers: { 'idempotent-replayed': 'true' },
  })
})

test('a charge in dispute is refunded only after the dispute is won', async ({ api: { stripe, pay } }) => {
  const paid = await pay({ payment_method: 'pm_card_createDispute' })
  const dispute = await vi.waitFor(async () => {
    const [found] = (await stripe.disputes.list({ payment_intent: paid.id })).data
    if (!found) throw new Error('no dispute yet')
    return found
  }, 10_000)
  expect(await refusal(stripe.refunds.create({ payment_intent: paid.id }))).toMatchObject({
    statusCode: 400,
    code: 'charge_disputed',
  })
  await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  expect(await stripe.refunds.create({ payment_intent: paid.id })).toMatchObject({ status: 'succeeded' })
})

test("bad requests get Stripe's errors", async ({ api: { stripe }, environment }) => {
  expect(await refusal(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'intent',
  })
  const withUnknown = { ...order('x'), colour: 'red' } as Stripe.PaymentIntentCreateParams
  expect(await refusal(stripe.paymentIntents.create(withUnknown))).toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    param: 'colour',
  })
  const withUnknownMember = {
    ...order('x'),
    automatic_payment_methods: { enabled: true, colour: 'red' },
  } as Stripe.PaymentIntentCreateParams
  expect(await refusal(stripe.paymentIntents.create(withUnknownMember))).toMatchObject({
    code: 'parameter_unknown',
    param: 'automatic_payment_methods[colour]',
  })
  expect(await refusal(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  expect(await refusal(stripe.paymentIntents.list({}, { apiVersion: '2020-08-27' }))).toMatchObject({
    statusCode: 400,
    message: 'Invalid Stripe API version: 2020-08-27',
  })
  expect(await refusal(stripe.paymentIntents.create({ ...order('x'), amount: 1 }))).toMatchObject({
    code: 'amount_too_small',
  })
  expect(await refusal(stripe.paymentIntents.create({ currency: 'usd' } as never))).toMatchObject({
    code: 'parameter_missing',
    param: 'amount',
  })
  expect(await refusal(stripe.paymentIntents.create({ ...order('x'), expand: ['moon'] }))).toMatchObject({
    param: 'expand',
  })
  const otherAccount = stripeAt(environment.sandbox.url, 'sk_test_other')
  expect(await refusal(otherAccount.paymentIntents.retrieve('pi_none'))).toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  })
  const lost = await fetch(`${environment.sandbox.url}/v1/moons`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  expect(lost.status).toBe(404)
  expect(await lost.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test('a buyer with the client secret sees a reduced intent, and nothing without it', async ({
  api: { stripe },
  environment,
}) => {
  const intent = await stripe.paymentIntents.create(order('order-6'))
  const buyer = stripeAt(environment.sandbox.url, 'pk_test_sandbox')
  const seen = await buyer.paymentIntents.retrieve(intent.id, { client_secret: intent.client_secret ?? '' })
  expect(seen).toMatchObject({ id: intent.id, amount: 499, client_secret: intent.client_secret })
  expect(seen).not.toHaveProperty('metadata')
  expect(seen).not.toHaveProperty('latest_charge')
  expect(await refusal(buyer.paymentIntents.retrieve(intent.id))).toMatchObject({ statusCode: 400 })
  expect(await refusal(buyer.paymentIntents.create(order('x')))).toMatchObject({ statusCode: 403 })
})

test('a server that confirms says where the buyer returns to, unless no method redirects', async ({
  api: { stripe },
}) => {
  const intent = await stripe.paymentIntents.create({ amount: 499, currency: 'usd' })
  const card = { payment_method: 'pm_card_visa' }
  expect(await refusal(stripe.paymentIntents.confirm(intent.id, card))).toMatchObject({ param: 'return_url' })
  const returning = { ...card, return_url: 'https://shop.example' }
  expect(await stripe.paymentIntents.confirm(intent.id, returning)).toMatchObject({ status: 'succeeded' })
})

test('a failed refund is reported by every event that Stripe has for it', async ({
  api: { stripe, pay, typesAbout },
}) => {
  const paid = await pay({ payment_method: 'pm_card_refundFail' })
  await stripe.refunds.create({ payment_intent: paid.id })
  await vi.waitFor(
    () =>
      expect(typesAbout(paid.id)).toEqual(
        expect.arrayContaining(['refund.failed', 'refund.updated', 'charge.refund.updated']),
      ),
    10_000,
  )
})

test('a charge has the checks of its card and its outcome, and the intent has the options of its methods', async ({
  api: { stripe, pay },
}) => {
  const intent = await pay({ expand: ['latest_charge'] })
  expect(intent.payment_method_options?.card).toMatchObject({
    mandate_options: null,
    request_three_d_secure: 'automatic',
  })
  const charge = intent.latest_charge as Stripe.Charge
  expect(charge.payment_method_details?.card?.checks).toMatchObject({ cvc_check: 'pass' })
  expect(charge.outcome).toMatchObject({ network_status: 'approved_by_network', type: 'authorized' })
  const declined = await refusal(pay({ payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' }))
  const failed = await stripe.charges.retrieve(declined.charge ?? '')
  expect(failed.outcome).toMatchObject({ reason: 'insufficient_funds', type: 'issuer_declined' })
})

test('a search does not find a payment of this moment, and refuses what is no query', async ({
  api: { stripe, pay },
}) => {
  await pay({ metadata: { orderId: 'searched' } })
  const found = await stripe.paymentIntents.search({ query: "metadata['orderId']:'searched'" })
  expect(found).toMatchObject({ object: 'search_result', data: [], has_more: false })
  expect(await refusal(stripe.paymentIntents.search({ query: 'colour is red' }))).toMatchObject({
    param: 'query',
  })
})

test('lists page by id', async ({ api: { stripe } }) => {
  for (const orderId of ['a', 'b', 'c']) await stripe.paymentIntents.create(order(orderId))
  const first = await stripe.paymentIntents.list({ limit: 2 })
  expect(first.data.map(({ metadata }) => metadata.orderId)).toEqual(['c', 'b'])
  expect(first.has_more).toBe(true)
  const next = await stripe.paymentIntents.list({ limit: 1, starting_after: first.data[1]?.id })
  expect(next.data[0]?.metadata.orderId).toBe('a')
})

test('a server may redirect the buyer to the 3-D Secure page, which works once and only with the secret', async ({
  api: { pay },
  environment,
}) => {
  const intent = await pay({
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'http://shop.test/back',
  })
  expect(intent).toMatchObject({ status: 'requires_action', latest_charge: null })
  const { url } = intent.next_action?.redirect_to_url ?? {}
  expect((await fetch(url ?? '')).status).toBe(200)

  const respondWith = (secret: string | null) =>
    environment.request('POST', `/stripe/challenge/${intent.id}`, {
      client_secret: secret,
      outcome: 'complete',
    })
  expect(await respondWith('guess')).toMatchObject({ status: 404 })
  expect(await respondWith(intent.client_secret)).toMatchObject({
    body: { status: 'succeeded', returnUrl: 'http://shop.test/back' },
  })
  expect(await respondWith(intent.client_secret)).toMatchObject({ status: 409 })
})

test('no nonsense makes the API fail', async ({ api: { stripe }, environment }) => {
  const { id } = await stripe.paymentIntents.create(order('order-7'))
  const nonsense = [
    'amount=%zz',
    'amount[a]=1&amount=2&currency[]=usd',
    'amount=1e9&currency=usd',
    'amount=99999999999999999999&currency=usd',
    '__proto__[x]=1',
    'amount=499&currency=usd&metadata=x',
    'amount=499&currency=usd&metadata[__proto__]=x&expand[a][b]=c',
    'payment_method_data[type]=card&payment_method_data[card]=x',
    'payment_method_data[type]=card&payment_method_data[card][number][x]=1',
    'created[gte]=abc&limit=x&starting_after[]=1',
    `${'a[b]'.repeat(5000)}=1`,
  ]
  for (const path of [
    'payment_intents',
    `payment_intents/${id}`,
    `payment_intents/${id}/confirm`,
    'refunds',
    'events',
  ]) {
    for (const body of nonsense) {
      for (const request of [{ method: 'POST', body }, { method: 'GET' }]) {
        const query = request.method === 'GET' ? `?${body}` : ''
        const headers = { authorization: 'Bearer sk_test_sandbox' }
        const response = await fetch(`${environment.sandbox.url}/v1/${path}${query}`, { ...request, headers })
        expect(response.status, `${request.method} ${path} ${body}`).toBeLessThan(500)
      }
    }
  }
})
