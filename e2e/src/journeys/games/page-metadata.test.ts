/** A page has the server's title, description and metadata, however it is reached. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isHydrated } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { testedLanguages } from '../../environment/translator.ts'

const test = journey()

/** A way to open a page, and the page it leads to. */
const pages: { opened: string; shown?: string }[] = [
  { opened: '/games/{lng}/' },
  { opened: '/games/{lng}/islandm3/' },
  { opened: '/prices' },
  { opened: '/prices/islandm3' },
  { opened: '/session/login' },
  { opened: '/no/such/page', shown: '/games/{lng}/' },
  { opened: '/games/{lng}/no-such-game/', shown: '/games/{lng}/' },
  // Unlisted.
  { opened: '/games/{lng}/nightcity/', shown: '/games/{lng}/' },
]

/** Runs in the page. */
function describe(head: ParentNode): string[] {
  const selector =
    'title, meta:not([charset], [name=viewport], [name=theme-color]), script[type="application/ld+json"], ' +
    'link:is([rel=canonical], [rel=alternate], [rel=icon], [rel=apple-touch-icon])'
  return [...head.querySelectorAll(selector)].map((element) => element.outerHTML).sort()
}

const describePage = (page: Page) => page.evaluate(`(${describe})(document.head)`) as Promise<string[]>

const describeResponse = (page: Page, path: string) =>
  page.evaluate(
    `fetch(${JSON.stringify(path)}).then((response) => response.text())
      .then((html) => (${describe})(new DOMParser().parseFromString(html, 'text/html').head))`,
  ) as Promise<string[]>

/** Clicks a link to the path as soon as the client follows links. */
async function openInApp(page: Page, path: string): Promise<void> {
  await page.waitForFunction((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    let isFollowed = false
    addEventListener(
      'click',
      (event) => {
        isFollowed = event.defaultPrevented
        event.preventDefault()
      },
      { once: true },
    )
    document.body.append(link)
    link.click()
    link.remove()
    return isFollowed
  }, path)
}

test.for(testedLanguages('ru'))(
  'after a navigation every public page has the metadata of the server, in %s',
  async (language, { openTab }) => {
    const tab = await openTab({ language })
    const { page } = tab
    // A page leading on to the catalogue has no document.
    tab.allowConsoleErrors(/status of 404/)
    const start = `/prices/neuroarena?locale=${language}`
    for (const { opened, shown = opened } of pages) {
      await page.goto(start)
      await openInApp(page, opened.replace('{lng}', language))
      await page.waitForURL((url) => url.pathname === shown.replace('{lng}', language))
      const expected = await describeResponse(page, shown.replace('{lng}', language))
      expect(expected.join()).toMatch(/canonical.+description.+<title>/)
      await expect.poll(() => describePage(page)).toEqual(expected)
    }
  },
)

test('a page in another language has its metadata after the language was changed', async ({ page }) => {
  await page.goto('/games/en/islandm3/')
  await openInApp(page, '/games/ru/islandm3/')
  await page.waitForURL('**/games/ru/islandm3/')
  await expect.poll(() => describePage(page)).toEqual(await describeResponse(page, '/games/ru/islandm3/'))
})

test('a private page and a search are hidden from search engines after a navigation', async ({ page }) => {
  await page.goto('/games/en/')
  for (const path of ['/my-games', '/games/en/?search=island']) {
    await openInApp(page, path)
    await page.waitForURL(`**${path}`)
    await expect.poll(async () => (await describePage(page)).join()).toContain('noindex')
    expect((await describePage(page)).join()).not.toMatch(/canonical|og:title|description/)
  }
  await openInApp(page, '/games/en/')
  await page.waitForURL('**/games/en/')
  await expect.poll(() => describePage(page)).toEqual(await describeResponse(page, '/games/en/'))
})

test('a tab whose language differs from the browser hydrates without an error', async ({ openTab }) => {
  const { page, context } = await openTab({ language: 'ru' })
  await page.goto('/games/en/')
  await page.waitForFunction(() => sessionStorage.getItem('locale') === 'en')
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await page.goto('/prices')
  const expected = await describeResponse(page, '/prices?locale=en')
  await expect.poll(() => describePage(page), { timeout: 90_000 }).toEqual(expected)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
})

test('a page hydrates without an error on a device with another date', async ({ page }) => {
  await page.clock.setFixedTime('2020-01-01T00:00:00Z')
  await page.goto('/games/en/')
  await page.waitForFunction(isHydrated, 'main h1')
  await page.getByText(/© (?!2020)\d{4}/).waitFor()
})

test('a logged-in player who opens the login page on a slow device leaves it without an error', async ({
  openTab,
  player,
}) => {
  const { page, context } = await openTab({ player })
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await page.goto('/session/login')
  await page.waitForURL('**/games/en/')
})
