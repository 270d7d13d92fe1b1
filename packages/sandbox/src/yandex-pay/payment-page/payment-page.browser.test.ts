import { expect } from 'vitest'
import { accessibilityViolations, browserTest } from '../../../test/browser.ts'
import { openWidgetShop, type Shop } from '../../../test/shop.ts'
import { yandexOrder, yandexPayAt } from '../../../test/yandex-pay.ts'

const test = browserTest
  .extend('shop', { scope: 'file' }, async ({ environment }, { onCleanup }) => {
    const shop: Shop = await openWidgetShop(environment.sandbox.url)
    onCleanup(() => shop.close())
    return shop
  })
  .extend('merchant', { scope: 'file' }, ({ environment }) => yandexPayAt(environment.sandbox.url))
  .extend('getStatus', ({ merchant }) => {
    return async (id: string) => (await merchant.get(`/v1/orders/${id}`)).body.data.order.paymentStatus
  })
  .extend('openPaymentPage', ({ merchant, openPage, shop }) => {
    /** Opens the payment page of a new order. */
    return async (id: string, locale = 'en-GB') => {
      const redirectUrls = Object.fromEntries(
        ['onSuccess', 'onError', 'onAbort'].map((name) => [name, `${shop.url}/done?${name}`]),
      )
      const { body } = await merchant.post('/v1/orders', yandexOrder(id, { redirectUrls }))
      const opened = await openPage({ locale, viewport: { width: 360, height: 800 } })
      await opened.page.goto(body.data.paymentUrl)
      await opened.page.getByRole('heading', { name: /199/ }).waitFor()
      return opened
    }
  })

test('a buyer sees the items, pays and returns to the shop', async ({ openPaymentPage, getStatus }) => {
  const { page, consoleMessages } = await openPaymentPage('paid')
  await page.getByText('Gems × 2').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay ₽199' }).click()
  await page.waitForURL(/\/done\?onSuccess$/)
  expect(await getStatus('paid')).toBe('CAPTURED')
  expect(consoleMessages).toEqual([])
})

test('a decline and leaving redirect to their own addresses, in Russian too', async ({
  openPaymentPage,
  getStatus,
}) => {
  const { page } = await openPaymentPage('declined', 'ru-RU')
  expect(await page.locator('html').getAttribute('lang')).toBe('ru')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Пусть банк откажет' }).click()
  await page.waitForURL(/\/done\?onError$/)
  expect(await getStatus('declined')).toBe('FAILED')

  const { page: left } = await openPaymentPage('left')
  await left.getByRole('button', { name: 'Close without paying' }).click()
  await left.waitForURL(/\/done\?onAbort$/)
  expect(await getStatus('left')).toBe('PENDING')
})

test('an open page redirects the buyer when the order ends elsewhere', async ({
  environment,
  openPaymentPage,
}) => {
  const { page } = await openPaymentPage('elsewhere')
  await environment.request('POST', '/control/payments/elsewhere', { outcome: 'abandon' })
  await page.waitForURL(/\/done\?onError$/)
})
