import { randomUUID } from 'node:crypto'
import type { PaymentProvider } from '@playhub/contract'
import type { RecordedCall, RecordedEvent } from '@playhub/sandbox'
import { vi } from 'vitest'
import type { Checkout } from '../../src/payments/provider.ts'
import { newCheckout, newRefund, startProviderEnvironment } from '../support/payments/provider-environment.ts'

type Environment = Awaited<ReturnType<typeof startProviderEnvironment>>
type Journey = { name: PaymentProvider } & Pick<Environment, 'provider' | 'control' | 'stripe' | 'sandboxUrl'>

const supplier = { name: 'Studio', inn: '7707083893', phone: '+79001234567' }
const receipts = { YOOKASSA_RECEIPT_VAT: '22', YANDEX_PAY_RECEIPT_VAT: '22' }

/** Makes every call of our client, in every payment state of the emulator, and records the traffic. */
export async function recordTraffic(name: PaymentProvider): Promise<(RecordedCall | RecordedEvent)[]> {
  const recorded: (RecordedCall | RecordedEvent)[] = []
  for (const env of [{}, receipts]) {
    const environment = await startProviderEnvironment(name, env, {}, (one) => recorded.push(one))
    await makeEveryCall({ name, ...environment })
  }
  return recorded.filter((one) => one.provider === name)
}

async function makeEveryCall(journey: Journey): Promise<void> {
  const { name, provider, control } = journey
  const open = async (language: 'ru' | 'en' = 'en') =>
    (await provider.startCheckout({ ...newCheckout(name), language })).providerPaymentId
  const pay = (id: string) => control.decide(id, { webhook: 'send' })

  await provider.checkAccount()
  const unpaid = await open('ru')
  await provider.resumeCheckout(unpaid)
  await provider.cancel(unpaid)
  for (const outcome of ['decline', 'abandon'] as const) {
    const id = await open()
    await control.decide(id, { outcome, webhook: 'send' })
    await provider.fetchPayment(id)
  }
  const paid = await open()
  await pay(paid)
  await provider.fetchPayment(paid)
  await provider.cancel(paid)
  await provider.fetchFiscalReceipt?.(paid)
  await refund(journey, paid, 5000, 0)
  await refund(journey, paid, 14_990, 5000)
  await provider.refund(newRefund(name, paid, 5000)).catch(() => {})
  await provider.fetchPayment('11111111-2222-5000-9000-333333333333').catch(() => {})
  if (provider.remembersCards) await makeCardCalls(journey)
  if (name === 'stripe') {
    await makeStripeCalls(journey, await open(), await open())
    await makeWalletCalls(journey)
  } else await makeCallsWithOverrides(journey, open)
}

/** A card is remembered, charged and forgotten. */
async function makeCardCalls({ name, provider, control }: Journey): Promise<void> {
  const customerId = (await provider.createCustomer?.('account-1')) ?? null
  const start = (methodId: string | null) =>
    provider.startCheckout({ ...newCheckout(name), card: { customerId, methodId } })
  const { providerPaymentId } = await start(null)
  await control.decide(providerPaymentId, { webhook: 'send' })
  const { savedCard, attemptId } = await provider.fetchPayment(providerPaymentId)
  if (!savedCard) throw new Error('The card is not saved')
  await start(savedCard.methodId)
  await provider.findPayment?.(attemptId ?? '')
  await provider.forgetCard?.(savedCard.methodId)
  await provider.forgetCard?.(savedCard.methodId).catch(() => {})
}

async function refund({ name, provider }: Journey, id: string, amountMinor: number, before: number) {
  const { refundId } = await provider.refund(newRefund(name, id, amountMinor, before))
  await vi.waitFor(async () => {
    const { state } = await provider.fetchRefund({ providerPaymentId: id, refundId })
    if (state === 'pending') throw new Error('The refund is pending')
  }, 10_000)
  await provider.fetchPayment(id)
  await provider.fetchFiscalReceipt?.(id)
}

