import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openFakeHub } from '../kit/testing/fake-hub.ts'
import { expectAccessible, openStage } from '../kit/testing/stage.ts'
import { newSave, type Save } from './save.ts'

const hubUrl = openFakeHub({
  project: 'familytown',
  item: { id: 'familytown-coins', title: 'Pouch of coins' },
  gameUrl: () => `${stage.url()}/familytown/`,
})
const stage = openStage({ hubUrl })

/** Two piles of logs beside a free plot, and a third on the cart. */
function readySave(): Save {
  const save = newSave(1)
  const town = save.play.town.map((_, plot) => (plot === 11 || plot === 13 ? 1 : 0) as 0 | 1)
  return { ...save, isWelcomed: true, play: { ...save.play, town } }
}

async function openTown(options: Parameters<typeof stage.newPage>[0] = {}, language = 'en'): Promise<Page> {
  const page = await stage.newPage(options)
  const put = (save: string) => {
    localStorage.getItem('familytown:local') ?? localStorage.setItem('familytown:local', save)
  }
  await page.addInitScript(put, JSON.stringify(readySave()))
  await page.goto(`${stage.url()}/familytown/?lng=${language}`)
  await page
    .getByRole('button', { name: 'Pause' })
    .or(page.getByRole('button', { name: 'Пауза' }))
    .waitFor()
  return page
}

const said = (page: Page, words: RegExp) =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor()

test('three piles of logs become a hut by keyboard alone, and the town is there after a reload', async () => {
  const page = await openTown()
  await page.getByRole('button', { name: 'Free plot, row 3, column 3; here you get: Hut' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await said(page, /3 merged: Hut\. \+4 coins\. Tim the baker says thank you!/)
  await page.reload()
  await page.getByRole('button', { name: 'Hut, row 3, column 3' }).waitFor()
  await page.getByRole('button', { name: 'Free plot, row 3, column 2' }).waitFor()
})

test('a finger builds too, and a crew makes the house better', async () => {
  const page = await openTown({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
  await page.getByRole('button', { name: /^Free plot, row 3, column 3;/ }).tap()
  await page.getByRole('button', { name: 'Hut, row 3, column 3' }).waitFor()
  await page.getByRole('button', { name: /^Crew: / }).tap()
  await page.getByRole('button', { name: 'Hut, row 3, column 3' }).tap()
  await page.getByRole('button', { name: 'Cottage, row 3, column 3' }).waitFor()
  await page.getByRole('button', { name: 'Hire a crew, 250 coins' }).waitFor()
})

test('a bought pouch is given once and survives a reload', async () => {
  const page = await openTown()
  await page.getByRole('button', { name: 'Shop', exact: true }).click()
  await page.getByRole('button', { name: 'Buy Pouch of coins for $1.99' }).click()
  await page.getByRole('heading', { name: 'Pouch of coins: yours!' }).waitFor()
  await page.getByRole('button', { name: 'Thank you' }).click()
  await page.getByText('You have: 1,060 coins, 1 crew').waitFor()
  await page.reload()
  await page.getByText('1,060').waitFor()
})

test('in a hub the game says when it is played, follows the language, and lets the player in and out', async () => {
  const page = await stage.newPage()
  await page.goto(await hubUrl())
  const game = page.frameLocator('iframe')
  await game.getByRole('button', { name: 'Start building' }).click()
  await game.getByRole('button', { name: 'Pause' }).click()
  await game.getByRole('button', { name: 'Sign in' }).click()
  await game.getByText('Anna').waitFor()
  await game.getByRole('button', { name: 'Pause' }).click()
  await game.getByText('Playing as Anna').waitFor()
  await page.evaluate("tell('language', 'ru')")
  await game.getByRole('button', { name: 'Выйти' }).click()
  await game.getByText('Гость').waitFor()
  const heard = (await page.evaluate('heard')) as string[]
  expect(heard).toEqual(
    expect.arrayContaining(['ready', 'gameplayStart', 'gameplayStop', 'signIn', 'getToken', 'signOut']),
  )
})

test('no screen has an accessibility violation', async () => {
  const page = await openTown({ viewport: { width: 768, height: 1024 } }, 'ru')
  await expectAccessible(page)
  for (const opener of ['#shop', '#pause']) {
    await page.locator(opener).click()
    await page.locator('dialog').waitFor()
    if (opener === '#shop') await page.locator('dialog li').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
  }
})

test.each([
  [320, 480],
  [640, 360],
  [1440, 900],
])('everything fits in a frame of %i by %i', async (width, height) => {
  const page = await openTown({ viewport: { width, height } }, 'ru')
  const boxes = await page
    .locator('header button, .pill, .quest, .board-room, .load, .tool')
    .evaluateAll((elements) =>
      elements
        .map((element) => element.getBoundingClientRect().toJSON() as DOMRect)
        .filter((box) => box.width > 0),
    )
  const overlaps = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  expect(boxes.flatMap((box, nth) => boxes.slice(nth + 1).filter((other) => overlaps(box, other)))).toEqual(
    [],
  )
  for (const box of boxes) {
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(width)
    expect(box.bottom).toBeLessThanOrEqual(height)
  }
})
