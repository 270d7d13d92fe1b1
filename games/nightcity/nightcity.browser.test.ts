import { expect } from 'vitest'
import { gameTest } from '../test/game-test.ts'

const test = gameTest({
  project: 'nightcity',
  item: { id: 'nightcity-chips', title: 'Stack of chips' },
})
  .extend('page', ({ newPage }) => newPage())
  .extend('inHub', async ({ page, site }) => {
    await page.goto(site.hubUrl)
    return page.frameLocator('iframe')
  })

test('without a hub that has asked for the age there is no game', async ({ page, site }) => {
  await page.goto(site.gameUrl)
  await page.getByText('This game is for adults.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  await page.goto(`${site.gameUrl}?lng=ru`)
  await page.getByText('Игра для взрослых.').waitFor()
})

test('a bet deals the cards, and Stand ends the round, which is announced', async ({ page, inHub }) => {
  await inHub.getByRole('button', { name: 'Play' }).click()
  await inHub.getByRole('button', { name: 'Bet 10', exact: true }).click()
  const stand = inHub.getByRole('button', { name: 'Stand' })
  // Twenty-one with the first two cards ends the round at once.
  if (await stand.isVisible()) await page.keyboard.press('KeyS')
  await inHub
    .getByRole('status')
    .filter({ hasText: /win|wins|draw/i })
    .waitFor()
  await inHub.getByRole('img', { name: /^The house: .+ points$/ }).waitFor()
  await inHub.getByRole('button', { name: 'Bet 10', exact: true }).waitFor()
})

test('bought chips arrive once', async ({ inHub }) => {
  await inHub.getByRole('button', { name: 'Shop' }).click()
  await inHub.getByRole('button', { name: /^Buy Stack of chips/ }).click()
  await inHub.getByRole('heading', { name: 'Stack of chips: yours!' }).waitFor()
  await inHub.getByRole('button', { name: 'Thank you' }).click()
  await inHub.getByRole('button', { name: 'Close' }).click()
  await inHub.getByRole('button', { name: 'Play' }).click()
  expect(await inHub.locator('#chips').textContent()).toBe('600')
})
