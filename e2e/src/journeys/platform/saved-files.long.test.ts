/** `saves: auto`: an engine's files in IndexedDB follow the player. Without it, the hub names the loss. */
import type { Frame } from 'playwright-core'
import { expect } from 'vitest'
import { register, storeLogin } from '../../environment/api.ts'
import { openBrowser, openBrowserWithThirdParties } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { openStorageGame, startStorageGame, storageGameUrl } from '../../sites/storage-game.ts'

declare const window: { __playhubStart: { saves: Record<string, { version: number } | undefined> } }

const levelUp = (frame: Frame) => frame.getByRole('button', { name: 'Level up' }).click()
const level = (frame: Frame) => frame.locator('output').textContent()
/** Waits until the hub has stored a change. */
const untilKept = (frame: Frame) =>
  frame.waitForFunction(() => (window.__playhubStart.saves['storage:databases']?.version ?? 0) > 0)
const newEmail = () => `${crypto.randomUUID().slice(0, 18)}@example.org`
const openRefusing = () => openBrowserWithThirdParties('blocked')

const tests = {
  partitioned: journey({ start: () => startStorageGame({ hasFiles: true }), openBrowser }),
  refused: journey({ start: () => startStorageGame({ hasFiles: true }), openBrowser: openRefusing }),
  opaque: journey({ start: () => startStorageGame({ hasFiles: true, isOneOrigin: true }), openBrowser }),
}

for (const [storage, test] of Object.entries(tests))
  test(`with ${storage} storage, the level is there on a second device and gone for another player`, async ({
    environment,
    openTab,
  }) => {
    const anna = await register(environment, newEmail())
    const [phone, laptop] = [await openTab({ player: anna }), await openTab({ player: anna })]
    const game = await openStorageGame(phone.page)
    expect(await level(game)).toBe('1')
    await levelUp(game)
    await game.locator('output', { hasText: '2' }).waitFor()
    await expect.poll(async () => level(await openStorageGame(laptop.page))).toBe('2')
    expect(await level(await openStorageGame(phone.page))).toBe('2')

    await storeLogin(laptop.page, await register(environment, newEmail()))
    expect(await level(await openStorageGame(laptop.page))).toBe('1')
    await storeLogin(laptop.page, anna)
    expect(await level(await openStorageGame(laptop.page))).toBe('2')
  })

tests.partitioned('a guest keeps the level after the login', async ({ environment, tab }) => {
  const game = await openStorageGame(tab.page)
  await levelUp(game)
  await untilKept(game)
  await storeLogin(tab.page, await register(environment, newEmail()))
  expect(await level(await openStorageGame(tab.page))).toBe('2')
})

const unsaved = {
  'localStorage of a frame': journey({
    start: () => startStorageGame({ saves: 'sdk' }),
    openBrowser: openRefusing,
  }),
  'files of a frame': journey({
    start: () => startStorageGame({ saves: 'sdk', hasFiles: true }),
    openBrowser: openRefusing,
  }),
  'localStorage at an opaque origin': journey({
    start: () => startStorageGame({ saves: 'sdk', isOneOrigin: true }),
    openBrowser,
  }),
}

for (const [storage, test] of Object.entries(unsaved))
  test(`where the ${storage} is refused, the game runs, and the player is told once that nothing is kept`, async ({
    tab: { page },
  }) => {
    for (const language of ['en', 'ru'] as const) {
      const t = translator(language)
      const bar = page.getByRole('status').filter({ hasText: t('play:unkept.text') })
      await page.evaluate(() => sessionStorage.clear()).catch(() => undefined)
      await page.goto(storageGameUrl.replace('/en/', `/${language}/`))
      const frame = await (await page.waitForSelector('#game-frame:not([inert])')).contentFrame()
      if (!frame) throw new Error('The game has no frame')
      await frame.locator('output', { hasText: '1' }).waitFor()
      expect(await bar.count()).toBe(0)
      await levelUp(frame)
      await frame.locator('output', { hasText: '2' }).waitFor()
      await bar.getByRole('button', { name: t('play:unkept.dismiss') }).click()
      await bar.waitFor({ state: 'detached' })
      await levelUp(frame)
      await frame.locator('output', { hasText: '3' }).waitFor()
      const again = await openStorageGame(page, storageGameUrl.replace('/en/', `/${language}/`))
      await levelUp(again)
      await again.locator('output', { hasText: '2' }).waitFor()
      expect(await bar.count()).toBe(0)
    }
  })
