/** Staff see the buyer's country with what tells it, find orders where these differ, and sum sales by country. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ApiPlayer, createOrder } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { openConsole } from '../../steps/operator.ts'
import { buyItem } from '../../steps/payment.ts'

const test = journey({ start: () => startEnvironment({ TRUST_PROXY: 'true', COUNTRY_HEADER: 'X-Country' }) })
const t = consoleTranslator('en')

/** Starts the payment from Germany, and pays with an American card. */
async function buyFromGermany(environment: TestEnvironment, player: ApiPlayer): Promise<string> {
  const id = await createOrder(environment, player.jwt, { itemId: 'familytown-coins' })
  const headers = { authorization: `Bearer ${player.jwt}`, 'x-country': 'DE' }
  const started = await fetch(`${environment.hubUrl}/api/payments/stripe/create/${id}`, { headers })
  expect(started.status).toBe(200)
  await environment.decidePayment(id, 'succeed')
  return id
}

const fact = (page: Page, text: string) => page.getByText(text, { exact: true })

test('the country of a buyer is on the order, in the list and in the sales', async ({
  environment,
  player,
  page,
}) => {
  const [usa, germany] = ['United States (US)', 'Germany (DE)']
  const differing = await buyFromGermany(environment, player)
  const other = await buyItem(environment, player, 'familytown-builders')
  await openConsole(page, environment)
  await page.goto(`/console/orders/${differing}`)
  await fact(page, t('orders:country.differ', { card: usa, network: germany })).waitFor()
  await page.goto(`/console/orders/${other}`)
  await fact(page, t('orders:country.byCard', { country: usa })).waitFor()

  await page.goto('/console/orders')
  await page.getByRole('combobox', { name: t('orders:filter.countries') }).selectOption('true')
  await page.getByRole('cell', { name: 'DE / US' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto('/console/finance')
  await page.getByRole('button', { name: t('finance:countries'), exact: true }).click()
  await page.getByRole('cell', { name: usa }).first().waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByText(usa).first().waitFor()
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWide).toBe(false)
})
