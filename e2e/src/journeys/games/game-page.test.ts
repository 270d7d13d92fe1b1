/** From the first screen to a running game, and what a game's page tells. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  accessibilityViolations,
  holdRequests,
  isHydrated,
  observeLayoutShifts,
} from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { testedLanguages, translator } from '../../environment/translator.ts'
import { hasFocus } from '../../steps/keyboard.ts'
import { buyButton, rememberPlayed } from '../../steps/shop.ts'

const t = translator('en')
const test = journey()
const island = 'Treasure Island M3'

const listBottoms = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom))

test.for([
  { width: 1440, height: 900, heroShare: 0.48 },
  { width: 360, height: 740, heroShare: 0.6 },
])(
  'the first screen of $width × $height has the featured game and two cards with Play',
  async (size, { openTab }) => {
    for (const language of testedLanguages('ru')) {
      const { page } = await openTab({ language, ...size })
      await page.goto(`/games/${language}/`)
      const [hero] = await listBottoms(page, '.hero')
      expect(hero).toBeLessThanOrEqual(size.height * size.heroShare)
      const plays = await listBottoms(page, '.game-card a[href*="play="]')
      expect(plays.slice(0, 2).every((bottom) => bottom <= size.height)).toBe(true)
      expect(await page.locator('.game-card').filter({ hasText: 'M3' }).count()).toBe(0)
    }
  },
)

test('games in development have a strip of their own, and cannot be opened', async ({ page }) => {
  await page.goto('/games/en/')
  const strip = page.getByRole('region', { name: t('catalogue:soon') })
  expect(await strip.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Skyport'])
  expect(await strip.getByRole('button', { name: t('catalogue:inDevelopment') }).isDisabled()).toBe(true)
  expect(await strip.getByRole('link').count()).toBe(0)
})

test('Play on a card opens the game at once; Back leads to the catalogue', async ({ page }) => {
  await page.goto('/games/en/')
  await page.getByRole('link', { name: t('catalogue:playGame', { name: 'Family Town' }) }).click()
  await page.waitForURL('**/games/en/familytown/?play=1')
  await page.frameLocator('#game-frame').getByRole('heading').first().waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: t('catalogue:moreGames') }).waitFor()
})

test('the loading card follows the click without a request', async ({ page }) => {
  await page.goto('/games/en/')
  await page.waitForFunction(isHydrated, 'main h1')
  await page.waitForLoadState('networkidle')
  const requests = await holdRequests(page, /./)
  await page.getByRole('link', { name: t('catalogue:playGame', { name: 'Family Town' }) }).click()
  await page.locator('.loading-art').waitFor()
  requests.release()
  await page.frameLocator('#game-frame').getByRole('heading').first().waitFor()
})

test('the server sends the loading card, and nothing shifts until the game is there', async ({
  environment,
  page,
}) => {
  const html = await (await fetch(`${environment.hubUrl}/games/en/islandm3/?play=1`)).text()
  expect(html).toMatch(/<img src="[^"]*card\.webp"[^>]*class="game-art loading-art"/)
  await page.goto('/games/en/islandm3/?play=1', { waitUntil: 'commit' })
  await page.locator('.loading-art').waitFor()
  const shifted = await observeLayoutShifts(page)
  await page.locator('#game-frame:not([inert])').waitFor()
  expect(await shifted()).toEqual([])
})

test('a game that a link opens runs without a request for its page', async ({ tab }) => {
  const { page, requestedUrls } = tab
  await page.goto('/games/en/islandm3/?play=1')
  await page.locator('#game-frame:not([inert])').waitFor()
  expect(requestedUrls.filter((url) => /get-prices|find-games/.test(url))).toEqual([])
  await page.getByRole('link', { name: t('play:leave') }).click()
  await page
    .getByRole('region', { name: t('game:more') })
    .getByRole('link', { name: 'Family Town', exact: true })
    .waitFor()
})

/** The text and the place of each control on the page, in its order. */
const listControls = (page: Page) =>
  page
    .locator('main :is(a, button)')
    .evaluateAll((all) =>
      all.map((each) => `${each.textContent} at ${each.getBoundingClientRect().top + scrollY}`),
    )