/** Held money, a refund with a later failure, and a registered fiscal receipt. */
async function makeCallsWithOverrides({ name, provider, control }: Journey, open: () => Promise<string>) {
  for (const verb of ['fetchPayment', 'cancel'] as const) {
    const held = await open()
    await control.rig(held, { hold: true })
    await control.decide(held, { webhook: 'send' })
    await provider[verb](held)
  }
  const unrefundable = await open()
  await control.rig(unrefundable, { refunds: 'fail' })
  await control.decide(unrefundable)
  const { refundId } = await provider.refund(newRefund(name, unrefundable, 5000))
  await vi.waitFor(async () => {
    const { state } = await provider.fetchRefund({ providerPaymentId: unrefundable, refundId })
    if (state === 'pending') throw new Error('The refund is pending')
  }, 10_000)
  if (!provider.fetchFiscalReceipt || !provider.fiscal) return
  const fiscal = await open()
  await control.decide(fiscal)
  await vi.waitFor(async () => {
    const receipt = await provider.fetchFiscalReceipt?.(fiscal)
    if (receipt?.state !== 'registered') throw new Error('The receipt is not registered')
  }, 10_000)
  const checkout = newCheckout(name)
  const terms = { ...provider.fiscal, agent: 'commissioner', supplier, timezone: 2 } as const
  const item = { ...checkout.item, fiscal: terms }
  await provider.startCheckout({ ...checkout, item })
  const { charge: amount, receiptEmail } = checkout
  const closing = { providerPaymentId: fiscal, key: randomUUID(), amount, item, receiptEmail }
  const closed = await provider.closePrepayment?.(closing)
  if (closed) await provider.fetchClosingReceipt?.(closed.receiptId)
}

/** Declined, challenged and disputed cards, and a saved failure. */
async function makeStripeCalls(
  { provider, control, stripe, sandboxUrl }: Journey,
  first: string,
  second: string,
) {
  const confirm = (id: string, method: string) =>
    stripe.paymentIntents.confirm(id, { payment_method: method, return_url: 'https://hub.example' })
  await confirm(first, 'pm_card_chargeDeclinedInsufficientFunds').catch(() => {})
  await provider.fetchPayment(first)
  await confirm(first, 'pm_card_authenticationRequired')
  await provider.fetchPayment(first)
  await control.decide(first, { webhook: 'send' })
  await control.decide(first, { outcome: 'dispute', webhook: 'send' })
  await provider.fetchPayment(first)
  const [dispute] = (await provider.listDisputes?.(first)) ?? []
  if (!dispute) throw new Error('There is no dispute')
  await provider.fetchDispute?.(dispute.disputeId)
  await provider.refund(newRefund('stripe', first, 100)).catch(() => {})
  await stripe.disputes.update(dispute.disputeId, { evidence: { uncategorized_text: 'winning_evidence' } })
  await confirm(second, 'pm_card_refundFail')
  await control.fault('stripe:refunds.create', '500')
  await provider.refund(newRefund('stripe', second, 100))
  await vi.waitFor(async () => {
    const { data } = await stripe.refunds.list({ payment_intent: second })
    if (data[0]?.status !== 'failed') throw new Error('The refund has not failed yet')
  }, 10_000)
  await stripe.paymentIntents.list({ limit: 5 })
  await stripe.paymentIntents.search({ query: "status:'succeeded'" })
  await stripe.charges.list({ limit: 5 })
  await stripe.events.list({ limit: 100 })
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
  await confirmInBrowser(sandboxUrl, await provider.startCheckout(newCheckout('stripe')), card)
}

/** Hosts are registered, listed and enabled, and wallets pay. */
async function makeWalletCalls({ provider, stripe, sandboxUrl }: Journey): Promise<void> {
  const shown = { methods: [], hosts: ['hub.example'], isFixing: true }
  await provider.checkAccount(shown)
  const [domain] = (await stripe.paymentMethodDomains.list()).data
  await stripe.paymentMethodDomains.update(domain?.id ?? '', { enabled: false })
  await provider.checkAccount(shown)
  await provider.listWallets?.()
  for (const wallet of ['apple_pay', 'google_pay']) {
    const checkout = await provider.startCheckout(newCheckout('stripe'))
    await confirmInBrowser(sandboxUrl, checkout, { token: `tok_sandbox_${wallet}` })
    await provider.fetchPayment(checkout.providerPaymentId)
  }
}

/** Does what Stripe.js does. */
async function confirmInBrowser(
  sandboxUrl: string,
  { providerPaymentId: id, clientToken }: Checkout,
  card: Record<string, string>,
): Promise<void> {
  const form = new URLSearchParams({
    client_secret: clientToken ?? '',
    'payment_method_data[type]': 'card',
  })
  for (const [name, value] of Object.entries(card)) form.set(`payment_method_data[card][${name}]`, value)
  const response = await fetch(`${sandboxUrl}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: form,
  })
  if (!response.ok) throw new Error(`The card was refused: ${await response.text()}`)
}
