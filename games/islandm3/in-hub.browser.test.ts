import type { FrameLocator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { openFakeHub } from '../kit/testing/fake-hub.ts'
import { openStage } from '../kit/testing/stage.ts'

const hubUrl = openFakeHub({
  project: 'islandm3',
  item: { id: 'islandm3-chest', title: 'Chest' },
  gameUrl: () => `${stage.url()}/islandm3/`,
})
const stage = openStage({ hubUrl })
let page: Page
let game: FrameLocator

beforeEach(async () => {
  page = await stage.newPage()
  await page.goto(await hubUrl())
  game = page.frameLocator('iframe')
})

const heard = () => page.evaluate('heard') as Promise<string[]>

test('the game tells the hub when it can be played, and when it is being played', async () => {
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Pause' }).click()
  await game.getByRole('heading', { name: 'Paused' }).waitFor()
  const calls = (await heard()).filter((call) => call === 'ready' || call.startsWith('gameplay'))
  expect(calls).toEqual(['gameplayStop', 'ready', 'gameplayStart', 'gameplayStop'])
})

test('a guest signs in before buying, and the item is given, saved and consumed once', async () => {
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByText('Guest').waitFor()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: 'Buy Treasure chest for 399 ₽' }).click()
  await game.getByRole('heading', { name: 'Treasure chest is yours!' }).waitFor()
  await game.getByRole('button', { name: 'Thank you' }).click()
  await game.getByRole('button', { name: 'Close' }).click()

  await game.getByText('Anna').waitFor()
  await game.getByRole('button', { name: 'Hint, 8 left' }).waitFor()
  await game.getByRole('button', { name: '+5 moves, 1 left' }).waitFor()
  const calls = await heard()
  expect(calls.indexOf('signIn')).toBeLessThan(calls.indexOf('purchase'))
  expect(calls.filter((call) => call === 'consumePurchase')).toHaveLength(1)
})

test('a payment that came through later brings its item by itself', async () => {
  await page.evaluate("answers.purchase = () => ({ status: 'pending' })")
  await game.getByRole('button', { name: 'Play' }).click()
  await page.evaluate("tell('player', { id: 'anna', name: 'Anna', isGuest: false })")
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: /^Buy Treasure chest/ }).click()
  await game.getByText('The payment is still on its way. Your item will arrive by itself.').waitFor()
  await page.evaluate(`
    answers.getPurchases = () => [{ id: 'late', itemId: 'islandm3-chest', state: 'granted', createdAt: 1 }]
    answers.consumePurchase = ({ id }) => ({ id, alreadyConsumed: false })
    tell('purchases', null)
  `)
  await game.getByRole('heading', { name: 'Treasure chest from an earlier purchase is yours!' }).waitFor()
})

test('a payment that was cancelled says that nothing was charged', async () => {
  await page.evaluate("answers.purchase = () => ({ status: 'cancelled' })")
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: /^Buy Treasure chest/ }).click()
  await game.getByText('Nothing was bought and nothing was charged.').waitFor()
})

test('the game follows the language of the hub while it is open', async () => {
  await game.getByRole('button', { name: 'Play' }).waitFor()
  await page.evaluate("tell('language', 'ru')")
  await game.getByRole('heading', { name: 'Уровень 1', level: 2 }).first().waitFor()
  await game.getByRole('button', { name: 'Играть' }).click()
  await game.getByRole('button', { name: 'Магазин' }).waitFor()
})
