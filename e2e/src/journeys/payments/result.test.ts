/** A payment's end on the screen: pending, paid, or kept after a question. */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { orderTest as test } from '../../steps/order-test.ts'
import { fillCard } from '../../steps/payment.ts'

const phone = { width: 360, height: 740 }
const getBackground = (element: Locator) =>
  element.evaluate((node) => getComputedStyle(node).backgroundImage.split('(')[0])

test('a payment on its way becomes paid without anything moving, with item, amount, method and receipt', async ({
  order,
}) => {
  const { t, tab, page, player, payButton, button, dialog, heading, choose } = await order('en', phone)
  tab.allowConsoleErrors(/ERR_FAILED/)
  const status = '**/api/payments/get/*'
  await page.route(status, (route) => route.abort())
  await choose('stripe')
  await fillCard(page, 'en', '4242424242424242')
  await payButton.click()
  await heading('payments:result.pending.title').waitFor()
  const parts = [dialog, dialog.getByRole('heading'), dialog.locator('dl'), dialog.getByRole('button')]
  const measure = () => Promise.all(parts.map((part) => part.first().boundingBox()))
  const before = await measure()
  await page.unroute(status)

  await page.getByRole('heading', { name: '“Five hints” is yours' }).waitFor()
  expect(await measure()).toEqual(before)
  const art = dialog.locator('img')
  expect(await art.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)
  const facts = await dialog.locator('dl').textContent()
  for (const fact of ['$0.99', t('payments:option.card'), 'Stripe', player.email])
    expect(facts).toContain(fact)
  expect(await getBackground(button(t('payments:result.ok')))).toBe('linear-gradient')

  await page.evaluate(() => {
    window.open = () => null
  })
  await dialog.getByRole('button', { name: t('payments:history.receipt') }).click()
  await dialog.getByRole('link', { name: t('payments:receipt.open') }).waitFor()
  expect(await measure()).toEqual(before)
})

test('a player who prefers less motion sees no burst', async ({ order }) => {
  const { page, payButton, dialog, heading, choose } = await order('en')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await choose('stripe')
  await fillCard(page, 'en', '4242424242424242')
  await payButton.click()
  await heading('payments:result.paid.title').waitFor()
  const burst = dialog.locator('.burst')
  expect(await burst.isVisible()).toBe(false)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await burst.evaluate((node) => getComputedStyle(node).display)).toBe('block')
})

test('the question before cancelling accents the way back, which has the focus; its failure is shown above the pay bar', async ({
  order,
}) => {
  const { t, tab, page, button, cancel } = await order('en', phone)
  tab.allowConsoleErrors(/ERR_FAILED/)
  await button(t('payments:cancel.action')).click()
  const stay = button(t('payments:cancel.stay'))
  await stay.waitFor()
  expect(await getBackground(stay)).toBe('linear-gradient')
  const confirm = page.getByRole('dialog').getByRole('button', { name: t('payments:cancel.confirm') })
  expect(await getBackground(confirm)).toBe('none')
  await page.keyboard.press('Enter')
  await stay.waitFor({ state: 'detached' })

  await page.route('**/api/payments/cancel', (route) => route.abort())
  await cancel()
  const toast = page.locator('[data-sonner-toast][data-visible="true"]')
  await toast.waitFor()
  const [toastBox, barBox] = await Promise.all([toast.boundingBox(), page.locator('.pay-bar').boundingBox()])
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThan(barBox?.y ?? 0)
  expect(
    await toast.evaluate((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect()
      return node.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
    }),
  ).toBe(true)
})

test('figures are tabular where prices stand in a column, and nowhere else', async ({ order }) => {
  const { page, payButton, summary } = await order('en')
  const getFigures = (element: Locator) =>
    element.evaluate((node) => getComputedStyle(node).fontVariantNumeric)
  const price = page.getByText('$0.99', { exact: true })
  expect(await getFigures(summary.getByText('$0.99'))).toBe('normal')
  expect(await getFigures(payButton)).toBe('normal')
  expect(await getFigures(page.getByRole('radiogroup').locator(price))).toBe('tabular-nums')
})
