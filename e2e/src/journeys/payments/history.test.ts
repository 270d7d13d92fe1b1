/** The payment history of the demo player, who has payments in two months or three, and a refund. */
import { demoPlayer } from '@playhub/server/demo'
import { expect } from 'vitest'
import { logIn, storeLogin } from '../../environment/api.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'

const t = translator('en')
const test = journey()

test('payments are grouped by month, each with the item’s art and its game; a refund has a chip beside Paid', async ({
  environment,
  page,
}) => {
  await storeLogin(page, await logIn(environment, demoPlayer.email, demoPlayer.password))
  await page.goto('/transactions')
  const main = page.getByRole('main')
  const rows = main.getByRole('listitem')
  const headings = main.getByRole('heading', { level: 2 })
  await headings.first().waitFor()
  const months = await headings.allTextContents()
  expect(months.length).toBeGreaterThanOrEqual(2)
  for (const month of months) expect(month).toMatch(/^[A-Z][a-z]+ \d{4}$/)
  const count = await rows.count()
  expect(await rows.locator('img[src*="/main_images/"]').count()).toBe(count)

  const refunded = rows.filter({ hasText: t('payments:history.refunded') })
  expect(await refunded.count()).toBe(1)
  const text = await refunded.textContent()
  expect(text).toContain(t('common:status.paid'))
  expect(text).toMatch(/Treasure Island M3|Family Town|Neuro Arena/)

  await refunded.getByRole('button').first().click()
  const receipt = refunded.getByRole('button', { name: t('payments:history.receipt') })
  await receipt.waitFor()
  expect(await receipt.textContent()).toBe(t('payments:history.receipt'))
  const help = refunded.getByRole('link', { name: t('payments:history.help') })
  expect(await help.textContent()).toBe(t('payments:history.help'))
  expect(await refunded.locator('dl').textContent()).toContain(t('payments:history.refundedSum'))
})
