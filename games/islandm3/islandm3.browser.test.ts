import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible, openStage } from '../kit/testing/stage.ts'

const stage = openStage()
let page: Page

beforeEach(async () => {
  page = await stage.newPage()
})

async function openGame(language = 'en'): Promise<void> {
  await page.goto(`${stage.url()}/islandm3/?lng=${language}`)
}

async function startLevel(): Promise<void> {
  await openGame()
  await page.getByRole('button', { name: 'Play' }).click()
  await page.getByRole('application', { name: 'Board, 8 by 8' }).waitFor()
  await page.locator('#board[aria-busy=false]').waitFor()
}

const said = (words: RegExp) => page.getByRole('status').filter({ hasText: words }).first().waitFor()

interface Place {
  row: number
  column: number
}

/** Asks the game for a hint and reads the two places it names. */
async function askForMove(): Promise<[Place, Place]> {
  await page.getByRole('button', { name: /^Hint, / }).click()
  await said(/Try to swap/)
  const words = (await page.locator('#announcer').textContent()) ?? ''
  const [first, second] = [...words.matchAll(/row (\d+), column (\d+)/g)].map(
    ([, row, column]): Place => ({ row: Number(row), column: Number(column) }),
  )
  if (!first || !second) throw new Error(`No two places in: ${words}`)
  return [first, second]
}

async function press(key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await page.keyboard.press(key)
}

test('a move is played by keyboard alone, and told', async () => {
  await startLevel()
  const [from, to] = await askForMove()
  await page.getByRole('application').focus()
  await press('ArrowLeft', 7)
  await press('ArrowUp', 7)
  await press('ArrowRight', from.column - 1)
  await press('ArrowDown', from.row - 1)
  await page.keyboard.press('Space')
  await said(/picked\. Pick a neighbour/)
  await page.keyboard.press(from.row === to.row ? 'ArrowRight' : 'ArrowDown')
  await page.keyboard.press('Space')
  await said(/\d+ cleared, [\d,]+ points\. 15 moves left\./)
  expect(await page.locator('#moves').textContent()).toBe('15')
})

test('a swipe plays a move too', async () => {
  await startLevel()
  const [from, to] = await askForMove()
  const box = await page.locator('#board canvas').boundingBox()
  if (!box) throw new Error('The board is not on the page')
  const cell = box.width / 8.32
  const x = box.x + (from.column - 0.34) * cell
  const y = box.y + (from.row - 0.34) * cell
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (to.column - from.column) * cell, y + (to.row - from.row) * cell, { steps: 4 })
  await page.mouse.up()
  await said(/15 moves left\./)
})

test('a bought item is given once and survives a reload', async () => {
  await startLevel()
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

test('a purchase that was interrupted before the item came is given at the next start, once', async () => {
  await openGame()
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

test('a round goes on after a reload', async () => {
  await startLevel()
  await page.getByRole('button', { name: 'Coconut bomb, 1 left' }).click()
  await page.keyboard.press('Space')
  await said(/cleared/)
  const score = await page.locator('#score').textContent()
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.locator('#score').textContent()).toBe(score)
})

test.each([
  ['en', ['#shop', '#levels', '#pause']],
  ['ru', ['#shop']],
])('no screen has an accessibility violation in %s', async (language, openers) => {
  await openGame(language)
  const card = page.locator('dialog')
  await expectAccessible(page)
  await card.getByRole('button').first().click()
  await expectAccessible(page)
  for (const opener of openers) {
    await page.locator(opener).click()
    await card.waitFor()
    if (opener === '#shop') await card.locator('li').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
  }
})

test.each([
  [320, 480],
  [320, 568],
  [640, 360],
  [480, 320],
  [500, 500],
  [1024, 768],
  [1920, 1080],
])('everything fits in a frame of %i by %i', async (width, height) => {
  await page.setViewportSize({ width, height })
  await openGame('ru')
  await page.locator('dialog .is-main').click()
  const boxes = await page
    .locator('header button, .tool, #board canvas, .status')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect))
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
