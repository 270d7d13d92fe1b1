import { expect, onTestFinished } from 'vitest'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { refundAs } from '../../../test/support/payments/refund-staff.ts'
import { stripeAt } from '../../../test/support/payments/sandbox-control.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { test as hubTest } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { createContext } from '../../context.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'

const test = hubTest.extend('held', async ({ hub, player }) => {
  const { console: settings } = hub.context.catalogue.content().hub
  settings.refundHoldMinutes = 10
  settings.refundLimits = {}
  settings.refundLimitsPerDay = {}
  const owner = await addTestOperator(hub, { role: 'owner', project: '*' })
  const { orderId, intentId } = await stripeCheckout(hub).buy(player)
  /** Stays logged in with one session, which a reauthentication would renew. */
  const reader = await addTestOperator(hub, { role: 'owner', project: '*' })
  const read = async () => (await reader.callOk('GET /orders/{id}', { params: { id: orderId } })).data.result
  const listAtProvider = async () =>
    (await stripeAt(hub.sandboxUrl).refunds.list({ payment_intent: intentId })).data
  const undo = async (id: string, operator: Pick<typeof owner, 'call'> = owner) => {
    const response = await operator.call('POST /refunds/{id}/undo', { params: { id }, body: {} })
    return response.ok ? 'ok' : response.body.code
  }
  return { owner, reader, orderId, read, listAtProvider, undo, settings }
})

const pass = async (hub: TestHub, ms: number) => {
  await hub.passTime(ms)
}

test('a held refund is sent once when its time comes, and decides about the item only then', async ({
  hub,
  held: { owner, orderId, read, listAtProvider },
}) => {
  expect(await refundAs(owner, orderId, { item: 'take' })).toBe('ok')
  const heldUntil = hub.clock.now() + 10 * MINUTE_MS
  await pass(hub, 9 * MINUTE_MS)
  const before = await read()
  expect(before.refunds).toMatchObject([{ state: 'pending', heldUntil, undoneAt: null, operator: 'Olga' }])
  expect(before).toMatchObject({
    ...{ refundableMinor: 0, purchase: { state: 'frozen', decidedState: null } },
    explanation: { actor: 'hub', nextAt: heldUntil },
  })
  expect(before.explanation.sentence).toContain('held until')
  expect(await listAtProvider()).toEqual([])
  await pass(hub, MINUTE_MS)
  await pass(hub, 10_000)
  const after = await read()
  expect(after).toMatchObject({ refundedMinor: 99, purchase: { state: 'revoked', decidedState: 'revoked' } })
  expect(after.refunds).toMatchObject([{ state: 'succeeded', heldUntil: null }])
  expect(await listAtProvider()).toHaveLength(1)
})

test('an undone refund leaves money, item and limits as they were, and is no failure', async ({
  hub,
  held: { reader, orderId, read, listAtProvider, undo, settings },
}) => {
  settings.refundLimits = { USD: 1 }
  const sveta = await addTestOperator(hub, { role: 'support', project: '*' })
  expect(await refundAs(sveta, orderId, { item: 'keep' })).toBe('ok')
  const held = await read()
  expect(held.purchase).toMatchObject({ state: 'granted', decidedState: null })
  expect(await refundAs(sveta, orderId, { amountMinor: 50 })).toBe('REFUND_EXCEEDS_PAID')
  const id = held.refunds[0]?.id ?? ''
  const viewer = await addTestOperator(hub, { role: 'viewer', project: '*' })
  const elsewhere = await addTestOperator(hub, { role: 'support', project: 'familytown' })
  expect(await undo(id, viewer)).toBe('OPERATOR_FORBIDDEN')
  expect(await undo(id, elsewhere)).toBe('REFUND_NOT_FOUND')
  expect(await undo('nothing', sveta)).toBe('REFUND_NOT_FOUND')
  expect(await undo(id, sveta)).toBe('ok')
  expect(await undo(id, sveta)).toBe('ok')
  const undone = await read()
  expect(undone).toMatchObject({ state: 'paid', refundableMinor: 99, purchase: { state: 'granted' } })
  expect(undone.refunds).toMatchObject([
    { state: 'failed', heldUntil: null, undoneAt: hub.clock.now(), error: null },
  ])
  expect(undone.audit.map(({ action }) => action)).toContain('order.refund-undo')
  await pass(hub, 11 * MINUTE_MS)
  expect(await listAtProvider()).toEqual([])
  const home = (await reader.callOk('GET /home')).data.result
  expect(JSON.stringify(home)).not.toContain('refund-failed')
  // Retrying it changes nothing.
  const retry = { params: { id }, body: { reason: 'Again' }, idempotencyKey: newId() }
  const again = await sveta.prove()
  const retried = await again.callOk('POST /refunds/{id}/retry', retry)
  expect(retried.data.result).toMatchObject({ id, state: 'failed' })
  expect(await refundAs(again, orderId, { item: 'keep' })).toBe('ok')
})