describe("a game's page", () => {
  test('loads the code of its scores when they are near, which moves nothing', async ({ page }) => {
    await rememberPlayed(page, 'islandm3')
    const scores = await holdRequests(page, /\/api\/play\/achievements/)
    const requested: string[] = []
    page.on('request', (request) => void requested.push(request.url()))
    await page.goto('/games/en/islandm3/')
    await buyButton(page, 'islandm3-hints').waitFor()
    await page.waitForLoadState('networkidle')
    expect(requested.filter((url) => /api\/play\/(?!view)|game-scores/.test(url))).toEqual([])
    const controls = await listControls(page)
    const heading = page.getByRole('heading', { name: t('game:scores.achievements') })
    const { y } = (await heading.boundingBox()) ?? {}
    await page.mouse.wheel(0, 10_000)
    await scores.isSent
    scores.release()
    await page.waitForLoadState('networkidle')
    expect((await listControls(page)).slice(0, controls.length)).toEqual(controls)
    expect((await heading.boundingBox())?.y).toBe((y ?? 0) - (await page.evaluate(() => scrollY)))
  })

  test('keeps the focus in its scores when their code arrives', async ({ page }) => {
    const code = await holdRequests(page, /game-scores-\S+\.js/)
    await page.goto('/games/en/islandm3/')
    const week = page.getByRole('button', { name: t('game:scores.periods.weekly') })
    await week.focus()
    await code.isSent
    const still = await week.elementHandle()
    code.release()
    await still?.waitForElementState('hidden')
    expect(await hasFocus(week)).toBe(true)
    await week.press('Enter')
    await page.getByRole('button', { name: t('game:scores.periods.weekly'), pressed: true }).waitFor()
  })

  test('loads its screenshots after the first paint, and shows them without scripts too', async ({
    environment,
    page,
  }) => {
    const path = '/games/en/islandm3/'
    const html = await (await fetch(environment.hubUrl + path)).text()
    const listPictures = (text: string) => text.match(/<img src="\S+screenshot-\d\.webp"/g)
    expect(listPictures(html)).toHaveLength(2)
    expect(listPictures(html.replaceAll(/<noscript>.*?<\/noscript>/gs, ''))).toBeNull()
    await page.goto(path)
    const first = page.getByRole('button', { name: t('game:screenshot', { number: '1', count: '2' }) })
    const isLoaded = () => first.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
    await expect.poll(isLoaded).toBe(true)
  })

  test('shows its screenshots large, and is used by keyboard', async ({ page }) => {
    await page.goto('/games/en/islandm3/')
    const first = page.getByRole('button', { name: t('game:screenshot', { number: '1', count: '2' }) })
    await first.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: island })
    await dialog.getByRole('img', { name: t('game:screenshot', { number: '1', count: '2' }) }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('img', { name: t('game:screenshot', { number: '2', count: '2' }) }).waitFor()
    await dialog.getByRole('button', { name: t('game:next') }).click()
    await dialog.getByRole('img', { name: t('game:screenshot', { number: '1', count: '2' }) }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(first)).toBe(true)
  })

  test('tells its facts, how it is played, and what to play next', async ({ page }) => {
    await page.goto('/games/en/islandm3/')
    const facts = page.getByRole('region', { name: t('game:facts') })
    await facts.getByText('3–10 min').waitFor()
    await page
      .getByRole('region', { name: t('game:howToPlay') })
      .getByRole('listitem')
      .nth(2)
      .waitFor()
    const more = page.getByRole('region', { name: t('game:more') })
    expect(await more.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Family Town',
      'Neuro Arena',
    ])
    expect(await page.getByRole('region', { name: t('game:shop') }).count()).toBe(0)
  })

  test('copies its link where the device has no menu for sharing', async ({ page, tab: { context } }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await page.goto('/games/en/islandm3/?utm_source=x')
    await page.getByRole('button', { name: t('game:share') }).click()
    await page.getByText(t('game:shared')).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/games\/en\/islandm3\/$/)
  })
})
