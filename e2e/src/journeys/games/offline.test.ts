/** Installed by its browser: what opens without a connection, what is never stored, and how a new release is offered. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { singleProject } from '../../environment/content.ts'
import { journey } from '../../environment/journey.ts'
import { testedLanguages, translator } from '../../environment/translator.ts'

const t = translator('en')

const test = journey()
  .extend('tab', async ({ openTab, player }) => {
    const tab = await openTab({ serviceWorkers: 'allow', player })
    tab.allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
    return tab
  })
  .extend('page', ({ tab }) => tab.page)

/** Waits until the service worker has stored the page and everything used by it. */
async function untilStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(async () => {
    const stored = await caches.match(location.href, { ignoreVary: true })
    const used = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
    const files = await Promise.all(used.map(({ name }) => caches.match(name, { ignoreVary: true })))
    return stored !== undefined && files.every(Boolean)
  })
}

/** Sends the service worker's message for a page with another release's scripts. */
const announceRelease = (page: Page) =>
  page.evaluate(() => {
    const data = { type: 'release', clientUrl: '/assets/entry-client-of-tomorrow.js' }
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  })

/** All URLs and texts in the origin's caches. */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const caching = (await caches.keys()).map((name) => caches.open(name))
    const stored = await Promise.all(
      (await Promise.all(caching)).map(async (cache) =>
        Promise.all(
          (await cache.keys()).map(async (request) => {
            const response = await cache.match(request, { ignoreVary: true })
            const isText = /html|json/.test(response?.headers.get('content-type') ?? '')
            return { url: request.url, text: isText ? await response?.text() : '' }
          }),
        ),
      ),
    )
    return stored.flat()
  })

test('a page that was seen opens offline and says so; the connection returns by itself', async ({
  tab,
  page,
}) => {
  await page.goto('/games/en/')
  await untilStored(page)
  await tab.context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText(t('common:offline')).waitFor()
  await tab.context.setOffline(false)
  await page.getByText(t('common:offline')).waitFor({ state: 'detached' })
})

test.for(testedLanguages('en'))(
  'a page that was never seen opens in %s as a shell that says so, and loads once the connection is back',
  async (language, { openTab, player }) => {
    const t = translator(language)
    const tab = await openTab({ serviceWorkers: 'allow', language, player })
    tab.allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
    const { page, context } = tab
    await page.goto(`/games/${language}/`)
    await untilStored(page)
    await context.serviceWorkers()[0]?.evaluate(holdSharedMessages)
    await context.setOffline(true)
    await page.goto('/transactions')
    await page.getByRole('heading', { level: 1, name: t('errors:screen.offlineTitle') }).waitFor()
    await context.setOffline(false)
    await page.getByText(t('payments:history.empty.title')).waitFor()
  },
)

/** Runs in the service worker. Shared messages load after the payment pages' messages have failed. */
function holdSharedMessages(): void {
  const failed = Promise.withResolvers<void>()
  const fetchNow = self.fetch.bind(self)
  self.fetch = (request) =>
    fetchNow(request).catch((error) => {
      if (request instanceof Request && request.url.includes('/assets/payments-')) setTimeout(failed.resolve)
      throw error
    })
  const match = caches.match.bind(caches)
  caches.match = async (request, options) => {
    if (String(request).includes('/assets/shared-')) await failed.promise
    return match(request, options)
  }
}

test('a hub that is down is reported, and comes back by itself', async ({ environment, tab, page }) => {
  tab.allowConsoleErrors(/ERR_CONNECTION_REFUSED/)
  await page.goto('/games/en/')
  await untilStored(page)
  await environment.killHub()
  await page.reload()
  await page.getByText(t('common:offline')).waitFor()
  await environment.startHub()
  await page.getByText(t('common:offline')).waitFor({ state: 'detached' })
})

test.for(['/games/ru/', '/games/ru/islandm3/', '/prices'])(
  'the banners of %s move nothing, and cover neither the end of the page nor each other, at any width',
  async (path, { environment, openTab }) => {
    const tab = await openTab({ serviceWorkers: 'allow', language: 'ru' })
    tab.allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    const { page } = tab
    await page.goto(environment.hubUrl + path)
    await untilStored(page)
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.boundingBox()
    await announceRelease(page)
    await page.locator('.update-banner').waitFor()
    await tab.context.setOffline(true)
    await page.locator('.offline-banner').waitFor()
    expect(await heading.boundingBox()).toEqual(before)
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect({ width, covered: await page.evaluate(findCovered) }).toEqual({ width, covered: [] })
    }
  },
)

/** Runs in the page. Scrolls to its end. @returns  the texts overlapped by a banner */
function findCovered(): string[] {
  window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
  const banners = [...document.querySelectorAll('.offline-banner, .update-banner')]
  const overlap = (one: Element, other: Element) => {
    const a = one.getBoundingClientRect()
    const b = other.getBoundingClientRect()
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  }
  const messages = [...document.querySelectorAll('footer :is(p, a)')].filter(
    (element) => element.checkVisibility() && element.clientHeight > 1,
  )
  return [...messages, ...banners]
    .filter((text) => banners.some((banner) => banner !== text && overlap(banner, text)))
    .map(({ textContent }) => textContent)
}

test('neither private pages, nor responses of the API, nor tokens are stored', async ({ page, player }) => {
  await page.goto('/games/en/')
  await untilStored(page)
  for (const path of ['/transactions', '/settings', `/prices?jwt=${player.jwt}`, '/games/en/?search=m3']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await page.goto('/games/ru/')
  await untilStored(page)
  const stored = await readCaches(page)
  const paths = stored.map(({ url }) => new URL(url).pathname + new URL(url).search)
  const kinds = /^\/(assets|main_images|static_files)\//
  // `/prices` is public without its token; whether it is stored depends on how long the page was open.
  const pages = paths.filter((path) => !kinds.test(path) && path !== '/prices')
  expect(pages.sort()).toEqual(['/games/en/', '/games/ru/', '/loader'])
  for (const { text } of stored) {
    expect(text).not.toContain(player.jwt)
    expect(text).not.toContain(player.email)
  }
})

test('a host of its own has its own pages offline', async ({ environment, openTab }) => {
  const baseUrl = environment.hubUrl.replace('localhost', `${singleProject}.localhost`)
  const tab = await openTab({ serviceWorkers: 'allow', baseUrl })
  tab.allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const { page } = tab
  await page.goto('/games/en/')
  await untilStored(page)
  await tab.context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: t('play:single.ageConfirm') }).waitFor()
  await page.getByText(t('common:offline')).waitFor()
})

test('a new release is offered once, and never over a game', async ({ page }) => {
  const offer = page.getByText(t('common:update.ready'))
  await page.goto('/games/en/islandm3/?play=1')
  await page.frameLocator('#game-frame').getByRole('heading').first().waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await announceRelease(page)
  expect(await offer.count()).toBe(0)
  await page.getByRole('link', { name: t('play:leave') }).click()
  await offer.waitFor()
  await page.getByRole('button', { name: t('common:update.later') }).click()
  await offer.waitFor({ state: 'detached' })
})
