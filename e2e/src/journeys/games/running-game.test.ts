/** A game without the SDK in its frame: start data, plays, silence, a left page, full screen and sound. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { storeLogin } from '../../environment/api.ts'
import { openBrowserWithThirdParties } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import {
  type GameWindow,
  openPlainGame as openGame,
  startPlainGame,
  plainGameUrl as url,
} from '../../sites/plain-game.ts'

const t = translator('en')

declare const window: GameWindow

const test = journey({ start: startPlainGame, openBrowser: () => openBrowserWithThirdParties('blocked') })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the first script of a game knows the player and the launch parameters', async ({ tab, player }) => {
  await storeLogin(tab.page, player)
  const frame = await openGame(tab.page, `${url}&launch.level=3`)
  expect(await frame.evaluate(() => window.startData)).toMatchObject({
    v: 1,
    project: { id: 'islandm3' },
    player: { id: player.userId, isGuest: false },
    language: 'en',
    launchParams: { level: '3' },
  })
})

test('a game at an origin that its project does not list starts without start data', async ({ tab }) => {
  const frame = await openGame(tab.page, '/games/en/neuroarena/?play=1')
  expect(await frame.evaluate(() => window.startData)).toBeNull()
})

test('a hub that does not begin the play opens the game all the same', async ({ tab }) => {
  tab.allowConsoleErrors(/Failed to load resource/)
  await tab.page.route('**/api/play/start', (route) => route.abort())
  const frame = await openGame(tab.page)
  expect(await frame.evaluate(() => window.startData)).toBeNull()
})

test('a play is reported with its errors when the page is left', async ({ tab }) => {
  const frame = await openGame(tab.page)
  await frame.evaluate(() => window.send('error', { message: 'x is not defined', count: 2 }))
  const sent = tab.page.waitForResponse('**/api/play/report')
  await tab.page.getByRole('link', { name: t('play:leave') }).click()
  const response = await sent
  expect(response.status()).toBe(200)
  expect(response.request().headers()).toMatchObject({
    'frontend-language': 'en',
    accept: 'application/json',
    session: '',
    source: 'web',
    locale: 'en',
    project: 'playhub',
  })
  expect(response.request().postDataJSON()).toMatchObject({
    playId: expect.any(String),
    activeSeconds: expect.any(Number),
    errors: [{ message: 'x is not defined', count: 2 }],
  })
})

test('the player can go on waiting for a game that does not answer, and it may answer again', async ({
  tab,
}) => {
  const { page } = tab
  await page.clock.install()
  const frame = await openGame(page)
  await frame.evaluate(() => {
    window.isHung = true
    window.send('pong')
  })
  await page.clock.runFor(10_000)
  const bar = page.getByText(t('play:issue.silent'))
  await bar.waitFor()
  await button(page, t('play:issue.wait')).click()
  await bar.waitFor({ state: 'detached' })
  await page.clock.runFor(10_000)
  await bar.waitFor()
  await frame.evaluate(() => window.send('pong'))
  await bar.waitFor({ state: 'detached' })
})

test('the player gets back to a game that has left its page', async ({ tab }) => {
  const { page } = tab
  const frame = await openGame(page)
  await frame.evaluate(() => {
    location.href = '/?other'
  })
  await page.getByText(t('play:issue.left')).waitFor()
  await button(page, t('play:issue.back')).click()
  await page.getByText(t('play:issue.left')).waitFor({ state: 'detached' })
  await page.frameLocator('#game-frame').locator('#key').waitFor()
})

test('the sound button reaches the game', async ({ tab }) => {
  const { page } = tab
  const frame = await openGame(page)
  await button(page, t('play:mute')).click()
  await frame.waitForFunction(() => window.received.some(({ event, isMuted }) => event === 'mute' && isMuted))
  await button(page, t('play:unmute')).click()
  await frame.waitForFunction(() =>
    window.received.some(({ event, isMuted }) => event === 'mute' && isMuted === false),
  )
})

test('the sound stays off after a reload', async ({ tab }) => {
  const { page } = tab
  await openGame(page)
  await button(page, t('play:mute')).click()
  const frame = await openGame(page)
  await frame.waitForFunction(() => window.received.some(({ event, isMuted }) => event === 'mute' && isMuted))
  await button(page, t('play:unmute')).waitFor()
})

test('full screen shows the game without the bar, and the keyboard returns to it', async ({ tab }) => {
  const { page } = tab
  await openGame(page)
  await button(page, t('play:fullScreen')).click()
  await page.waitForFunction(() => document.fullscreenElement?.id === 'game-container')
  await button(page, t('play:exitFullScreen')).click()
  await page.waitForFunction(() => document.fullscreenElement === null)
  await page.waitForFunction(() => document.activeElement?.id === 'game-frame')
})

test("a phone's bar has a menu with the sound, the link and the report", async ({ openTab, player }) => {
  const { page } = await openTab({ player, width: 390, height: 844 })
  const frame = await openGame(page)
  const untilGameFocused = () => page.waitForFunction(() => document.activeElement?.id === 'game-frame')
  await untilGameFocused()
  const menu = page.locator('summary', { hasText: t('play:more') })
  await menu.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await frame.waitForFunction(() => window.received.some(({ event, isMuted }) => event === 'mute' && isMuted))
  await untilGameFocused()
  await menu.click()
  await button(page, t('play:share')).click()
  await page.getByText(t('play:linkCopied')).first().waitFor()
  await untilGameFocused()
  await menu.click()
  await page.locator('#game-frame').click({ position: { x: 20, y: 600 } })
  await button(page, t('play:share')).waitFor({ state: 'hidden' })
  await menu.click()
  await button(page, t('play:reportProblem')).click()
  await page.getByRole('textbox', { name: t('support:form.message') }).waitFor()
})

test('a reported problem carries the game and its last error to the support form', async ({
  tab,
  player,
}) => {
  const { page } = tab
  await storeLogin(page, player)
  const frame = await openGame(page)
  await frame.evaluate(() => window.send('error', { message: 'x is not defined', count: 1 }))
  await button(page, t('play:reportProblem')).click()
  const message = page.getByRole('textbox', { name: t('support:form.message') })
  await message.waitFor()
  expect(await message.inputValue()).toContain(t('support:problem.error', { error: 'x is not defined' }))
})
