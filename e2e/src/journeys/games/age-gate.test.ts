/** A listed game rated 18+: every way into it asks for the age, once. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { accessibilityViolations, isHydrated, type Tab } from '../../environment/browser.ts'
import { copyContent, temporaryFolder } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'

const t = translator('en')
const content = copyContent()
content.project('islandm3', (yaml) => yaml.replace(/^ {2}age: \d+$/m, '  age: 18'))
const test = journey({ start: () => startEnvironment({ CONTENT_DIR: content.dir }) })

const name = 'Island M3'
const play = `/games/en/islandm3/?play=1`
const frames = '#game-frame, #checked-game'

/** Waits for the question, and expects nothing of the game behind it. */
async function expectQuestion({ page, requestedUrls }: Tab, { gamesUrl }: TestEnvironment): Promise<void> {
  await page.getByRole('heading', { name: t('play:single.ageTitle') }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.locator(frames).count()).toBe(0)
  expect(requestedUrls.filter((url) => url.startsWith(`${gamesUrl}/islandm3`))).toEqual([])
}

test.for<[way: string, enter: (tab: Tab, environment: TestEnvironment) => Promise<unknown>]>([
  ['a link with ?play=1', ({ page }) => page.goto(play)],
  ['a link with launch parameters', ({ page }) => page.goto(`${play}&launch.level=3`)],
  [
    'Play on a card',
    async ({ page }) => {
      await page.goto('/games/en/?search=island')
      await page.locator('main a[href*="islandm3/?play"]').first().click()
    },
  ],
  [
    "Play on the game's page",
    async ({ page }) => {
      await page.goto('/games/en/islandm3/')
      await page.locator('main a[href*="play=1"]').first().click()
    },
  ],
  [
    'favourites',
    async ({ page }) => {
      await page.goto('/games/en/islandm3/')
      await page.waitForFunction(isHydrated, 'h1')
      await page.getByRole('button', { name: /: favourite$/ }).click()
      await page.locator('.favourite-button[aria-pressed=true]').waitFor()
      await page.goto('/my-games')
      await page.locator('main a[href*="islandm3/?play"]').first().click()
    },
  ],
  [
    'Continue playing',
    async ({ page, requestedUrls }) => {
      await page.goto(play)
      await page.getByRole('button', { name: t('play:single.ageConfirm') }).click()
      await page.locator('#game-frame').waitFor()
      await page.evaluate(() => localStorage.removeItem('age-verification'))
      await page.goto('/games/en/')
      requestedUrls.length = 0
      const row = page.getByRole('navigation', { name: t('catalogue:library.goOn') })
      await Promise.all([page.waitForURL(/play=1/), row.getByRole('link').first().click()])
    },
  ],
  [
    'the checker',
    async ({ page }) => {
      await page.goto('/developers')
      await page.getByLabel(t('developers:url')).fill('islandm3')
      await page.getByRole('button', { name: t('developers:run'), exact: true }).click()
    },
  ],
  [
    'a preview',
    async ({ page }, { runCommand }) => {
      const build = join(temporaryFolder('adult'), 'build')
      mkdirSync(build)
      writeFileSync(join(build, 'index.html'), '<!doctype html><title>Adult</title>')
      const printed = await runCommand('games', 'publish', 'islandm3', build, '--no-activate')
      await page.goto(/To try it: (\S+)/.exec(printed)?.[1] ?? expect.unreachable(printed))
    },
  ],
])('%s asks for the age', async ([, enter], { environment, tab }) => {
  await enter(tab, environment)
  await expectQuestion(tab, environment)
})

test('the frame of another site asks for the age', async ({ environment, tab }) => {
  const { page } = tab
  await page.goto(`${environment.sandboxUrl}/example-game`)
  await page.evaluate((src) => {
    document.body.replaceChildren(Object.assign(document.createElement('iframe'), { src, height: 600 }))
  }, environment.hubUrl + play)
  const hub = page.frameLocator('iframe')
  await hub.getByRole('heading', { name: t('play:single.ageTitle') }).waitFor()
  expect(await hub.locator(frames).count()).toBe(0)
})

test('a confirmed age is not asked again, and the game keeps its mark', async ({ environment, tab }) => {
  const { page } = tab
  await page.goto('/games/en/?search=island')
  await page
    .getByRole('img', { name: t('catalogue:ageMark', { age: '18' }) })
    .first()
    .waitFor()
  await page.goto(play)
  await expectQuestion(tab, environment)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('library') ?? '')).not.toContain('islandm3')
  await page.getByRole('button', { name: t('play:single.ageConfirm') }).click()
  await page.locator('#game-frame').waitFor()
  await page.reload()
  await page.locator('#game-frame').waitFor()
  expect(await page.getByText(t('play:single.ageTitle')).count()).toBe(0)
})

test('a game below 18 asks nothing', async ({ page }) => {
  await page.goto('/games/en/familytown/?play=1')
  await page.locator('#game-frame').waitFor()
  expect(await page.getByText(t('play:single.ageTitle')).count()).toBe(0)
})

test(`whoever declines leaves ${name}`, async ({ page }) => {
  await page.goto(play)
  const decline = page.getByRole('link', { name: t('play:single.ageDecline') })
  expect(await decline.getAttribute('href')).toBe('https://www.google.com/')
})
