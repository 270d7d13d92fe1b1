/** A card is remembered once the player asks, and charged by one press afterwards. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type ApiPlayer, call, createOrder, register } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { createOrders, type OpenOrder } from '../../steps/order-test.ts'
import { fillCard, payInYooKassaForm } from '../../steps/payment.ts'

function rememberingContent(): string {
  const { dir } = copyContent()
  const file = join(dir, 'hub.yaml')
  writeFileSync(file, `payments: { rememberCards: on }\n${readFileSync(file, 'utf8')}`)
  return dir
}

const test = journey({ start: () => startEnvironment({ CONTENT_DIR: rememberingContent() }) }).extend(
  'order',
  ({ environment, openTab }) => createOrders({ environment, openTab }),
)

/** Ticks the box of the chosen provider, which is not ticked. */
async function tickRemember({ page }: OpenOrder): Promise<void> {
  const box = page.getByRole('checkbox')
  expect(await box.isChecked()).toBe(false)
  await box.check()
}

async function untilRemembered(environment: TestEnvironment, { jwt }: ApiPlayer): Promise<void> {
  await waitUntil(async () => {
    const path = '/payments/remembered-cards'
    const { data } = await call<{ data: { result: unknown[] } }>(environment, 'GET', path, { jwt })
    return data.result.length > 0 || undefined
  }, 'the remembered card')
}

/** Opens the payment of another order, where the remembered card is chosen. */
async function openNext(environment: TestEnvironment, { page, player, payButton }: OpenOrder, card: RegExp) {
  const id = await createOrder(environment, player.jwt)
  await page.goto(`/payments/process/${id}`)
  await payButton.waitFor()
  expect(await page.getByRole('radio', { name: card }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  return id
}

test('a card at Stripe is charged by one press, with 3-D Secure, and removed in the settings', async ({
  environment,
  order,
}) => {
  const opened = await order('en', { player: await register(environment), width: 360 })
  const { page, payButton, select, heading, button, t } = opened
  const completeChallenge = () =>
    page
      .frameLocator('iframe[title="Confirm the payment with your bank"]')
      .getByRole('button', { name: 'Complete' })
      .click()
  await select('stripe')
  await tickRemember(opened)
  expect(await accessibilityViolations(page)).toEqual([])
  await payButton.click()
  await fillCard(page, 'en', '4000002760003184')
  await payButton.click()
  await completeChallenge()
  await heading('payments:result.paid.title').waitFor()
  await untilRemembered(environment, opened.player)

  await openNext(environment, opened, /^Visa •••• 3184/)
  expect(await accessibilityViolations(page)).toEqual([])
  await payButton.click()
  await completeChallenge()
  await heading('payments:result.paid.title').waitFor()

  await page.goto('/settings')
  await button(t('profile:cards.removeNamed', { name: 'Visa •••• 3184' })).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('profile:cards.remove') })
    .click()
  await heading('profile:cards.title').waitFor({ state: 'detached' })
})

test('a card at YooKassa is charged by one press, and the form opens once it is refused', async ({
  environment,
  order,
}) => {
  const opened = await order('ru', { player: await register(environment) })
  const { page, payButton, select, heading, orderId, t, tab } = opened
  await select('yookassa')
  await tickRemember(opened)
  await payButton.click()
  await payInYooKassaForm(page, 'ru', '5555555555554444')
  await heading('payments:result.paid.title').waitFor()
  await untilRemembered(environment, opened.player)

  await openNext(environment, opened, /^MasterCard •••• 4444/)
  await payButton.click()
  await heading('payments:result.paid.title').waitFor()

  await fetch(`${environment.sandboxUrl}/control/payments/${orderId}/rig`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ savedMethod: 'revoked' }),
  })
  await openNext(environment, opened, /^MasterCard •••• 4444/)
  tab.allowConsoleErrors(/status of 409/)
  await payButton.click()
  await page
    .getByRole('alert')
    .filter({ hasText: t('payments:remembered.refused') })
    .waitFor()
  await opened.yooKassa.getByRole('heading').first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})
