/** The result of pressing Pay is visible at the button: on a phone the sticky bar covers the form's end. */
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { isLong } from '../../environment/environment.ts'
import type { Language } from '../../environment/translator.ts'
import { orderTest as test } from '../../steps/order-test.ts'
import { fillCard } from '../../steps/payment.ts'

/** A phone, the same at 200 % zoom, and a small laptop at it. */
const screens: [Language, number, number][] = [
  ['en', 360, 740],
  ['ru', 180, 370],
  ['en', 640, 360],
  ['ru', 360, 740],
]

/** True when the whole element is on the screen and uncovered. */
const isInView = (element: Locator) =>
  element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    const isOnScreen = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
    const heights = [top + 2, (top + bottom) / 2, bottom - 2]
    return isOnScreen && heights.every((y) => node.contains(document.elementFromPoint((left + right) / 2, y)))
  })

describe.each(screens.slice(0, isLong ? 4 : 2))('in %s at %i×%i', (language, width, height) => {
  test('a declined card', async ({ order }) => {
    const { page, payButton, choose } = await order(language, { width, height })
    await choose('stripe')
    await fillCard(page, language, '4000000000000002')
    await payButton.click()
    const message = page.getByRole('alert').filter({ hasText: /\S/ })
    await message.waitFor()
    expect(await isInView(message)).toBe(true)
    expect(await isInView(payButton)).toBe(true)
  })

  test('an incomplete card, whose fields are out of view', async ({ order }) => {
    const { page, payButton, choose } = await order(language, { width, height })
    await choose('stripe')
    await page.locator('iframe').first().waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    await payButton.click()
    const message = page.getByRole('alert').filter({ hasText: /\S/ })
    await message.waitFor()
    expect(await isInView(message)).toBe(true)
  })

  test('a refusal of the choice, and a field that is not filled', async ({ order }) => {
    const { t, tab, page, payButton } = await order(language, { width, height })
    tab.allowConsoleErrors(/status of 409/)
    await page.route('**/api/payments/set-pending/*', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'PAYMENT_IN_PROGRESS' }),
      }),
    )
    await payButton.click()
    const refusal = page.getByRole('alert').filter({ hasText: t('errors:refusal.PAYMENT_IN_PROGRESS') })
    await refusal.waitFor()
    expect(await isInView(refusal)).toBe(true)
    const email = page.getByLabel(t('payments:email.label'))
    await email.fill('')
    await page.evaluate(() => window.scrollTo(0, 0))
    await payButton.click()
    const errorId = (await email.getAttribute('aria-describedby')) ?? ''
    const issue = page
      .locator(
        errorId
          .split(' ')
          .map((id) => `[id="${id}"]`)
          .join(','),
      )
      .last()
    await issue.waitFor()
    expect(await isInView(issue)).toBe(true)
  })
})
