/** `saves: auto`: an unchanged game with `localStorage` follows its player, whatever the browser lets the frame store. */
import { reloadFrame } from '@playhub/test-kit/chromium'
import type { Frame } from 'playwright-core'
import { expect } from 'vitest'
import { register, storeLogin } from '../../environment/api.ts'
import { openBrowser, openBrowserWithThirdParties } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { openStorageGame, startStorageGame } from '../../sites/storage-game.ts'

declare const window: { __playhubStart: { saves: Record<string, { version: number } | undefined> } }

const levelUp = (frame: Frame) => frame.getByRole('button', { name: 'Level up' }).click()
/** Waits until the hub has stored a change. A page left earlier may lose it. */
const untilKept = (frame: Frame) =>
  frame.waitForFunction(() => (window.__playhubStart.saves.storage?.version ?? 0) > 0)
const level = (frame: Frame) => frame.locator('output').textContent()
const isReplaced = (frame: Frame) => frame.evaluate(() => !(localStorage instanceof Storage))
const newEmail = () => `${crypto.randomUUID().slice(0, 18)}@example.org`

const start = () => startStorageGame()
const tests = {
  partitioned: journey({ start, openBrowser }),
  refused: journey({ start, openBrowser: () => openBrowserWithThirdParties('blocked') }),
}

for (const [storage, test] of Object.entries(tests)) {
  test(`with ${storage} storage, the level is there on a second device and after a reload of the game`, async ({
    environment,
    openTab,
  }) => {
    const player = await register(environment, newEmail())
    const [phone, laptop] = [await openTab({ player }), await openTab({ player })]
    const game = await openStorageGame(phone.page)
    expect([await level(game), await isReplaced(game)]).toEqual(['1', true])
    await levelUp(game)
    await levelUp(game)
    expect(await game.evaluate(() => ({ ...localStorage }))).toEqual({ level: '3' })
    await reloadFrame(game)
    await game.locator('output', { hasText: '3' }).waitFor()
    await expect.poll(async () => level(await openStorageGame(laptop.page))).toBe('3')
  })

  test(`with ${storage} storage, a guest keeps the level, also after the login`, async ({
    environment,
    tab,
  }) => {
    const game = await openStorageGame(tab.page)
    await levelUp(game)
    await untilKept(game)
    await expect.poll(async () => level(await openStorageGame(tab.page))).toBe('2')
    await storeLogin(tab.page, await register(environment, newEmail()))
    expect(await level(await openStorageGame(tab.page))).toBe('2')
  })

  test(`with ${storage} storage, another tab shows the new level`, async ({ environment, openTab }) => {
    const tab = await openTab({ player: await register(environment, newEmail()) })
    const other = await tab.context.newPage()
    const [first, second] = [await openStorageGame(tab.page), await openStorageGame(other)]
    await levelUp(first)
    await second.locator('output', { hasText: '2' }).waitFor()
  })
}
