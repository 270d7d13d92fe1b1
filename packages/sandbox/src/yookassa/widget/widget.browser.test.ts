import { expect } from 'vitest'
import { accessibilityViolations, browserTest } from '../../../test/browser.ts'
import { openWidgetShop, type Shop } from '../../../test/shop.ts'
import { widgetPayment, yookassaAt } from '../../../test/yookassa.ts'

const test = browserTest
  .extend('shop', { scope: 'file' }, async ({ environment }, { onCleanup }) => {
    const shop: Shop = await openWidgetShop(environment.sandbox.url)
    onCleanup(() => shop.close())
    return shop
  })
  .extend('api', { scope: 'file' }, ({ environment }) => yookassaAt(environment.sandbox.url))
  .extend('getStatus', ({ api }) => {
    return async (id: string) => (await api.get(`/payments/${id}`)).body.status
  })
  .extend('applyOutcome', ({ environment }) => {
    return (id: string, outcome: string) =>
      environment.request('POST', `/control/payments/${id}`, { outcome })
  })
  .extend('openCheckout', ({ api, openPage, shop }) => {
    /** Opens the shop's checkout for a new payment. */
    return async (query = '', locale = 'en_US', width = 480) => {
      const payment = { ...widgetPayment(), confirmation: { type: 'embedded', locale } }
      const { id, confirmation } = (await api.post('/payments', payment)).body
      const { page, consoleMessages } = await openPage({ viewport: { width, height: 900 } })
      /** The shop's received events, once they include this one. */
      const log = async (entry: string) => {
        await page.locator('#log', { hasText: entry }).waitFor()
        return (await page.locator('#log').textContent())?.trim()
      }
      await page.goto(`${shop.url}/?token=${confirmation.confirmation_token}${query}`)
      await log('rendered')
      const form = page.frameLocator('iframe[title="YooKassa payment form"]')
      return { id, page, form, log, consoleMessages }
    }
  })

test('a card is typed and paid in the widget, and the shop receives the event after the success page', async ({
  openCheckout,
  getStatus,
}) => {
  const { id, page, form, log, consoleMessages } = await openCheckout()
  expect(await accessibilityViolations(page)).toEqual([])
  await form.getByLabel('Card number').pressSequentially('5555555555554444')
  await form.getByLabel('Expiry date').pressSequentially('1234')
  await form.getByLabel('Security code').pressSequentially('123')
  await form.getByRole('button', { name: 'Pay ₽199' }).click()
  await form.getByRole('heading', { name: 'Payment received' }).waitFor()
  expect(await getStatus(id)).toBe('succeeded')
  expect(await log('rendered')).toBe('rendered')
  expect(await accessibilityViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Back to the shop' }).click()
  expect(await log('complete')).toBe('rendered success complete')
  expect(consoleMessages).toEqual([])
})

test('a decline is shown in the form, and the next try pays by YooMoney', async ({
  api,
  openCheckout,
  getStatus,
}) => {
  const { id, page, form, consoleMessages } = await openCheckout()
  await form.getByRole('button', { name: /^Pay ₽/ }).click()
  await form.getByText('The card number is not complete.').waitFor()
  await form.getByRole('button', { name: /Not enough money/ }).click()
  await form.getByRole('button', { name: /^Pay ₽/ }).click()
  await form.getByRole('alert').getByText('There is not enough money on the card.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await getStatus(id)).toBe('pending')
  await form.getByLabel('YooMoney').check()
  await form.getByRole('button', { name: /^Pay ₽/ }).click()
  await form.getByRole('heading', { name: 'Payment received' }).waitFor()
  expect((await api.get(`/payments/${id}`)).body.payment_method.type).toBe('yoo_money')
  expect(consoleMessages).toEqual([])
})

test('3-D Secure runs inside the form, and a refusal can be followed by a confirmation', async ({
  openCheckout,
  getStatus,
}) => {
  const { id, page, form } = await openCheckout()
  const startChallenge = async () => {
    await form.getByRole('button', { name: /Bank asks/ }).click()
    await form.getByRole('button', { name: /^Pay ₽/ }).click()
    await form.getByRole('heading', { name: 'Confirm the payment' }).waitFor()
  }
  await startChallenge()
  expect(await accessibilityViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Refuse' }).click()
  await form.getByRole('alert').getByText('The bank could not confirm').waitFor()
  await startChallenge()
  await form.getByRole('button', { name: 'It is me' }).click()
  await form.getByRole('heading', { name: 'Payment received' }).waitFor()
  expect(await getStatus(id)).toBe('succeeded')
})

test('with a return address the buyer is redirected and no event is emitted', async ({ openCheckout }) => {
  const { page, form } = await openCheckout('&return')
  await form.getByRole('button', { name: /Succeeds/ }).click()
  await form.getByRole('button', { name: /^Pay ₽/ }).click()
  await form.getByRole('button', { name: 'Back to the shop' }).click()
  await page.waitForURL(/\/done$/)
})

test('an expired token fails in an open form, and cannot be opened again', async ({
  shop,
  openCheckout,
  applyOutcome,
}) => {
  const { id, page, form, log } = await openCheckout()
  const url = page.url()
  await applyOutcome(id, 'abandon')
  expect(await log('complete')).toBe('rendered fail complete')
  await form.getByText('Time is up.').waitFor()
  await page.goto(url)
  expect(await log('error')).toContain('error:token_expired')
  await page.goto(`${shop.url}/`)
  expect(await log('error')).toContain('error:token_required')
})

test('closing the modal window does not change the payment: it can still be paid', async ({
  openCheckout,
  getStatus,
  applyOutcome,
}) => {
  const { id, page, log } = await openCheckout('&modal')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await log('modal_close')).toBe('rendered modal_close')
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await getStatus(id)).toBe('pending')
  await applyOutcome(id, 'succeed')
  expect(await getStatus(id)).toBe('succeeded')
})

test('the form supports Russian and fits a phone', async ({ openCheckout }) => {
  const { page, form, consoleMessages } = await openCheckout('', 'ru_RU', 360)
  await form.getByRole('button', { name: /Не хватит денег/ }).click()
  await form.getByRole('button', { name: /Заплатить 199/ }).click()
  await form.getByText('На карте не хватает денег.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  expect(consoleMessages).toEqual([])
})

test('a redirected buyer pays on a page and returns to the shop', async ({ api, shop, openPage }) => {
  const payment = {
    ...widgetPayment(),
    confirmation: { type: 'redirect', return_url: `${shop.url}/done`, locale: 'en_US' },
  }
  const { confirmation } = (await api.post('/payments', payment)).body
  const { page, consoleMessages } = await openPage()
  await page.goto(confirmation.confirmation_url)
  await page.getByRole('button', { name: /Succeeds/ }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Pay ₽/ }).click()
  await page.getByRole('button', { name: 'Back to the shop' }).click()
  await page.waitForURL(/\/done$/)
  expect(consoleMessages).toEqual([])
})
