import { expect } from 'vitest'
import { accessibilityViolations, browserTest } from '../../../test/browser.ts'
import { openStripeShop, type Shop } from '../../../test/shop.ts'

const countShifts = `
  window.shifts = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) window.shifts += shift.value
  }).observe({ type: 'layout-shift', buffered: true })
`

const test = browserTest
  .extend('shop', { scope: 'file' }, async ({ environment }, { onCleanup }) => {
    const shop: Shop = await openStripeShop(environment.sandbox.url)
    onCleanup(() => shop.close())
    return shop
  })
  .extend('openCheckout', ({ environment, openPage, shop }) => {
    /** Opens the shop's checkout for a new intent. */
    return async (query: Record<string, string> = {}, width = 480) => {
      const intent = await environment.stripe.paymentIntents.create({ amount: 499, currency: 'usd' })
      const { page, consoleMessages } = await openPage({ viewport: { width, height: 800 } })
      await page.addInitScript(countShifts)
      await page.goto(`${shop.url}/?${new URLSearchParams({ secret: intent.client_secret ?? '', ...query })}`)
      await page.locator('#log', { hasText: 'ready' }).waitFor()
      const title = query.locale === 'ru' ? 'Защищённая форма карты' : 'Secure card form'
      return {
        intent,
        page,
        frame: page.locator(`iframe[title="${title}"]`),
        card: page.frameLocator(`iframe[title="${title}"]`),
        result: async (prefix: string) => {
          await page.locator('#result', { hasText: new RegExp(`^${prefix}`) }).waitFor()
          return page.locator('#result').textContent()
        },
        /** React's development build recommends its developer tools. */
        expectCleanConsole: () =>
          expect(consoleMessages.filter((line) => !line.includes('React DevTools'))).toEqual([]),
      }
    }
  })
  .extend('openChallenge', ({ openCheckout }) => {
    return async () => {
      const opened = await openCheckout()
      const { page, card } = opened
      await card.getByLabel('Card number').fill('4000002500003155')
      await card.getByLabel('Expiry date').fill('1234')
      await card.getByLabel('Security code').fill('123')
      await page.getByRole('button', { name: 'Pay' }).click()
      const bank = page.frameLocator('dialog iframe')
      await bank.getByRole('button', { name: 'Complete' }).waitFor()
      return { ...opened, bank }
    }
  })

