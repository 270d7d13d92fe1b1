/** Saves of a game on the SDK: two devices, two tabs, a guest who logs in, and no connection. */
import { reloadFrame } from '@playhub/test-kit/chromium'
import type { Frame } from 'playwright-core'
import { expect } from 'vitest'
import { register, storeLogin } from '../../environment/api.ts'
import { translator } from '../../environment/translator.ts'
import {
  connectedFrame,
  mergingGameUrl,
  openSavesGame,
  type SavesWindow,
  savesJourney,
} from '../../sites/saves-game.ts'

const t = translator('en')

declare const window: SavesWindow

const test = savesJourney().extend('newPlayer', ({ environment }) => () => {
  return register(environment, `${crypto.randomUUID().slice(0, 18)}@example.org`)
})

const set = (frame: Frame, value: unknown) =>
  frame.evaluate(
    (saved) => window.hub.saves.set('progress', saved).catch(({ code, conflict }) => ({ code, conflict })),
    value,
  )
const get = (frame: Frame) => frame.evaluate(() => window.hub.saves.get('progress'))

test('a save is there on a second device, and after a reload of the game', async ({ newPlayer, openTab }) => {
  const player = await newPlayer()
  const [phone, laptop] = [await openTab({ player }), await openTab({ player })]
  const first = await openSavesGame(phone.page)
  expect(await get(first)).toBeNull()
  expect(await set(first, { level: 3 })).toEqual({ state: 'saved', version: expect.any(Number) })
  const second = await openSavesGame(laptop.page)
  expect(await get(second)).toEqual({ level: 3 })
  expect(await second.evaluate(() => window.hub.saves.list())).toMatchObject([
    { key: 'progress', sizeBytes: 11 },
  ])

  await set(second, { level: 4 })
  await reloadFrame(second)
  expect(await get(await connectedFrame(laptop.page))).toEqual({ level: 4 })
  await second.evaluate(() => window.hub.saves.remove('progress'))
  expect(await get(await openSavesGame(phone.page))).toBeNull()
})

test('storage has its items before the game connects', async ({ newPlayer, openTab }) => {
  const player = await newPlayer()
  const [phone, laptop] = [await openTab({ player }), await openTab({ player })]
  const game = await openSavesGame(phone.page)
  await game.evaluate(() => Playhub.storage.setItem('level', '7'))
  await expect.poll(async () => (await openSavesGame(laptop.page)).evaluate(() => window.early)).toBe('7')
})

declare const Playhub: typeof import('@playhub/game-sdk')

test('a device that knew an older save is told both, and its next write wins', async ({
  newPlayer,
  openTab,
}) => {
  const player = await newPlayer()
  const [phone, laptop] = [await openTab({ player }), await openTab({ player })]
  for (const { allowConsoleErrors } of [phone, laptop]) allowConsoleErrors(/status of 409/)
  const first = await openSavesGame(phone.page)
  await set(first, 'base')
  const second = await openSavesGame(laptop.page)
  await set(first, 'phone')
  expect(await set(second, 'laptop')).toEqual({
    code: 'SAVE_CONFLICT',
    conflict: { mine: 'laptop', theirs: 'phone', base: 'base' },
  })
  expect(await set(second, 'chosen')).toMatchObject({ state: 'saved' })
  expect(await get(await openSavesGame(phone.page))).toBe('chosen')
})

test('another tab is told of a save', async ({ newPlayer, openTab }) => {
  const tab = await openTab({ player: await newPlayer() })
  const other = await tab.context.newPage()
  const [first, second] = [await openSavesGame(tab.page), await openSavesGame(other)]
  await set(first, { level: 5 })
  await second.waitForFunction(() => window.changes.length > 0)
  expect(await second.evaluate(() => window.changes)).toEqual([['progress', { level: 5 }]])
  expect(await set(second, { level: 6 })).toMatchObject({ state: 'saved' })
})

test('a guest who logs in keeps the progress', async ({ newPlayer, tab }) => {
  const guest = await openSavesGame(tab.page)
  await set(guest, { level: 2 })
  expect(await get(await openSavesGame(tab.page))).toEqual({ level: 2 })
  const player = await newPlayer()
  await storeLogin(tab.page, player)
  expect(await get(await openSavesGame(tab.page))).toEqual({ level: 2 })
})

test('where the guest and the account have a save, the player is asked once', async ({
  newPlayer,
  openTab,
}) => {
  const player = await newPlayer()
  await set(await openSavesGame((await openTab({ player })).page), 'account')
  const tab = await openTab()
  await set(await openSavesGame(tab.page), 'guest')
  await storeLogin(tab.page, player)
  await tab.page.goto('/games/en/islandm3/?play=1')
  await tab.page.getByRole('button', { name: t('play:saves.useDevice') }).click()
  expect(await get(await connectedFrame(tab.page))).toBe('guest')
  expect(await get(await openSavesGame(tab.page))).toBe('guest')
})

test('a game with mergeSave merges them, and nobody is asked', async ({ newPlayer, openTab }) => {
  const player = await newPlayer()
  const account = await openTab({ player })
  await set(await openSavesGame(account.page, mergingGameUrl), { names: ['account'] })
  const tab = await openTab()
  await set(await openSavesGame(tab.page, mergingGameUrl), { names: ['guest'] })
  await storeLogin(tab.page, player)
  const merged = { names: ['guest', 'account'] }
  expect(await get(await openSavesGame(tab.page, mergingGameUrl))).toEqual(merged)
  await expect.poll(async () => get(await openSavesGame(account.page, mergingGameUrl))).toEqual(merged)
})

test('a save without a connection arrives at the next visit', async ({ newPlayer, openTab }) => {
  const player = await newPlayer()
  const [phone, laptop] = [await openTab({ player }), await openTab({ player })]
  phone.allowConsoleErrors(/Failed to load resource|ERR_/)
  const game = await openSavesGame(phone.page)
  await set(game, { level: 1 })
  await phone.page.route('**/api/play/saves/**', (route) => route.abort())
  expect(await set(game, { level: 2 })).toMatchObject({ state: 'queued' })
  expect(await get(game)).toEqual({ level: 2 })
  await phone.page.close()
  expect(await get(await openSavesGame(laptop.page))).toEqual({ level: 1 })
  const next = await phone.context.newPage()
  await storeLogin(next, player)
  expect(await get(await openSavesGame(next))).toEqual({ level: 2 })
  expect(await get(await openSavesGame(laptop.page))).toEqual({ level: 2 })
})

test('a save without a connection arrives when it is back', async ({ newPlayer, openTab }) => {
  const player = await newPlayer()
  const [phone, laptop] = [await openTab({ player }), await openTab({ player })]
  phone.allowConsoleErrors(/Failed to load resource|ERR_/)
  const game = await openSavesGame(phone.page)
  await phone.page.route('**/api/play/saves/**', (route) => route.abort())
  expect(await set(game, { level: 2 })).toMatchObject({ state: 'queued' })
  await phone.page.unroute('**/api/play/saves/**')
  await expect.poll(async () => get(await openSavesGame(laptop.page))).toEqual({ level: 2 })
  expect(await set(game, { level: 3 })).toMatchObject({ state: 'saved' })
})
