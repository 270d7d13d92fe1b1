/** Counting of views and plays: it needs no identifier of a guest, and stops where the player wants none. */
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { isHydrated, type Tab } from '../../environment/browser.ts'
import { journey, type OpenTab } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { type GameWindow, startPlainGame } from '../../sites/plain-game.ts'

const t = translator('en')
declare const window: GameWindow

const test = journey({ start: startPlainGame })

/** A new guest, whose browser asks not to be counted by a property of its navigator. */
async function openGuest(openTab: OpenTab, [name, value]: [string?, unknown?] = []): Promise<Guest> {
  const tab = await openTab()
  const requests: Request[] = []
  tab.context.on('request', (request) => requests.push(request))
  if (name !== undefined)
    await tab.context.addInitScript(
      ([name, value]) => Object.defineProperty(Navigator.prototype, name, { get: () => value }),
      [name, value] as const,
    )
  return { tab, requests }
}

type Guest = { tab: Tab; requests: Request[] }

/** Opens the game's page, plays until the game is shown, and leaves. @returns the play's day */
async function playOnce({ page }: Tab): Promise<string> {
  await page.goto('/games/en/islandm3/')
  // An earlier click on Play opens another page.
  await page.waitForFunction(isHydrated, 'main h1')
  await page.waitForLoadState('networkidle')
  const started = page.waitForResponse('**/api/play/start')
  await page.locator('.play-bar a').click()
  const { data } = await (await started).json()
  const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
  await frame?.waitForFunction(() => window.received !== undefined)
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  const reported = page.waitForResponse('**/api/play/report')
  await page.getByRole('link', { name: t('play:leave') }).click()
  await reported
  await page.waitForLoadState('networkidle')
  return data.result.counting.day
}

/** Everything that a page can keep in the browser, by place and name. */
async function readStorage({ page, context }: Tab): Promise<Record<string, string>> {
  const stored = await page.evaluate(async () => {
    const databases = await Promise.all(
      (await indexedDB.databases()).map(({ name = '' }) => readDatabase(name)),
    )
    return [
      ...Object.entries(localStorage).map(([name, value]) => [`local ${name}`, value]),
      ...Object.entries(sessionStorage).map(([name, value]) => [`tab ${name}`, value]),
      ...(await caches.keys()).map((name) => [`cache ${name}`, '']),
      ...databases.flat(),
    ] as [string, string][]

    async function readDatabase(name: string): Promise<[string, string][]> {
      const open = indexedDB.open(name)
      const database = await new Promise<IDBDatabase>((resolve) => {
        open.onsuccess = () => resolve(open.result)
      })
      const stores = [...database.objectStoreNames]
      const rows = await Promise.all(
        stores.map(async (store) => {
          const read = database.transaction(store).objectStore(store).getAll()
          await new Promise((resolve) => {
            read.onsuccess = resolve
          })
          return [`database ${name} ${store}`, JSON.stringify(read.result)] as [string, string]
        }),
      )
      database.close()
      return rows
    }
  })
  const cookies = (await context.cookies()).map(({ name, value }) => [`cookie ${name}`, value])
  return Object.fromEntries([...stored, ...cookies])
}

const isCounting = (request: Request) => /\/api\/play\/(view|report)$/.test(request.url())
const listBodies = (requests: Request[], call: string) =>
  requests.filter((request) => request.url().endsWith(call)).map((request) => request.postDataJSON())
const readRow = (storage: Record<string, string>) => JSON.parse(storage['local library'] ?? '{}').games

/** A guest of their own for each test of what is left in storage. */
const preferences = [
  ['Do Not Track', ['doNotTrack', '1']],
  ['Global Privacy Control', ['globalPrivacyControl', true]],
] as const

