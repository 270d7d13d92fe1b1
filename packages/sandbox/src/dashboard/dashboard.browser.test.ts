import { createTransport } from 'nodemailer'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { accessibilityViolations, browserTest } from '../../test/browser.ts'
import { demoSecret, otherSecret } from '../../test/fixtures.ts'

const test = browserTest.extend('openDashboard', ({ environment, openPage }) => {
  return async (locale: string) => {
    const opened = await openPage({ locale, permissions: ['clipboard-read', 'clipboard-write'] })
    await opened.page.goto(environment.sandbox.url)
    return opened
  }
})

test('an empty dashboard says so, in the language of the browser', async ({ openDashboard }) => {
  const { page, consoleMessages } = await openDashboard('ru-RU')
  await page.getByText('Платежей пока нет').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ru')
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleMessages).toEqual([])
})

test('the dashboard pays a payment, copies a code and shows which webhooks are verified', async ({
  environment,
  openDashboard,
}) => {
  const { page, consoleMessages } = await openDashboard('en-GB')
  const intent = await environment.stripe.paymentIntents.create({
    amount: 499,
    currency: 'usd',
    description: '100 gems',
  })
  await sendCode(environment.sandbox.smtpPort, '246810')
  await sendWebhook(environment.sandbox.url, 'islandm3', demoSecret)
  await sendWebhook(environment.sandbox.url, 'islandm3', otherSecret)

  await page.getByRole('button', { name: 'Pay: $4.99 · 100 gems' }).click()
  await page.getByRole('button', { name: 'Refund: $4.99 · 100 gems' }).waitFor()
  expect((await environment.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')

  await page.getByRole('button', { name: 'Copy code 246810' }).click()
  await page.getByRole('status').getByText('Code 246810 copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('246810')

  await page.getByText('signature valid', { exact: true }).waitFor()
  await page.getByText('signature invalid').waitFor()
  await page.getByText('Show the body').first().click()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleMessages).toEqual([])
})

async function sendCode(port: number, code: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false })
  await transport.sendMail({
    from: 'hub@playhub.test',
    to: 'player@playhub.test',
    subject: 'Your code',
    text: code,
  })
}

async function sendWebhook(sandboxUrl: string, project: string, secret: string): Promise<void> {
  const body = JSON.stringify({
    type: 'order.paid',
    timestamp: new Date().toISOString(),
    data: { orderId: '7' },
  })
  const at = new Date()
  await fetch(`${sandboxUrl}/game-server/webhook/${project}`, {
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
