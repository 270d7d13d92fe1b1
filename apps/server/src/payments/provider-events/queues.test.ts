import { expect, test } from 'vitest'
import { boosters, hints, stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

test('slow receipts delay neither payments nor webhooks', async () => {
  const hub = await startTestHub({ jobs: 'running' })
  const checkout = stripeCheckout(hub)
  let openMailbox = () => {}
  const mailbox = new Promise<void>((resolve) => {
    openMailbox = resolve
  })
  hub.context.mail.send = () => mailbox
  // A player has one unpaid order per item.
  const players = await Promise.all(Array.from({ length: 13 }, () => hub.logIn()))
  const choices = players.flatMap((player) => [hints, boosters].map((itemId) => ({ player, itemId })))
  const orders = choices.map(async ({ player, itemId }) => {
    const { intentId } = await checkout.orderAndOpen(player, itemId)
    await checkout.decide(intentId)
    await checkout.deliver(await checkout.fetchEvent(intentId, 'payment_intent.succeeded'))
  })
  await Promise.all(orders)
  const purchases = () => Promise.all(players.map((player) => checkout.purchases(player)))
  await expect.poll(async () => (await purchases()).flat().length, { timeout: 30_000 }).toBe(26)
  await expect.poll(async () => (await checkout.webhooks()).length, { timeout: 30_000 }).toBe(26)
  openMailbox()
})
