import { createTransport } from 'nodemailer'
import type { Browser, Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { webhookSecret } from '../game-server/inbox.ts'
import { openChromium, openPage, violations } from '../testing/chromium.ts'
import { startWorld, type TestWorld } from '../testing/environment.ts'

let world: TestWorld
let browser: Browser

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  world = await startWorld()
  browser = await openChromium()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await world.close()
})

async function openPeoplePage(locale: string): Promise<{ page: Page; said: string[] }> {
  const opened = await openPage(browser, { locale, permissions: ['clipboard-read', 'clipboard-write'] })
  await opened.page.goto(world.sandbox.url)
  return opened
}

test('an empty world says so, in the language of the browser', async () => {
  const { page, said } = await openPeoplePage('ru-RU')
  await page.getByText('Платежей пока нет').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ru')
  expect(await violations(page)).toEqual([])
  expect(said).toEqual([])
  await page.context().close()
})

test('a person pays a payment, copies a code and sees which webhooks are genuine', async () => {
  const { page, said } = await openPeoplePage('en-GB')
  const intent = await world.stripe.paymentIntents.create({
    amount: 499,
    currency: 'usd',
    description: '100 gems',
  })
  await sendCode('246810')
  await sendWebhook('islandm3', webhookSecret('islandm3'))
  await sendWebhook('islandm3', webhookSecret('familytown'))

  await page.getByRole('button', { name: 'Pay: $4.99 · 100 gems' }).click()
  await page.getByRole('button', { name: 'Refund: $4.99 · 100 gems' }).waitFor()
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')

  await page.getByRole('button', { name: 'Copy code 246810' }).click()
  await page.getByRole('status').getByText('Code 246810 copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('246810')

  await page.getByText('signature valid', { exact: true }).waitFor()
  await page.getByText('signature invalid').waitFor()
  await page.getByText('Show the body').first().click()
  expect(await violations(page)).toEqual([])
  expect(said).toEqual([])
  await page.context().close()
})

async function sendCode(code: string): Promise<void> {
  const door = createTransport({ host: '127.0.0.1', port: world.sandbox.smtpPort, secure: false })
  await door.sendMail({
    from: 'hub@playhub.test',
    to: 'player@playhub.test',
    subject: 'Your code',
    text: `${code}`,
  })
}

async function sendWebhook(project: string, secret: string): Promise<void> {
  const body = JSON.stringify({
    type: 'order.paid',
    timestamp: new Date().toISOString(),
    data: { orderId: '7' },
  })
  const at = new Date()
  await fetch(`${world.sandbox.url}/game-server/webhook/${project}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'webhook-7',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('webhook-7', at, body),
    },
  })
}
