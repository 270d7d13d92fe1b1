/** Apple Pay and Google Pay at Stripe, on a host that is registered for them. */
import { expect } from 'vitest'
import { createOrder } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { createOrders } from '../../steps/order-test.ts'

/** Stripe registers no host without a dot. */
const withDots = (url: string) => url.replace('localhost', '127.0.0.1')

async function startRegistered(): Promise<TestEnvironment> {
  const started = await startEnvironment((hubUrl) => ({ PUBLIC_URL: withDots(hubUrl) }))
  const environment = { ...started, hubUrl: withDots(started.hubUrl) }
  const response = await fetch(`${environment.sandboxUrl}/v1/payment_method_domains`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ domain_name: '127.0.0.1' }),
  })
  expect(response.status).toBe(200)
  return environment
}

const test = journey({ start: startRegistered }).extend('order', ({ environment, openTab }) =>
  createOrders({ environment, openTab }),
)

test('the choice names a wallet once the browser is known to have it, and the form pays with it', async ({
  environment,
  order,
}) => {
  const { page, player, select, payButton, heading, expectNoErrors } = await order('en', { width: 360 })
  const radio = (name: RegExp) => page.getByRole('radio', { name })
  await radio(/^Bank card via Stripe/).waitFor()
  await select('stripe')
  await payButton.click()
  const form = page.frameLocator('iframe[title="Secure card form"]')
  await form.getByRole('radio', { name: 'Apple Pay' }).check()
  await form.getByRole('radio', { name: 'Google Pay' }).check()
  expect(await form.getByLabel('Card number').isVisible()).toBe(false)
  expect(await accessibilityViolations(page)).toEqual([])
  await payButton.click()
  await heading('payments:result.paid.title').waitFor()

  await page.goto(`/payments/process/${await createOrder(environment, player.jwt)}`)
  await radio(/^Bank card, Apple Pay, or Google Pay via Stripe/).waitFor()
  expect(await page.getByRole('img', { name: /^(Apple|Google) Pay$/ }).count()).toBe(2)
  await expectNoErrors()
})

test('before the first form, Apple Pay is named where the browser has it', async ({ order }) => {
  const { page } = await order('ru', {
    prepare: (context) =>
      context.addInitScript(() =>
        Object.assign(window, { ApplePaySession: { canMakePayments: () => true } }),
      ),
  })
  await page
    .getByRole('radio', { name: /^Банковская карта/ })
    .first()
    .waitFor()
  // The first screen has requested the wallets.
  await page.reload()
  await page.getByRole('radio', { name: /^Банковская карта или Apple Pay через Stripe/ }).waitFor()
  expect(await page.getByRole('img', { name: 'Google Pay' }).count()).toBe(0)
})
