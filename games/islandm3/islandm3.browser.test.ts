import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { announced, expectAccessible, expectAccessibleCards, expectFit, gameTest } from '../test/game-test.ts'

const test = gameTest({
  project: 'islandm3',
  item: { id: 'islandm3-chest', title: 'Chest' },
}).extend('page', ({ newPage }) => newPage())

async function startLevel(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Play' }).click()
  await page.getByRole('application', { name: 'Board, 8 by 8' }).waitFor()
  await page.locator('#board[aria-busy=false]').waitFor()
}

interface Place {
  row: number
  column: number
}

/** Uses a hint and reads the two cells from its announcement. */
async function useHint(page: Page): Promise<[Place, Place]> {
  await page.getByRole('button', { name: /^Hint, / }).click()
  await announced(page, /Try to swap/)
  const text = (await page.locator('#announcer').textContent()) ?? ''
  const [first, second] = [...text.matchAll(/row (\d+), column (\d+)/g)].map(
    ([, row, column]): Place => ({ row: Number(row), column: Number(column) }),
  )
  if (!first || !second) throw new Error(`No two cells in: ${text}`)
  return [first, second]
}

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await page.keyboard.press(key)
}

test('a move can be made with the keyboard alone and is announced', async ({ page, site }) => {
  await startLevel(page, site.gameUrl)
  const [from, to] = await useHint(page)
  await page.getByRole('application').focus()
  await press(page, 'ArrowLeft', 7)
  await press(page, 'ArrowUp', 7)
  await press(page, 'ArrowRight', from.column - 1)
  await press(page, 'ArrowDown', from.row - 1)
  await page.keyboard.press('Space')
  await announced(page, /picked\. Pick a neighbour/)
  await page.keyboard.press(from.row === to.row ? 'ArrowRight' : 'ArrowDown')
  await page.keyboard.press('Space')
  await announced(page, /\d+ cleared, [\d,]+ points\. 15 moves left\./)
  expect(await page.locator('#moves').textContent()).toBe('15')
})

test('a swipe makes a move', async ({ page, site }) => {
  await startLevel(page, site.gameUrl)
  const [from, to] = await useHint(page)
  const box = await page.locator('#board canvas').boundingBox()
  if (!box) throw new Error('The page has no board')
  const cell = box.width / 8.32
  const x = box.x + (from.column - 0.34) * cell
  const y = box.y + (from.row - 0.34) * cell
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (to.column - from.column) * cell, y + (to.row - from.row) * cell, { steps: 4 })
  await page.mouse.up()
  await announced(page, /15 moves left\./)
})

test('a bought item is given once and survives a reload', async ({ page, site }) => {
  await startLevel(page, site.gameUrl)
  await page.getByRole('button', { name: 'Shop', exact: true }).click()
  await page.getByRole('button', { name: 'Buy Hint pack for $0.99' }).click()
  await page.getByRole('heading', { name: 'Hint pack is yours!' }).waitFor()
  await page.getByRole('button', { name: 'Thank you' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Hint, 8 left' }).waitFor()

  await page.reload()
  await page.getByRole('button', { name: 'Play' }).click()
  await page.getByRole('button', { name: 'Hint, 8 left' }).waitFor()
})

test('an interrupted purchase is given at the next start, once', async ({ page, site }) => {
  await page.goto(site.gameUrl)
  await page.getByRole('button', { name: 'Play' }).waitFor()
  await page.evaluate(() => {
    const left = [{ id: 'interrupted', itemId: 'islandm3-boosters', state: 'granted', createdAt: 1 }]
    localStorage.setItem('playhub:local-purchases', JSON.stringify(left))
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Boosters from an earlier purchase is yours!' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Play' }).click()
  await page.getByRole('button', { name: 'Coconut bomb, 4 left' }).waitFor()
})

test('a round continues after a reload', async ({ page, site }) => {
  await startLevel(page, site.gameUrl)
  await page.getByRole('button', { name: 'Coconut bomb, 1 left' }).click()
  await page.keyboard.press('Space')
  await announced(page, /cleared/)
  const score = await page.locator('#score').textContent()
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.locator('#score').textContent()).toBe(score)
})

test.for([
  ['en', ['#shop', '#levels', '#pause']],
  ['ru', ['#shop']],
] as const)('no screen has an accessibility violation in %s', async ([language, openers], { page, site }) => {
  await page.goto(`${site.gameUrl}?lng=${language}`)
  await expectAccessible(page)
  await page.locator('dialog').getByRole('button').first().click()
  await expectAccessible(page)
  await expectAccessibleCards(page, openers)
})

test.for([
  [320, 480],
  [320, 568],
  [640, 360],
  [480, 320],
  [500, 500],
  [1024, 768],
  [1920, 1080],
] as const)('everything fits in a frame of %i by %i', async ([width, height], { page, site }) => {
  await page.setViewportSize({ width, height })
  await page.goto(`${site.gameUrl}?lng=ru`)
  await page.locator('dialog .is-main').click()
  await expectFit(page, 'header button, .tool, #board canvas, .status')
})
