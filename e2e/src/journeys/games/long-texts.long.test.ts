/** An operator's unbreakable names and texts, on a phone and at the widths where the layout changes. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createOrder } from '../../environment/api.ts'
import { isHydrated } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { findOverflows } from '../../screens/overflows.ts'

const word = (length: number) => `W${'mw'.repeat(length)}`.slice(0, length)

const test = journey({
  start() {
    const content = copyContent()
    const lengthen = (yaml: string) =>
      yaml
        .replace('en: Treasure Island M3', `en: ${word(80)}`)
        .replace('en: Night City', `en: ${word(60)}`)
        .replace('en: Five hints', `en: ${word(60)}`)
        .replace('en: The lantern shows your best move. Five times.', `en: ${word(80)}`)
        .replace('en: Three coconut bombs', `en: ${word(39)}`)
        .replace('en: Match three before the sun goes down.', `en: ${word(80)}`)
        .replace('en: A tropical island, six treasures', `en: ${word(80)}`)
    for (const project of ['islandm3', 'nightcity']) content.project(project, lengthen)
    return startEnvironment({ CONTENT_DIR: content.dir })
  },
})

async function expectFit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForFunction(isHydrated, 'h1')
  await page.getByText('Wmwmw').first().waitFor()
  expect([url, await findOverflows(page)]).toEqual([url, []])
}

test('words of 39 to 80 letters fit every page of a guest at 360 px', async ({ openTab }) => {
  const { page } = await openTab()
  await page.setViewportSize({ width: 360, height: 740 })
  const pages = ['/games/en/', '/games/en/islandm3/', '/games/en/nightcity/', '/prices', '/prices/islandm3']
  for (const url of pages) await expectFit(page, url)
})

test('the layout changes at 767 and 1024 px, and fits each width', async ({ openTab }) => {
  const { page } = await openTab()
  for (const width of [767, 768, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expectFit(page, '/games/en/')
  }
})

test('words of 39 to 80 letters fit the pages of a payment at 360 px', async ({
  environment,
  openTab,
  player,
}) => {
  const { page } = await openTab({ player })
  await page.setViewportSize({ width: 360, height: 740 })
  const id = await createOrder(environment, player.jwt)
  const pages = [`/payments/process/${id}`, '/transactions', `/transactions/help/${id}`]
  for (const url of pages) await expectFit(page, url)
})
