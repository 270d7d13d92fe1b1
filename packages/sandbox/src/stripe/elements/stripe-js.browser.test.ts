import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openChromium, openPage, violations } from '../../testing/chromium.ts'
import { startWorld, type TestWorld } from '../../testing/environment.ts'
import { openShop, type Shop } from '../../testing/shop.ts'

let world: TestWorld
let shop: Shop
let browser: Browser
let page: Page
let said: string[]

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  world = await startWorld()
  shop = await openShop(world.sandbox.url)
  browser = await openChromium()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await shop.close()
  await world.close()
})
afterEach(() => page.context().close())

const countShifts = `
  window.shifts = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) window.shifts += shift.value
  }).observe({ type: 'layout-shift', buffered: true })
`

const newIntent = () => world.stripe.paymentIntents.create({ amount: 499, currency: 'usd' })

/** Opens the shop's checkout for a new intent. */
async function checkout(query: Record<string, string> = {}, width = 480) {
  const intent = await newIntent()
  const opened = await openPage(browser, { viewport: { width, height: 800 } })
  page = opened.page
  said = opened.said
  await page.goto(`${shop.url}/?${new URLSearchParams({ secret: intent.client_secret ?? '', ...query })}`)
  await page.locator('#log', { hasText: 'ready' }).waitFor()
  return { intent, card: page.frameLocator('iframe[title="Secure card form"]') }
}

const result = async (start: string) => {
  await page.locator('#result', { hasText: new RegExp(`^${start}`) }).waitFor()
  return page.locator('#result').textContent()
}

/** React in development recommends its tools, and that is all that may be said. */
const expectQuiet = () => expect(said.filter((line) => !line.includes('React DevTools'))).toEqual([])

test('a card is typed and paid through Stripe’s own React library', async () => {
  const { intent, card } = await checkout()
  await card.getByLabel('Card number').pressSequentially('4242424242424242')
  await card.getByLabel('Expiry date').pressSequentially('1234')
  await card.getByLabel('Security code').pressSequentially('123')
  expect(await card.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
  expect(await card.getByLabel('Expiry date').inputValue()).toBe('12 / 34')
  await page.locator('#log', { hasText: 'change true false' }).waitFor()
  expect(await page.locator('#log').textContent()).toMatch(/^loaderstart, ready, change/)
  await page.getByRole('button', { name: 'Pay' }).click()
  expect(await result('paid')).toBe('paid: succeeded')
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  expectQuiet()
})

test('what is missing is said beside its field, and the first one gets the focus', async () => {
  const { card } = await checkout()
  await page.getByRole('button', { name: 'Pay' }).click()
  expect(await result('incomplete')).toBe('incomplete: The card number is not complete.')
  expect(await card.getByText('Enter month and year.').isVisible()).toBe(true)
  expect(await card.locator(':focus').getAttribute('id')).toBe('number')
  expect(await violations(page)).toEqual([])
  expectQuiet()
})

test('Enter in the form pays, and a declined card can be tried again', async () => {
  const { intent, card } = await checkout()
  await card.getByRole('button', { name: /Card is declined/ }).click()
  await card.getByLabel('Card number').press('Enter')
  expect(await result('card_declined')).toContain('The bank declined the payment')
  await card.getByRole('button', { name: /Payment succeeds/ }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await result('paid')
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  expectQuiet()
})

async function payWithChallenge() {
  const opened = await checkout()
  await opened.card.getByLabel('Card number').fill('4000002500003155')
  await opened.card.getByLabel('Expiry date').fill('1234')
  await opened.card.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay' }).click()
  const bank = page.frameLocator('dialog iframe')
  await bank.getByRole('button', { name: 'Complete' }).waitFor()
  return { ...opened, bank }
}

test('the bank asks over the whole page, and a yes pays', async () => {
  const { bank } = await payWithChallenge()
  expect(await violations(page)).toEqual([])
  await bank.getByRole('button', { name: 'Complete' }).click()
  expect(await result('paid')).toBe('paid: succeeded')
  expect(await page.locator('dialog').count()).toBe(0)
  expectQuiet()
})

test('a no to the bank, or leaving it by Escape, pays nothing', async () => {
  const { bank, intent } = await payWithChallenge()
  await bank.getByRole('button', { name: 'Fail' }).click()
  expect(await result('payment_intent_auth')).toContain('The bank could not confirm')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.frameLocator('dialog iframe').getByRole('button', { name: 'Complete' }).waitFor()
  await page.keyboard.press('Escape')
  await result('payment_intent_auth')
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
  expectQuiet()
})

test('without redirect: if_required the buyer is sent to the return address', async () => {
  const { intent, card } = await checkout({ redirect: 'always' })
  await card.getByRole('button', { name: /Payment succeeds/ }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(/\/done/)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    payment_intent: intent.id,
    redirect_status: 'succeeded',
  })
})

test('the page can ask how an intent stands without being allowed to call the API', async () => {
  const { intent } = await checkout()
  const seen = await page.evaluate(async (secret) => {
    const { Stripe } = globalThis as unknown as {
      Stripe: (key: string) => { retrievePaymentIntent(s: string): unknown }
    }
    return Stripe('pk_test_sandbox').retrievePaymentIntent(secret)
  }, intent.client_secret ?? '')
  expect(seen).toMatchObject({ paymentIntent: { id: intent.id, status: 'requires_payment_method' } })
  expectQuiet()
})

test('the form speaks Russian, wears the night, and does not move the page when it arrives', async () => {
  const intent = await newIntent()
  ;({ page, said } = await openPage(browser, { viewport: { width: 360, height: 800 } }))
  await page.addInitScript(countShifts)
  const query = new URLSearchParams({ secret: intent.client_secret ?? '', locale: 'ru', theme: 'night' })
  await page.goto(`${shop.url}/?${query}`)
  await page.locator('#log', { hasText: 'ready' }).waitFor()
  const frame = page.locator('iframe[title="Защищённая форма карты"]')
  expect(await frame.evaluate((element) => element.clientHeight)).toBe(300)
  const card = page.frameLocator('iframe[title="Защищённая форма карты"]')
  await card.getByRole('button', { name: /Банк откажет/ }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  expect(await result('card_declined')).toContain('Банк отклонил платёж')
  expect(await frame.evaluate((element) => element.clientHeight)).toBe(300)
  expect(await page.evaluate('shifts')).toBeLessThan(0.01)
  expect(await violations(page)).toEqual([])
  expectQuiet()
})

test('the element is taken away and put back without a word', async () => {
  const { card } = await checkout()
  await page.getByRole('button', { name: 'Toggle' }).click()
  expect(await page.locator('iframe').count()).toBe(0)
  await page.getByRole('button', { name: 'Toggle' }).click()
  await card.getByLabel('Card number').waitFor()
  expectQuiet()
})

test('a frame believes nobody but the page that mounted it', async () => {
  const { card } = await checkout()
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
