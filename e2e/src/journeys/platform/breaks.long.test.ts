/** `breaks: own-games`: unchanged games of other portals show the hub's own games where they ask for an advert. */
import type { Frame, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { openPortalGame, startPortalGames } from '../../sites/portal-games.ts'
import { payByCard } from '../../steps/payment.ts'

const test = journey({ start: startPortalGames })

const press = (game: Frame, name: string) => game.getByRole('button', { name }).click()
const readLog = async (game: Frame) => (await game.locator('output').textContent())?.trim().split(' ')
/** The time of a break passes while the player sees the page. */
const stopTime = (page: Page) =>
  page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }))
const continueTime = (page: Page) => page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))

/** Waits for a break and stops its time, which a slow machine could not keep up with. */
async function holdBreak(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: /^(More games|Ещё игры)$/ })
  await dialog.waitFor()
  await stopTime(page)
  return dialog
}

const isMuted = (game: Frame) => game.evaluate('music.muted')

test("a Yandex game's rewarded video is the hub's games for five seconds, and rewards", async ({ page }) => {
  const game = await openPortalGame(page, 'corners')
  await press(game, 'Watch for a hint')
  const dialog = await holdBreak(page)
  expect(await dialog.getByRole('status').textContent()).toBe('Reward in 5 s')
  expect(await dialog.getByRole('link').count()).toBeGreaterThan(1)
  for (const link of await dialog.getByRole('link').all())
    expect(await link.getAttribute('target')).toBe('_blank')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('dialog')
  await expect.poll(() => isMuted(game)).toBe(true)
  expect(await page.locator('#game-frame[inert]').count()).toBe(1)
  await continueTime(page)
  await dialog.waitFor({ state: 'detached' })
  await game.locator('output', { hasText: 'close' }).waitFor()
  expect(await readLog(game)).toEqual(['gold_100', 'pause', 'open', 'resume', 'rewarded', 'close-undefined'])
  await expect.poll(() => isMuted(game)).toBe(false)
  await page.waitForFunction(() => document.activeElement?.id === 'game-frame')
  await page.keyboard.press('x')
  await game.locator('output', { hasText: 'key-x' }).waitFor()
})

test('Escape closes a rewarded video early, without a reward', async ({ page }) => {
  const game = await openPortalGame(page, 'corners')
  await press(game, 'Watch for a hint')
  await holdBreak(page)
  await page.keyboard.press('Escape')
  await game.locator('output', { hasText: 'close' }).waitFor()
  expect(await readLog(game)).toEqual(['gold_100', 'pause', 'open', 'resume', 'close-undefined'])
})

test('an interstitial is skipped, and the next one within a minute is not shown', async ({ page }) => {
  const game = await openPortalGame(page, 'corners')
  await press(game, 'Next level')
  await (await holdBreak(page)).getByRole('button', { name: 'Skip' }).click()
  await continueTime(page)
  await game.locator('output', { hasText: 'close-true' }).waitFor()
  await press(game, 'Next level')
  await game.locator('output', { hasText: 'close-false' }).waitFor()
  expect(await readLog(game)).toEqual(['gold_100', 'pause', 'open', 'resume', 'close-true', 'close-false'])
})

test("a Poki game's commercial and rewarded breaks end by themselves", async ({ page }) => {
  const game = await openPortalGame(page, 'runner')
  await press(game, 'Next level')
  await expect.poll(() => readLog(game)).toEqual(['started', 'ended'])
  await press(game, 'Watch for a hint')
  await expect.poll(() => readLog(game)).toEqual(['started', 'ended', 'started', 'ended-true'])
  await press(game, 'Next level')
  await expect.poll(async () => (await readLog(game))?.slice(4)).toEqual(['ended'])
})

test("without the operator's choice nothing is shown, and the game goes on", async ({ page }) => {
  const game = await openPortalGame(page, 'quiet')
  await press(game, 'Next level')
  await game.locator('output', { hasText: 'close-false' }).waitFor()
  await press(game, 'Watch for a hint')
  await game.locator('output', { hasText: 'close-undefined' }).waitFor()
  expect(await readLog(game)).toEqual(['close-false', 'error', 'close-undefined'])
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a break is accessible, in both languages', async ({ openTab }) => {
  for (const [language, status] of [
    ['en', 'Back to the game in 5 s'],
    ['ru', 'Игра продолжится через 5 с'],
  ] as const) {
    const { page } = await openTab({ language, width: 360, height: 740 })
    const game = await openPortalGame(page, 'runner', language)
    await press(game, 'Next level')
    const dialog = await holdBreak(page)
    expect(await dialog.getByRole('status').textContent()).toBe(status)
    expect(await accessibilityViolations(page)).toEqual([])
  }
})

test("an unchanged game sells by its code's ids", async ({ environment, player, openTab }) => {
  const { page } = await openTab({ player })
  const game = await openPortalGame(page, 'corners')
  await game.locator('output', { hasText: 'gold_100' }).waitFor()
  await press(game, 'Buy gold')
  await payByCard(page)
  await page.frameLocator('#game-frame').locator('output', { hasText: 'gave-gold_100' }).waitFor()
  const response = await fetch(`${environment.hubUrl}/api/purchases?project=corners`, {
    headers: { authorization: `Bearer ${player.jwt}` },
  })
  expect((await response.json()).data.result).toEqual([])
})
