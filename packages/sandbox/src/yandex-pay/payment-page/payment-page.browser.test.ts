import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openChromium, openPage, violations } from '../../testing/chromium.ts'
import { startWorld, type TestWorld } from '../../testing/environment.ts'
import { openWidgetShop, type Shop } from '../../testing/shop.ts'
import { yandexOrder, yandexPayAt } from '../../testing/yandex-pay.ts'

let world: TestWorld
let shop: Shop
let browser: Browser
let page: Page
let said: string[]

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  world = await startWorld()
  shop = await openWidgetShop(world.sandbox.url)
  browser = await openChromium()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await shop.close()
  await world.close()
})
afterEach(() => page.context().close())

const statusOf = async (id: string) => {
  const { body } = await yandexPayAt(world.sandbox.url).get(`/v1/orders/${id}`)
  return body.data.order.paymentStatus
}

/** Opens the payment page of a new order. */
async function open(id: string, locale = 'en-GB') {
  const urls = Object.fromEntries(
    ['onSuccess', 'onError', 'onAbort'].map((name) => [name, `${shop.url}/done?${name}`]),
  )
  const { body } = await yandexPayAt(world.sandbox.url).post(
    '/v1/orders',
    yandexOrder(id, { redirectUrls: urls }),
  )
  ;({ page, said } = await openPage(browser, { locale, viewport: { width: 360, height: 800 } }))
  await page.goto(body.data.paymentUrl)
  await page.getByRole('heading', { name: /199/ }).waitFor()
}

test('a buyer sees what it is for, pays, and comes back', async () => {
  await open('paid')
  await page.getByText('Gems × 2').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay ₽199' }).click()
  await page.waitForURL(/\/done\?onSuccess$/)
  expect(await statusOf('paid')).toBe('CAPTURED')
  expect(said).toEqual([])
})

test('a declined buyer and one who leaves come back by other ways, in Russian too', async () => {
  await open('declined', 'ru-RU')
  expect(await page.locator('html').getAttribute('lang')).toBe('ru')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Пусть банк откажет' }).click()
  await page.waitForURL(/\/done\?onError$/)
  expect(await statusOf('declined')).toBe('FAILED')
  await page.context().close()

  await open('left')
  await page.getByRole('button', { name: 'Close without paying' }).click()
  await page.waitForURL(/\/done\?onAbort$/)
  expect(await statusOf('left')).toBe('PENDING')
})

test('an order settled elsewhere takes the buyer back from an open page', async () => {
  await open('elsewhere')
  await world.ask('POST', '/control/payments/elsewhere', { outcome: 'abandon' })
  await page.waitForURL(/\/done\?onError$/)
})
