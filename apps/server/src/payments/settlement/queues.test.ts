import { expect, test } from 'vitest'
import { startTestHub } from '../../testing/test-hub.ts'
import { stripeCheckout } from '../testing/stripe-checkout.ts'

test('slow receipts delay neither settlement nor webhooks', async () => {
  const hub = await startTestHub({ jobs: 'running' })
  const checkout = stripeCheckout(hub)
  let openMailbox = () => {}
  const mailbox = new Promise<void>((resolve) => {
    openMailbox = resolve
  })
  hub.context.mail.send = () => mailbox
  const player = await hub.signIn()
  const orders = Array.from({ length: 25 }, async () => {
    const { intentId } = await checkout.orderAndOpen(player)
    await checkout.decide(intentId)
    await checkout.deliver(await checkout.eventOf(intentId, 'payment_intent.succeeded'))
  })
  await Promise.all(orders)
  await expect.poll(async () => (await checkout.purchases(player)).length, { timeout: 30_000 }).toBe(25)
  await expect.poll(async () => (await checkout.webhooks()).length, { timeout: 30_000 }).toBe(25)
  openMailbox()
})
