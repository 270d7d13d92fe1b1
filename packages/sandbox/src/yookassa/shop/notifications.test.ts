import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSandbox } from '../../index.ts'
import { startWorld, type TestWorld } from '../../testing/environment.ts'
import { startStandInHub } from '../../testing/hub.ts'
import { rubles, widgetPayment, yookassaAt } from '../../testing/yookassa.ts'

let world: TestWorld
let shop: ReturnType<typeof yookassaAt>
beforeEach(async () => {
  world = await startWorld()
  shop = yookassaAt(world.sandbox.url)
})
afterEach(() => world.close())

const create = async (terms: object = {}): Promise<string> =>
  (await shop.post('/payments', { ...widgetPayment(), ...terms })).body.id
const order = (id: string, body: object) => world.ask('POST', `/control/payments/${id}`, body)
const replay = (id: string, body: object) => world.ask('POST', `/control/payments/${id}/replay`, body)
const told = () => world.hub.received.map(({ body }) => JSON.parse(body))
const events = () => told().map(({ event }) => event)
const arrived = (count: number) =>
  vi.waitFor(() => expect(world.hub.received).toHaveLength(count), { timeout: 5000 })

test('a notification carries the object as it stands, and nothing to prove it', async () => {
  const id = await create()
  await order(id, { outcome: 'succeed' })
  await arrived(1)
  const [received] = world.hub.received
  expect(received).toMatchObject({ path: '/webhooks/yookassa' })
  expect(Object.keys(received?.headers ?? {}).filter((name) => /signature/i.test(name))).toEqual([])
  expect(told()[0]).toEqual({
    type: 'notification',
    event: 'payment.succeeded',
    object: (await shop.get(`/payments/${id}`)).body,
  })
})

test('every event has its name', async () => {
  const held = await create({ capture: false })
  await order(held, { outcome: 'succeed' })
  await order(held, { outcome: 'succeed' })
  await shop.post('/refunds', { payment_id: held, amount: rubles('100.00') })
  await order(held, { outcome: 'refund' })
  await order(await create(), { outcome: 'decline' })
  await order(await create(), { outcome: 'abandon' })
  await arrived(6)
  expect(events().sort()).toEqual([
    'payment.canceled',
    'payment.canceled',
    'payment.succeeded',
    'payment.waiting_for_capture',
    'refund.succeeded',
    'refund.succeeded',
  ])
  const reasons = told().flatMap(({ object }) => object.cancellation_details?.reason ?? [])
  expect(reasons.sort()).toEqual(['expired_on_confirmation', 'general_decline'])
})

test('only a 200 is an acknowledgement', async () => {
  world.hub.answers.push(204, 500)
  await order(await create(), { outcome: 'succeed' })
  await arrived(3)
  expect(world.hub.received.map(({ answered }) => answered)).toEqual([204, 500, 200])
})

test('a forged notification claims what never was, and the API tells the truth', async () => {
  const id = await create()
  await order(id, { outcome: 'succeed', webhook: 'forge' })
  await arrived(1)
  expect(events()).toEqual(['payment.succeeded'])
  expect(told()[0].object).toMatchObject({ id, status: 'succeeded', paid: true })
  expect((await shop.get(`/payments/${id}`)).body.status).toBe('pending')

  await order(id, { outcome: 'succeed', webhook: 'drop' })
  await order(id, { outcome: 'decline', webhook: 'forge' })
  await arrived(2)
  expect(events()).toEqual(['payment.succeeded', 'payment.canceled'])
  expect((await shop.get(`/payments/${id}`)).body.status).toBe('succeeded')
})

test('notifications are dropped, doubled, late, out of order and told again, as ordered', async () => {
  const id = await create()
  await order(id, { outcome: 'succeed', deliveries: 2, delayMs: 1500 })
  await order(id, { outcome: 'refund' })
  await arrived(3)
  expect(events()).toEqual(['refund.succeeded', 'payment.succeeded', 'payment.succeeded'])
  await replay(id, { event: 'payment' })
  await order(id, { outcome: 'succeed' })
  await arrived(5)
  expect(told()[4]).toEqual(told()[1])

  const silent = await create()
  await order(silent, { outcome: 'succeed', webhook: 'drop' })
  expect((await shop.get(`/payments/${silent}`)).body.status).toBe('succeeded')
  expect(await replay(silent, { event: 'refund' })).toMatchObject({ status: 409 })
  expect(events()).toHaveLength(5)
})

test('what the buyer does himself is told as the payment was rigged', async () => {
  const { id, confirmation } = (await shop.post('/payments', widgetPayment())).body
  await world.ask('POST', `/control/payments/${id}/rig`, { webhook: 'drop' })
  const deed = await world.ask('POST', `/yookassa/checkout/${confirmation.confirmation_token}`, {
    action: 'wallet',
  })
  expect(deed.body).toMatchObject({ status: 'succeeded' })
  expect((await shop.get(`/payments/${id}`)).body.payment_method).toMatchObject({ type: 'yoo_money' })
  await order(id, { outcome: 'refund' })
  await arrived(1)
  expect(events()).toEqual(['refund.succeeded'])
})

test('what the state forbids is a 409, and a dispute is not known here', async () => {
  const id = await create()
  expect(await order(id, { outcome: 'refund' })).toMatchObject({ status: 409 })
  expect(await order(id, { outcome: 'dispute' })).toMatchObject({ status: 409 })
  await order(id, { outcome: 'abandon' })
  expect(await order(id, { outcome: 'succeed' })).toMatchObject({ status: 409 })
})

test('payments, keys and undelivered notifications outlive a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const hub = await startStandInHub()
  await hub.close()
  const options = { port: 0, smtpPort: 0, hubUrl: hub.url, dataDir }
  const first = await startSandbox(options)
  const created = await yookassaAt(first.url).post('/payments', widgetPayment(), { key: 'kept' })
  await fetch(`${first.url}/control/payments/order-1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"outcome":"succeed"}',
  })
  await first.close()

  const back = await startStandInHub(Number(new URL(hub.url).port))
  const second = await startSandbox(options)
  const again = await yookassaAt(second.url).post('/payments', widgetPayment(), { key: 'kept' })
  expect(again).toEqual(created)
  await vi.waitFor(() => expect(back.received).toHaveLength(1), { timeout: 5000 })
  expect((await yookassaAt(second.url).get(`/payments/${created.body.id}`)).body.status).toBe('succeeded')
  await second.close()
  await back.close()
  await rm(dataDir, { recursive: true })
})
