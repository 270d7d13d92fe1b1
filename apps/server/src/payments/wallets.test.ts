import { describe, expect, vi } from 'vitest'
import { pdfText } from '../../test/support/payments/pdf-text.ts'
import { stripeCheckout, test } from '../../test/support/payments/stripe-checkout.ts'
import { type Player, startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts'

const bothWallets = ['applePay', 'googlePay']

/** Registers a host at the sandbox's Stripe. Default: the host of the test's hub. */
async function registerDomain({ sandboxUrl }: TestHub, domain_name = '127.0.0.1'): Promise<string> {
  return (await post(sandboxUrl, '/v1/payment_method_domains', { domain_name })).id
}

const disableDomain = ({ sandboxUrl }: TestHub, id: string) =>
  post(sandboxUrl, `/v1/payment_method_domains/${id}`, { enabled: 'false' })

async function post(sandboxUrl: string, path: string, form: Record<string, string>) {
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const body = new URLSearchParams(form)
  const response = await fetch(sandboxUrl + path, { method: 'POST', headers, body })
  return (await response.json()) as { id: string; status: string }
}

async function listWallets(hub: TestHub, as: Player, id: string) {
  const { paymentsMethods } = await hub.callOk('GET /payments/process/{id}', { as, params: { id } })
  expect(paymentsMethods.filter(({ provider, wallets }) => provider !== 'stripe' && wallets)).toEqual([])
  return paymentsMethods.find(({ provider }) => provider === 'stripe')?.wallets
}

/** Waits for the requests of earlier screens. */
const untilWallets = (hub: TestHub, as: Player, id: string, expected: string[] | undefined) =>
  vi.waitFor(async () => expect(await listWallets(hub, as, id)).toEqual(expected))

const untilRequested = ({ context }: TestHub) =>
  vi.waitFor(async () =>
    expect(await context.registry.metrics()).toMatch(/operation="listWallets",outcome="ok"/),
  )

describe('the payment screen names wallets', () => {
  test('of its registered host, once Stripe has said so in the background', async ({ hub, checkout }) => {
    const player = await hub.logIn()
    const id = await checkout.order(player)
    await registerDomain(hub)
    expect(await listWallets(hub, player, id)).toBeUndefined()
    await untilWallets(hub, player, id, bothWallets)
  })

  test('until the host is disabled at Stripe, within minutes', async ({ hub, checkout }) => {
    const player = await hub.logIn()
    const id = await checkout.order(player)
    const domain = await registerDomain(hub)
    await untilWallets(hub, player, id, bothWallets)
    await disableDomain(hub, domain)
    hub.clock.advance(4 * MINUTE_MS)
    expect(await listWallets(hub, player, id)).toEqual(bothWallets)
    hub.clock.advance(MINUTE_MS)
    await untilWallets(hub, player, id, undefined)
  })

  test('neither of another host nor without one', async ({ hub, checkout }) => {
    const player = await hub.logIn()
    const id = await checkout.order(player)
    await registerDomain(hub, 'islandm3.example')
    await listWallets(hub, player, id)
    await untilRequested(hub)
    expect(await listWallets(hub, player, id)).toBeUndefined()
  })

  test('as it last knew while Stripe does not answer, for a day', async ({ hub, checkout }) => {
    const player = await hub.logIn()
    const id = await checkout.order(player)
    await registerDomain(hub)
    await untilWallets(hub, player, id, bothWallets)
    await checkout.control.fault('stripe:payment_method_domains.list', '500', 100)
    hub.clock.advance(DAY_MS - MINUTE_MS)
    expect(await listWallets(hub, player, id)).toEqual(bothWallets)
    await vi.waitFor(() => expect(hub.logs()).toContain('Hosts with wallets not available'))
    hub.clock.advance(MINUTE_MS)
    expect(await listWallets(hub, player, id)).toBeUndefined()
  })
})

test('a hub with https hosts asks before the first screen', async () => {
  const hub = await startTestHub({ env: { OTHER_ORIGINS: 'https://islandm3.example' } })
  await untilRequested(hub)
})

test.for([
  ['apple_pay', 'Apple Pay, Visa •••• 4242'],
  ['google_pay', 'Google Pay, Visa •••• 4242'],
] as const)('a payment by %s names the wallet and its card', async ([wallet, paidWith], { hub }) => {
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  const { clientSecret, id } = await checkout.open(player, orderId)
  const confirm = (token: string) =>
    post(hub.sandboxUrl, `/v1/payment_intents/${id}/confirm`, {
      client_secret: clientSecret ?? '',
      return_url: hub.url,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': token,
    })
  expect(await confirm('tok_unknown')).toMatchObject({ error: { code: 'resource_missing' } })
  expect(await confirm(`tok_sandbox_${wallet}`)).toMatchObject({ status: 'succeeded' })
  await checkout.deliver(await checkout.fetchEvent(id, 'payment_intent.succeeded'))
  await hub.runDueJobs()
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
  const [email] = await checkout.emails(player.email)
  const [link] = /http\S+\.pdf\S+/.exec(email?.text ?? '') ?? []
  const pdf = Buffer.from(await (await fetch(link ?? '')).arrayBuffer())
  expect(pdfText(pdf)).toContain(`${paidWith} · Stripe`)
})
