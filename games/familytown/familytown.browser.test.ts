import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { announced, expectAccessible, expectAccessibleCards, expectFit, gameTest } from '../test/game-test.ts'
import { newSave, type Save } from './save.ts'

const test = gameTest({
  project: 'familytown',
  item: { id: 'familytown-coins', title: 'Pouch of coins' },
}).extend(
  'openTown',
  async ({ site, newPage }) =>
    async (options: BrowserContextOptions = {}, language = 'en') => {
      const page = await newPage(options)
      const store = (save: string) => {
        localStorage.getItem('familytown:local') ?? localStorage.setItem('familytown:local', save)
      }
      await page.addInitScript(store, JSON.stringify(saveBeforeMerge()))
      await page.goto(`${site.gameUrl}?lng=${language}`)
      await page.getByRole('button', { name: /^(Pause|Пауза)$/ }).waitFor()
      return page
    },
)

/** Two log piles beside a free plot, and a third on the cart. */
function saveBeforeMerge(): Save {
  const save = newSave(1)
  const town = save.play.town.map((_, plot) => (plot === 11 || plot === 13 ? 1 : 0) as 0 | 1)
  return { ...save, isWelcomed: true, play: { ...save.play, town } }
}

test('three piles of logs merge into a hut with the keyboard alone, and the town survives a reload', async ({
  openTown,
}) => {
  const page = await openTown()
  await page.getByRole('button', { name: 'Free plot, row 3, column 3; here you get: Hut' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await announced(page, /3 merged: Hut\. \+4 coins\. Tim the baker says thank you!/)
  await page.reload()
  await page.getByRole('button', { name: 'Hut, row 3, column 3' }).waitFor()
  await page.getByRole('button', { name: 'Free plot, row 3, column 2' }).waitFor()
})

test('touch places a piece, and a crew raises a building', async ({ openTown }) => {
  const page = await openTown({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
  await page.getByRole('button', { name: /^Free plot, row 3, column 3;/ }).tap()
  await page.getByRole('button', { name: 'Hut, row 3, column 3' }).waitFor()
  await page.getByRole('button', { name: /^Crew: / }).tap()
  await page.getByRole('button', { name: 'Hut, row 3, column 3' }).tap()
  await page.getByRole('button', { name: 'Cottage, row 3, column 3' }).waitFor()
  await page.getByRole('button', { name: 'Hire a crew, 250 coins' }).waitFor()
})

test('a bought pouch is given once and survives a reload', async ({ openTown }) => {
  const page = await openTown()
  await page.getByRole('button', { name: 'Shop', exact: true }).click()
  await page.getByRole('button', { name: 'Buy Pouch of coins for $1.99' }).click()
  await page.getByRole('heading', { name: 'Pouch of coins: yours!' }).waitFor()
  await page.getByRole('button', { name: 'Thank you' }).click()
  await page.getByText('You have: 1,060 coins, 1 crew').waitFor()
  await page.reload()
  await page.getByText('1,060').first().waitFor()
})

test('in a hub the game reports its state, follows the language, and signs the player in and out', async ({
  site,
  newPage,
}) => {
  const page: Page = await newPage()
  await page.goto(site.hubUrl)
  const game = page.frameLocator('iframe')
  await game.getByRole('button', { name: 'Start building' }).click()
  await game.getByRole('button', { name: 'Pause' }).click()
  await game.getByRole('button', { name: 'Sign in' }).click()
  await game.getByText('Anna').first().waitFor()
  await game.getByRole('button', { name: 'Pause' }).click()
  await game.getByText('Playing as Anna').waitFor()
  await page.evaluate("emit('language', 'ru')")
  await game.getByRole('button', { name: 'Выйти' }).click()
  await game.getByText('Гость').first().waitFor()
  const calls = (await page.evaluate('calls')) as string[]
  expect(calls).toEqual(
    expect.arrayContaining(['ready', 'gameplayStart', 'gameplayStop', 'signIn', 'getToken', 'signOut']),
  )
})

test('no screen has an accessibility violation', async ({ openTown }) => {
  const page = await openTown({ viewport: { width: 768, height: 1024 } }, 'ru')
  await expectAccessible(page)
  await expectAccessibleCards(page, ['#shop', '#pause'])
})

test.for([
  [320, 480],
  [640, 360],
  [1440, 900],
] as const)('everything fits in a frame of %i by %i', async ([width, height], { openTown }) => {
  const page = await openTown({ viewport: { width, height } }, 'ru')
  await expectFit(page, 'header button, .pill, .quest, .board-room, .load, .tool')
})
