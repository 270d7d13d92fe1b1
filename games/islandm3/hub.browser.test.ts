import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { gameTest } from '../test/game-test.ts'

const test = gameTest({
  project: 'islandm3',
  item: { id: 'islandm3-chest', title: 'Chest' },
}).extend('framed', async ({ site, newPage }) => {
  const page = await newPage()
  await page.goto(site.hubUrl)
  return { page, game: page.frameLocator('iframe') }
})

const callsTo = (page: Page) => page.evaluate('calls') as Promise<string[]>

test('the hub learns when the game is ready and when it is being played', async ({ framed }) => {
  const { page, game } = framed
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Pause' }).click()
  await game.getByRole('heading', { name: 'Paused' }).waitFor()
  const calls = (await callsTo(page)).filter((call) => call === 'ready' || call.startsWith('gameplay'))
  expect(calls).toEqual(['gameplayStop', 'ready', 'gameplayStart', 'gameplayStop'])
})

test('a guest logs in before buying, and the item is given, saved and consumed once', async ({ framed }) => {
  const { page, game } = framed
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByText('Guest').first().waitFor()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: 'Buy Treasure chest for 399 ₽' }).click()
  await game.getByRole('heading', { name: 'Treasure chest is yours!' }).waitFor()
  await game.getByRole('button', { name: 'Thank you' }).click()
  await game.getByRole('button', { name: 'Close' }).click()

  await game.getByText('Anna').first().waitFor()
  await game.getByRole('button', { name: 'Hint, 8 left' }).waitFor()
  await game.getByRole('button', { name: '+5 moves, 1 left' }).waitFor()
  const calls = await callsTo(page)
  expect(calls.indexOf('signIn')).toBeLessThan(calls.indexOf('purchase'))
  expect(calls.filter((call) => call === 'consumePurchase')).toHaveLength(1)
})

test('the item of a late payment arrives without a reload', async ({ framed }) => {
  const { page, game } = framed
  await page.evaluate("answers.purchase = () => ({ status: 'pending' })")
  await game.getByRole('button', { name: 'Play' }).click()
  await page.evaluate("emit('player', { id: 'anna', name: 'Anna', isGuest: false })")
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: /^Buy Treasure chest/ }).click()
  await game.getByText('The payment is still on its way. Your item will arrive by itself.').waitFor()
  await page.evaluate(`
    answers.getPurchases = () => [{ id: 'late', itemId: 'islandm3-chest', state: 'granted', createdAt: 1 }]
    answers.consumePurchase = ({ id }) => ({ id, alreadyConsumed: false })
    emit('purchases', null)
  `)
  await game.getByRole('heading', { name: 'Treasure chest from an earlier purchase is yours!' }).waitFor()
})

test('after a cancelled payment the shop says that nothing was charged', async ({ framed }) => {
  const { page, game } = framed
  await page.evaluate("answers.purchase = () => ({ status: 'cancelled' })")
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: /^Buy Treasure chest/ }).click()
  await game.getByText('Nothing was bought and nothing was charged.').waitFor()
})

test('the shop shows the price before a reduction and what a bundle holds, and reads prices again at its end', async ({
  framed,
}) => {
  const { page, game } = framed
  await page.evaluate(`
    const price = (formatted) => ({ amountMinor: 100, currency: 'RUB', formatted })
    const item = { description: '', imageUrl: null }
    const soon = () => new Date(Date.now() + 1000).toISOString()
    window.isSale = true
    answers.getCatalog = () => [
      isSale
        ? { ...item, id: 'islandm3-chest', title: 'Chest', price: price('299 ₽'), listPrice: price('399 ₽'), endsAt: soon(), validUntil: soon() }
        : { ...item, id: 'islandm3-chest', title: 'Chest', price: price('399 ₽') },
      { ...item, id: 'pack', title: 'Pack', price: price('499 ₽'),
        contains: [{ id: 'islandm3-chest', quantity: 2 }, { id: 'islandm3-hints', quantity: 1 }] },
      { ...item, id: 'unknown', title: 'Unknown', price: price('1 ₽'), contains: [{ id: 'dragon', quantity: 1 }] },
    ]`)
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: 'Old price 399 ₽ Buy Treasure chest for 299 ₽' }).waitFor()
  await game.getByText('Contains: 2 × Treasure chest, Hint pack').waitFor()
  await game.getByRole('button', { name: 'Buy Pack for 499 ₽' }).waitFor()
  expect(await game.getByText('Unknown').count()).toBe(0)
  await page.evaluate('isSale = false')
  await game.getByRole('button', { name: /^Buy Treasure chest for 399 ₽/ }).waitFor()
  expect(await game.locator('.shop-items s').count()).toBe(0)
})

test('the game follows a change of the hub language', async ({ framed }) => {
  const { page, game } = framed
  await game.getByRole('button', { name: 'Play' }).waitFor()
  await page.evaluate("emit('language', 'ru')")
  await game.getByRole('heading', { name: 'Уровень 1', level: 2 }).first().waitFor()
  await game.getByRole('button', { name: 'Играть' }).click()
  await game.getByRole('button', { name: 'Магазин' }).waitFor()
})

test('a card that opened while the frame was inert gets the first key once the frame has the focus', async ({
  framed,
}) => {
  const { page, game } = framed
  await game.getByRole('button', { name: 'Play' }).click()
  await page.evaluate(`
    document.querySelector('iframe').inert = true
    answers.getPurchases = () => [{ id: 'late', itemId: 'islandm3-chest', state: 'granted', createdAt: 1 }]
    answers.consumePurchase = ({ id }) => ({ id, alreadyConsumed: false })
    emit('player', { id: 'anna', name: 'Anna', isGuest: false })
  `)
  const gift = game.getByRole('heading', { name: 'Treasure chest from an earlier purchase is yours!' })
  await gift.waitFor()
  await focusFrame(page)
  await page.keyboard.press('Enter')
  await gift.waitFor({ state: 'detached' })
})

test('the board gets the keys when the frame was inert and no card is open', async ({ framed }) => {
  const { page, game } = framed
  await page.evaluate("document.querySelector('iframe').inert = true")
  await game.getByRole('button', { name: 'Play' }).evaluate((button: HTMLButtonElement) => button.click())
  await focusFrame(page)
  await page.keyboard.press('ArrowRight')
  await game.locator('#board.has-cursor').waitFor()
})

test('a key that no element has the focus for reaches the open card, then the board', async ({ framed }) => {
  const { page, game } = framed
  await game.getByRole('button', { name: 'Play' }).waitFor()
  await focusFrame(page)
  const loseFocus = () => game.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur())
  await loseFocus()
  await page.keyboard.press('Enter')
  await game.getByRole('dialog').waitFor({ state: 'detached' })
  await loseFocus()
  await page.keyboard.press('ArrowRight')
  await game.locator('#board.has-cursor').waitFor()
})

/** The hub does this when it uncovers a game. */
const focusFrame = (page: Page) =>
  page.evaluate("document.querySelector('iframe').inert = false; document.querySelector('iframe').focus()")
