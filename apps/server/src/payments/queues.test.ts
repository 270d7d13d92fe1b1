import { expect, test } from 'vitest'
import { startTestHub } from '../testing/test-hub.ts'
import { cashierAt } from './testing/cashier.ts'

test('settlement and webhooks are not held up by receipts that are slow, however many wait', async () => {
  const hub = await startTestHub({ jobs: 'running' })
  const till = cashierAt(hub)
  let openMailbox = () => {}
  const mailbox = new Promise<void>((resolve) => {
    openMailbox = resolve
  })
  hub.context.mail.send = () => mailbox
  const player = await hub.signIn()
  const orders = Array.from({ length: 25 }, async () => {
    const { intentId } = await till.opened(player)
    await till.decide(intentId)
    await till.deliver(await till.eventOf(intentId, 'payment_intent.succeeded'))
  })
  await Promise.all(orders)
  await expect.poll(async () => (await till.purchases(player)).length, { timeout: 30_000 }).toBe(25)
  await expect.poll(async () => (await till.webhooks()).length, { timeout: 30_000 }).toBe(25)
  openMailbox()
})
