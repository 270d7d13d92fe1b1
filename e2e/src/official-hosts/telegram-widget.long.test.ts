/** Telegram's widget in production mode, for a bot without OpenID Connect. */
import { expect } from 'vitest'
import { approveAs, chooserPath, expectLoggedIn, methodButton } from '../steps/login.ts'
import { productionTest } from './production-test.ts'

const test = productionTest(['TELEGRAM_CLIENT_SECRET'])

test('a player logs in by the widget, whose script, button and popup come from Telegram’s hosts', async ({
  open,
}) => {
  const { page, requestedUrls, expectClean } = await open('en')
  await page.goto(chooserPath)
  await methodButton(page, 'telegram', 'en').click()
  await page.waitForURL('**/passport/telegram/widget?*')
  const button = page.frameLocator('iframe[title="Telegram"]').getByRole('button')
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  expect(new URL(popup.url()).origin).toBe('https://oauth.telegram.org')
  await approveAs(popup, 'Boris')
  await expectLoggedIn(page, 'en', 'telegram')
  expect(requestedUrls).toContain('https://telegram.org/js/telegram-widget.js?22')
  expect(requestedUrls.find((url) => url.startsWith('https://oauth.telegram.org/embed/'))).toBeTruthy()
  expectClean()
})

test('the widget’s page blocks scripts and frames of other hosts', async ({ hosts }) => {
  const response = await fetch(`${hosts.hubUrl}/passport/telegram/widget?state=${'a'.repeat(43)}`)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain('script-src https://telegram.org/js/telegram-widget.js;')
  expect(policy).toContain('frame-src https://oauth.telegram.org;')
})
