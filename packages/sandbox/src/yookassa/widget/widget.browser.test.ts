import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openChromium, openPage, violations } from '../../testing/chromium.ts'
import { startWorld, type TestWorld } from '../../testing/environment.ts'
import { openWidgetShop, type Shop } from '../../testing/shop.ts'
import { widgetPayment, yookassaAt } from '../../testing/yookassa.ts'

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

const api = () => yookassaAt(world.sandbox.url)
const statusOf = async (id: string) => (await api().get(`/payments/${id}`)).body.status
const decide = (id: string, outcome: string) => world.ask('POST', `/control/payments/${id}`, { outcome })
const log = async (entry: string) => {
  await page.locator('#log', { hasText: entry }).waitFor()
  return (await page.locator('#log').textContent())?.trim()
}

async function open(address: string, width = 480) {
  const opened = await openPage(browser, { viewport: { width, height: 900 } })
  page = opened.page
  said = opened.said
  await page.goto(address)
}

/** Opens the shop's checkout for a new payment. */
async function checkout(query = '', locale = 'en_US', width = 480) {
  const confirmation = { type: 'embedded', locale }
  const { id, confirmation: given } = (await api().post('/payments', { ...widgetPayment(), confirmation }))
    .body
  await open(`${shop.url}/?token=${given.confirmation_token}${query}`, width)
  await log('rendered')
  return { id, form: page.frameLocator('iframe[title="YooKassa payment form"]') }
}

test('a card is typed and paid in the widget, and the shop hears of it after the success page', async () => {
  const { id, form } = await checkout()
  expect(await violations(page)).toEqual([])
  await form.getByLabel('Card number').pressSequentially('5555555555554444')
  await form.getByLabel('Expiry date').pressSequentially('1234')
  await form.getByLabel('Security code').pressSequentially('123')
  await form.getByRole('button', { name: 'Pay ₽199' }).click()
  await form.getByRole('heading', { name: 'Payment received' }).waitFor()
  expect(await statusOf(id)).toBe('succeeded')
  expect(await log('rendered')).toBe('rendered')
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Back to the shop' }).click()
  expect(await log('complete')).toBe('rendered success complete')
  expect(said).toEqual([])
})

test('a declined card is told in the form, and the next try pays by YooMoney', async () => {
  const { id, form } = await checkout()
  await form.getByRole('button', { name: /^Pay ₽/ }).click()
  await form.getByText('The card number is not complete.').waitFor()
  await form.getByRole('button', { name: /Not enough money/ }).click()
  await form.getByRole('button', { name: /^Pay ₽/ }).click()
  await form.getByRole('alert').getByText('There is not enough money on the card.').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await statusOf(id)).toBe('pending')
  await form.getByLabel('YooMoney').check()
  await form.getByRole('button', { name: /^Pay ₽/ }).click()
  await form.getByRole('heading', { name: 'Payment received' }).waitFor()
  expect((await api().get(`/payments/${id}`)).body.payment_method.type).toBe('yoo_money')
  expect(said).toEqual([])
})

test('the bank asks inside the form, and a no can be followed by a yes', async () => {
  const { id, form } = await checkout()
  const ask = async () => {
    await form.getByRole('button', { name: /Bank asks/ }).click()
    await form.getByRole('button', { name: /^Pay ₽/ }).click()
    await form.getByRole('heading', { name: 'Confirm the payment' }).waitFor()
  }
  await ask()
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Refuse' }).click()
  await form.getByRole('alert').getByText('The bank could not confirm').waitFor()
  await ask()
  await form.getByRole('button', { name: 'It is me' }).click()
  await form.getByRole('heading', { name: 'Payment received' }).waitFor()
  expect(await statusOf(id)).toBe('succeeded')
})

test('with a return address the buyer is sent there, and no event is told', async () => {
  const { form } = await checkout('&return')
  await form.getByRole('button', { name: /Succeeds/ }).click()
  await form.getByRole('button', { name: /^Pay ₽/ }).click()
  await form.getByRole('button', { name: 'Back to the shop' }).click()
  await page.waitForURL(/\/done$/)
})

test('an expired token fails in an open form, and cannot be opened again', async () => {
  const { id, form } = await checkout()
  const address = page.url()
  await decide(id, 'abandon')
  expect(await log('complete')).toBe('rendered fail complete')
  await form.getByText('Time is up.').waitFor()
  await page.goto(address)
  expect(await log('error')).toContain('error:token_expired')
  await page.goto(`${shop.url}/`)
  expect(await log('error')).toContain('error:token_required')
})

test('closing the modal window decides nothing: the payment may still be paid', async () => {
  const { id } = await checkout('&modal')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await log('modal_close')).toBe('rendered modal_close')
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await statusOf(id)).toBe('pending')
  await decide(id, 'succeed')
  expect(await statusOf(id)).toBe('succeeded')
})

test('the form speaks Russian and fits a phone', async () => {
  const { form } = await checkout('', 'ru_RU', 360)
  await form.getByRole('button', { name: /Не хватит денег/ }).click()
  await form.getByRole('button', { name: /Заплатить 199/ }).click()
  await form.getByText('На карте не хватает денег.').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  expect(said).toEqual([])
})

test('a redirected buyer pays on a page and comes back', async () => {
  const asked = {
    ...widgetPayment(),
    confirmation: { type: 'redirect', return_url: `${shop.url}/done`, locale: 'en_US' },
  }
  const { confirmation } = (await api().post('/payments', asked)).body
  await open(confirmation.confirmation_url)
  await page.getByRole('button', { name: /Succeeds/ }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^Pay ₽/ }).click()
  await page.getByRole('button', { name: 'Back to the shop' }).click()
  await page.waitForURL(/\/done$/)
  expect(said).toEqual([])
})