test('a refund cannot be undone once its time has come, also before its job runs', async ({
  hub,
  held: { owner, orderId, read, listAtProvider, undo },
}) => {
  expect(await refundAs(owner, orderId, { item: 'keep' })).toBe('ok')
  const id = (await read()).refunds[0]?.id ?? ''
  hub.clock.advance(10 * MINUTE_MS)
  expect(await undo(id, await owner.prove())).toBe('REFUND_ALREADY_SENT')
  await pass(hub, 0)
  await pass(hub, 10_000)
  expect(await listAtProvider()).toHaveLength(1)
  expect((await read()).purchase).toMatchObject({ state: 'granted', decidedState: 'granted' })
})

test('undo and the end of the hold on two hubs at once send the refund or undo it, never both', async ({
  hub,
  held: { owner, orderId, read, listAtProvider, undo },
}) => {
  const other = await createContext(hub.context.config, { clock: hub.clock, db: hub.context.db })
  onTestFinished(async () => {
    other.catalogue.close()
    await other.mail.close()
  })
  expect(await refundAs(owner, orderId, { amountMinor: 99, item: 'take' })).toBe('ok')
  const id = (await read()).refunds[0]?.id ?? ''
  hub.clock.advance(10 * MINUTE_MS - 1)
  const ending = (async () => {
    hub.clock.advance(1)
    await Promise.all([hub.runDueJobs(), other.jobs.runDue()])
  })()
  const [outcome] = await Promise.all([undo(id), ending])
  await pass(hub, 10_000)
  const sent = await listAtProvider()
  expect([outcome, sent.length]).toEqual(outcome === 'ok' ? ['ok', 0] : ['REFUND_ALREADY_SENT', 1])
})

test('a job that was lost with its hub does not keep a refund held for ever', async ({
  hub,
  held: { owner, orderId, listAtProvider },
}) => {
  expect(await refundAs(owner, orderId, { item: 'keep' })).toBe('ok')
  await hub.context.db.deleteFrom('jobs').where('kind', '=', 'payments.end-refund-hold').execute()
  await pass(hub, 11 * MINUTE_MS)
  await hub.context.payments.start()
  await pass(hub, 6 * MINUTE_MS)
  await pass(hub, 10_000)
  expect(await listAtProvider()).toHaveLength(1)
})

test('another refund passes a held one, and leaves its money alone', async ({
  hub,
  held: { owner, orderId, read, listAtProvider, settings },
}) => {
  expect(await refundAs(owner, orderId, { amountMinor: 40, item: 'keep' })).toBe('ok')
  settings.refundHoldMinutes = 0
  expect(await refundAs(owner, orderId, { amountMinor: 60, item: 'keep' })).toBe('REFUND_EXCEEDS_PAID')
  expect(await refundAs(owner, orderId, { amountMinor: 59, item: 'keep' })).toBe('ok')
  await pass(hub, 10_000)
  expect((await listAtProvider()).map(({ amount }) => amount)).toEqual([59])
  await pass(hub, 10 * MINUTE_MS)
  await pass(hub, 10_000)
  expect(await read()).toMatchObject({ refundedMinor: 99, purchase: { state: 'granted' } })
  expect((await listAtProvider()).map(({ amount }) => amount).sort()).toEqual([40, 59])
})