test('a card is typed and paid through Stripe’s own React library', async ({ environment, openCheckout }) => {
  const { intent, page, card, result, expectCleanConsole } = await openCheckout()
  await card.getByLabel('Card number').pressSequentially('4242424242424242')
  await card.getByLabel('Expiry date').pressSequentially('1234')
  await card.getByLabel('Security code').pressSequentially('123')
  expect(await card.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  expect(await card.getByLabel('Expiry date').inputValue()).toBe('12 / 34')
  await page.locator('#log', { hasText: 'change true false' }).waitFor()
  expect(await page.locator('#log').textContent()).toMatch(/^loaderstart, ready, change/)
  await page.getByRole('button', { name: 'Pay' }).click()
  expect(await result('paid')).toBe('paid: succeeded')
  expect((await environment.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  expectCleanConsole()
})

test('errors are shown beside their fields, and the first one gets the focus', async ({ openCheckout }) => {
  const { page, card, result, expectCleanConsole } = await openCheckout()
  await page.getByRole('button', { name: 'Pay' }).click()
  expect(await result('incomplete')).toBe('incomplete: The card number is not complete.')
  expect(await card.getByText('Enter month and year.').isVisible()).toBe(true)
  expect(await card.locator(':focus').getAttribute('id')).toBe('number')
  expect(await accessibilityViolations(page)).toEqual([])
  expectCleanConsole()
})

test('Enter in the form pays, and a declined card can be tried again', async ({
  environment,
  openCheckout,
}) => {
  const { intent, page, card, result, expectCleanConsole } = await openCheckout()
  await card.getByRole('button', { name: /Card is declined/ }).click()
  await card.getByLabel('Card number').press('Enter')
  expect(await result('card_declined')).toContain('The bank declined the payment')
  await card.getByRole('button', { name: /Payment succeeds/ }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await result('paid')
  expect((await environment.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  expectCleanConsole()
})

test('3-D Secure covers the whole page, and completing it pays', async ({ openChallenge }) => {
  const { page, bank, result, expectCleanConsole } = await openChallenge()
  expect(await accessibilityViolations(page)).toEqual([])
  await bank.getByRole('button', { name: 'Complete' }).click()
  expect(await result('paid')).toBe('paid: succeeded')
  expect(await page.locator('dialog').count()).toBe(0)
  expectCleanConsole()
})

test('failing 3-D Secure, or leaving it with Escape, pays nothing', async ({
  environment,
  openChallenge,
}) => {
  const { intent, page, bank, result, expectCleanConsole } = await openChallenge()
  await bank.getByRole('button', { name: 'Fail' }).click()
  expect(await result('payment_intent_auth')).toContain('The bank could not confirm')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.frameLocator('dialog iframe').getByRole('button', { name: 'Complete' }).waitFor()
  await page.keyboard.press('Escape')
  await result('payment_intent_auth')
  expect((await environment.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
  expectCleanConsole()
})

test('without redirect: if_required the buyer is sent to the return address', async ({ openCheckout }) => {
  const { intent, page, card } = await openCheckout({ redirect: 'always' })
  await card.getByRole('button', { name: /Payment succeeds/ }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(/\/done/)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    payment_intent: intent.id,
    redirect_status: 'succeeded',
  })
})

test('the page can retrieve an intent although its policy forbids calls to the API', async ({
  openCheckout,
}) => {
  const { intent, page, expectCleanConsole } = await openCheckout()
  const seen = await page.evaluate(async (secret) => {
    const { Stripe } = globalThis as unknown as {
      Stripe: (key: string) => { retrievePaymentIntent(s: string): unknown }
    }
    return Stripe('pk_test_sandbox').retrievePaymentIntent(secret)
  }, intent.client_secret ?? '')
  expect(seen).toMatchObject({ paymentIntent: { id: intent.id, status: 'requires_payment_method' } })
  expectCleanConsole()
})

test('the form supports Russian and the night theme, and does not shift the page when it loads', async ({
  openCheckout,
}) => {
  const { page, card, frame, result, expectCleanConsole } = await openCheckout(
    { locale: 'ru', theme: 'night' },
    360,
  )
  expect(await frame.evaluate((element) => element.clientHeight)).toBe(300)
  await card.getByRole('button', { name: /Банк откажет/ }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  expect(await result('card_declined')).toContain('Банк отклонил платёж')
  expect(await frame.evaluate((element) => element.clientHeight)).toBe(300)
  expect(await page.evaluate('shifts')).toBeLessThan(0.01)
  expect(await accessibilityViolations(page)).toEqual([])
  expectCleanConsole()
})

test('the element is unmounted and mounted again without console messages', async ({ openCheckout }) => {
  const { page, card, expectCleanConsole } = await openCheckout()
  await page.getByRole('button', { name: 'Toggle' }).click()
  expect(await page.locator('iframe').count()).toBe(0)
  await page.getByRole('button', { name: 'Toggle' }).click()
  await card.getByLabel('Card number').waitFor()
  expectCleanConsole()
})

test('a frame accepts messages only from the page that mounted it', async ({ openCheckout }) => {
  const { page, card } = await openCheckout()
  await page.evaluate(`postMessage({ mark: 'stripe-sandbox', event: 'height', detail: 9999 }, '*')`)
  const inner = page.frames().find((frame) => frame.url().includes('/stripe/frame'))
  await inner?.evaluate(`postMessage({ mark: 'stripe-sandbox', method: 'clear', id: 1 }, '*')`)
  await card.getByRole('button', { name: /Payment succeeds/ }).click()
  expect(await card.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  expect(
    await page
      .locator('iframe')
      .first()
      .evaluate((frame) => frame.clientHeight),
  ).toBe(300)
})