test('a guest is counted without an identifier, a third party and anything new in storage', async ({
  environment,
  openTab,
}) => {
  const [guest, other] = [await openGuest(openTab), await openGuest(openTab)]
  const uncounted = await openGuest(openTab, ['doNotTrack', '1'])
  const day = await playOnce(guest.tab)
  for (const { tab } of [other, uncounted]) await playOnce(tab)

  const gameHost = new URL((await guest.tab.page.context().storageState()).origins[0]?.origin ?? '').host
  expect(gameHost).toBe(new URL(environment.hubUrl).host)
  const sites = new Set(guest.requests.map((request) => new URL(request.url()).hostname))
  expect([...sites].toSorted()).toEqual(['127.0.0.1', 'localhost'])

  const visit = { device: 'desktop', referrer: '' }
  expect(listBodies(guest.requests, '/play/view')).toEqual([{ project: 'islandm3', visit }])
  const reports = listBodies(guest.requests, '/play/report')
  const days = { isFirstToday: true, isFirstEver: true, dayNumber: 0 }
  expect(reports[0]).toEqual({
    playId: expect.any(String),
    activeSeconds: expect.any(Number),
    visit: { ...visit, ...days },
    part: 1,
    loadMs: expect.any(Number),
  })
  expect(reports.map(({ part }) => part)).toEqual(reports.map((_, index) => index + 1))
  for (const request of guest.requests.filter(isCounting)) {
    const { cookie, authorization, session } = await request.allHeaders()
    expect([request.url(), cookie, authorization, session]).toEqual([request.url(), undefined, undefined, ''])
  }

  const storage = await readStorage(guest.tab)
  const [row] = readRow(storage)
  expect(row).toEqual({
    ...{ project: 'islandm3', favouriteAt: null, playedAt: expect.any(Number) },
    ...{ firstDay: day, lastDay: day },
  })
  // Two guests differ by the times of their plays alone, and by the cookie against forged requests, which the hub does not read here.
  const withoutTimes = ({ 'cookie XSRF-TOKEN': _, ...stored }: Record<string, string>) =>
    JSON.parse(JSON.stringify(stored).replaceAll(/\b1[0-9]{12}\b/g, 'at'))
  expect(withoutTimes(await readStorage(other.tab))).toEqual(withoutTimes(storage))
  const plain = await readStorage(uncounted.tab)
  expect(Object.keys(storage).toSorted()).toEqual(Object.keys(plain).toSorted())
  const { firstDay: _first, lastDay: _last, ...rest } = row
  expect(Object.keys(readRow(plain)[0])).toEqual(Object.keys(rest))
})

test('a second play of the day is known as one, and cannot be connected with the first', async ({
  openTab,
}) => {
  const { tab, requests } = await openGuest(openTab)
  await playOnce(tab)
  const firstReports = listBodies(requests, '/play/report')
  await playOnce(tab)
  const laterReports = listBodies(requests, '/play/report').slice(firstReports.length)
  expect(laterReports[0].visit).toMatchObject({ isFirstToday: false, isFirstEver: false, dayNumber: 0 })
  expect(laterReports[0].playId).not.toBe(firstReports[0].playId)
})

test('another language and the way back from the game open no page, and a link on the hub does', async ({
  openTab,
}) => {
  const { tab, requests } = await openGuest(openTab)
  const { page } = tab
  const countViews = () => listBodies(requests, '/play/view').length
  await playOnce(tab)
  expect(countViews()).toBe(1)
  await page.goto('/games/en/')
  await followLink(page, '/games/en/islandm3/')
  await expect.poll(countViews).toBe(2)
  expect(listBodies(requests, '/play/view')[1].visit).toEqual({ device: 'desktop', referrer: 'localhost' })
  await followLink(page, '/games/ru/islandm3/')
  await page.waitForURL('**/games/ru/islandm3/')
  await followLink(page, '/games/ru/familytown/')
  await expect.poll(countViews).toBe(3)
})

test('a click on Play before the client has loaded keeps where the visit came from', async ({ openTab }) => {
  const { tab, requests } = await openGuest(openTab)
  const { page } = tab
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isHeld = page.waitForRequest(/\/entry-client-[^/]*\.js$/)
  await page.route(/\/entry-client-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/games/en/islandm3/', { referer: 'https://news.example/story' })
  await isHeld
  await page.locator('.play-bar a').click()
  release()
  await page.waitForSelector('#game-frame')
  await expect.poll(() => listBodies(requests, '/play/view').length).toBe(1)
  expect(listBodies(requests, '/play/view')[0].visit).toMatchObject({ referrer: 'news.example' })
  const reported = page.waitForResponse('**/api/play/report')
  await page.getByRole('link', { name: t('play:leave') }).click()
  await reported
  expect(listBodies(requests, '/play/report')[0].visit).toMatchObject({ referrer: 'news.example' })
})

const followLink = (page: Page, href: string) =>
  page
    .locator(`a[href="${href}"]`)
    .first()
    .evaluate((link: HTMLElement) => link.click())

test.for(preferences)('%s ends all counting', async ([, preference], { openTab }) => {
  const { tab, requests } = await openGuest(openTab, [...preference])
  await playOnce(tab)
  expect(listBodies(requests, '/play/view')).toEqual([])
  const reports = listBodies(requests, '/play/report')
  expect(reports.length).toBeGreaterThan(0)
  for (const report of reports)
    expect(report).toEqual({ playId: expect.any(String), activeSeconds: expect.any(Number) })
  expect(Object.keys(readRow(await readStorage(tab))[0])).toEqual(['project', 'favouriteAt', 'playedAt'])
})
