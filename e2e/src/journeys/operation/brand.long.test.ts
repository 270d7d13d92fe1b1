/** A staging hub with its operator's brand. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createOrder } from '../../environment/api.ts'
import { isHydrated } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'

const brand = 'Arcadia Games'

const test = journey({
  start() {
    const content = copyContent()
    const file = join(content.dir, 'hub.yaml')
    const yaml = readFileSync(file, 'utf8').replace('Playhub LLC', 'Arcadia Ltd')
    writeFileSync(file, `brand: ${brand}\n${yaml}`)
    return startEnvironment({ CONTENT_DIR: content.dir, HUB_MODE: 'staging' })
  },
})

test('the client shows the brand in texts, titles and the logo, and never Playhub', async ({ openTab }) => {
  const { page } = await openTab()
  await page.goto('/games/en/')
  await page.getByRole('heading', { level: 1, name: `${brand}: games in your browser` }).waitFor()
  await page.getByRole('link', { name: `${brand}, all games` }).waitFor()
  const logo = page.locator('.wordmark img').first()
  expect(await (await page.request.get((await logo.getAttribute('src')) ?? '')).text()).toContain(brand)
  await page.goto('/session/registration')
  await page.getByLabel('Email', { exact: true }).waitFor()
  expect(await page.title()).toContain(`· ${brand}`)
  await page.goto('/session/login')
  await page.getByRole('heading', { name: `Log in to ${brand}` }).waitFor()
  expect(await page.locator('#root').textContent()).not.toContain('Playhub')
})

test('a staging hub is marked in the language of the page, and nothing lies under the mark', async ({
  environment,
  openTab,
  player,
}) => {
  const { page } = await openTab({ player })
  await page.setViewportSize({ width: 360, height: 740 })
  const label = page.locator('.test-mode')
  const getTop = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y
  await page.goto('/games/ru/')
  await label.getByText('Тестовый режим: деньги ненастоящие').waitFor()
  await page.goto('/games/en/')
  await label.getByText('Test mode: no real money').waitFor()
  expect(await getTop('.site-header')).toBe(28)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.goto('/games/en/islandm3/?play')
  await page.locator('iframe').waitFor()
  await label.getByText('Test mode: no real money').waitFor()
  expect(await getTop('main')).toBe(28)

  await page.goto(`/payments/process/${await createOrder(environment, player.jwt)}`)
  await page.getByText('Five hints').first().waitFor()
  await label.getByText('Test mode: no real money').waitFor()
})

test('on a staging hub, too, the header does not cover the banner of a scrolled page', async ({
  openTab,
}) => {
  const tab = await openTab()
  const { page, context } = tab
  tab.allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/games/en/')
  await page.waitForFunction(isHydrated, 'h1')
  await context.setOffline(true)
  const banner = page.locator('.offline-banner')
  await banner.waitFor()
  await page.mouse.wheel(0, 400)
  await page.waitForFunction(() => window.scrollY === 400)
  const getBottom = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom)
  const { y } = (await banner.boundingBox()) ?? { y: 0 }
  expect(y).toBeGreaterThanOrEqual(await getBottom('.site-header'))
})
