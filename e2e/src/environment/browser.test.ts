import { expect, test } from 'vitest'
import { openBrowser, openTab } from './browser.ts'

test('closing a tab, once or twice, drops the errors of route handlers that still wait', async ({
  onTestFinished,
}) => {
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const { page, close } = await openTab(browser, { baseUrl: 'http://localhost' })
  const requested = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<never>()
  await page.route('**/slow', () => {
    requested.resolve()
    return closed.promise
  })
  const navigation = page.goto('/slow').catch(() => undefined)
  await requested.promise
  await close()
  await close()
  // Vitest fails the run if this rejection is unhandled.
  closed.reject(new Error('Response has been disposed'))
  await navigation
  expect(page.isClosed()).toBe(true)
})
