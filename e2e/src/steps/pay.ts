/** What a player does on the payment page, in English, in whatever window the hub is. */
import type { Frame, Page } from 'playwright-core'
import type { World } from '../environment/test-environment.ts'
import { wordsIn } from '../environment/translator.ts'
import { fillCard } from './payment.ts'

const words = wordsIn('en')

/** Pays by card and reads that it is paid. */
export async function payByCard(hub: Page | Frame): Promise<void> {
  const pay = hub.getByRole('button', { name: /^Pay / })
  await pay.click()
  await fillCard(hub, 'en', '4242424242424242')
  await pay.click()
  await hub.getByRole('button', { name: words('payments:moment.ok'), exact: true }).click()
}

/** Cancels after the question, and leaves it at that. */
export async function cancelPayment(hub: Page | Frame): Promise<void> {
  await hub
    .getByRole('button', { name: words('payments:cancel.action'), exact: true })
    .first()
    .click()
  await hub
    .getByRole('dialog', { name: words('payments:cancel.question') })
    .getByRole('button', { name: words('payments:cancel.confirm') })
    .click()
  await hub.getByRole('button', { name: words('payments:moment.later'), exact: true }).click()
}

/** What happens at the provider with the payment of an order, whoever looks. */
export async function decideAtProvider(
  { sandboxUrl }: World,
  orderId: string,
  outcome: string,
  more: object = {},
): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/control/payments/${orderId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome, ...more }),
  })
  if (!answer.ok) throw new Error(`${outcome}: ${answer.status} ${await answer.text()}`)
}
