/** The console on a phone. */
import { expect } from 'vitest'
import { accessibilityViolations } from '../../environment/browser.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { openConsole } from '../../steps/operator.ts'

const test = journey({ start: startEnvironment })
const t = consoleTranslator('en')

test('filters are folded on a phone and open on a wide screen', async ({ environment, openTab }) => {
  const { page } = await openTab()
  await page.setViewportSize({ width: 360, height: 740 })
  await openConsole(page, environment)
  for (const path of ['orders', 'tickets', 'players', 'refunds', 'audit', 'finance', 'insights']) {
    await page.goto(`/console/${path}`)
    const fold = page.getByRole('button', { name: new RegExp(`^${t('common:filter.show')}`) })
    await fold.waitFor()
    const fields = page.locator('select:visible, input[type=date]:visible')
    expect(await fold.getAttribute('aria-expanded'), path).toBe('false')
    const table = page.getByRole('main')
    expect(await table.evaluate((main) => main.scrollWidth <= main.clientWidth), path).toBe(true)
    const folded = await fields.count()
    await fold.press('Enter')
    expect(await fold.getAttribute('aria-expanded'), path).toBe('true')
    expect(await fields.count(), path).toBeGreaterThan(folded)
    expect(await accessibilityViolations(page), path).toEqual([])
    await fold.press('Enter')
    expect(await fields.count(), path).toBe(folded)
  }
  await page.goto('/console/orders?state=paid&q=anna')
  await page.getByRole('button', { name: t('common:filter.showSet', { number: '1' }), exact: true }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel(t('orders:filter.state')).waitFor()
  expect(await page.getByRole('button', { name: new RegExp(`^${t('common:filter.show')}`) }).count()).toBe(0)
})
