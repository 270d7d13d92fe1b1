/** Scores and achievements from a game through the SDK to the page of the game and the profile. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { register, storeLogin } from '../../environment/api.ts'
import { translator } from '../../environment/translator.ts'
import { type ConnectedHub, connectSource, gameOn, gameUrl, sdkGameJourney } from '../../sites/sdk-game.ts'

const t = translator('en')
const test = sdkGameJourney()
const gamePage = '/games/en/islandm3/'

const submit = (hub: ConnectedHub, score: number) =>
  hub.evaluate((to, value) => to.scores.submit('best', value, { extra: '<b>level</b>' }), score)

const boardOn = (page: Page) => page.getByRole('region', { name: 'Best round' })

/** This player's own entries load when the leaderboard is near. */
async function openBoard(page: Page): Promise<void> {
  await page.goto(gamePage)
  await boardOn(page).scrollIntoViewIfNeeded()
}

test('a score reaches the page of the game under the name that the player chooses, as text', async ({
  game,
  environment,
  openTab,
}) => {
  const { page, frame } = game
  const hub = await connectSource(frame, environment.hubUrl)
  expect(await submit(hub, 12)).toMatchObject({ best: 12, isNewBest: true, rank: { all: 1 } })
  const question = page.getByRole('region', { name: t('game:scores.nameQuestion.title') })
  await question.getByRole('button', { name: /^As / }).click()
  await question.waitFor({ state: 'detached' })
  const top = await hub.evaluate((of) => of.scores.top('best'))
  expect(top).toMatchObject([{ rank: 1, score: 12, formatted: '12', isMe: true, extra: '<b>level</b>' }])

  const other = await openTab({ player: await register(environment) })
  await openBoard(other.page)
  const row = boardOn(other.page).getByRole('row').nth(1)
  expect(await row.textContent()).toContain('<b>level</b>')
  expect(await row.locator('b, img[src=x]').count()).toBe(0)
  await row.getByRole('button', { name: /^Report the name/ }).click()
  await other.page.getByText(t('game:scores.reported')).waitFor()
})

test('the question for the name fits a phone with a long nickname', async ({
  environment,
  openTab,
  openGameIn,
}) => {
  const { page } = await openTab({ width: 360, height: 740 })
  const { frame } = await openGameIn(page, await register(environment))
  await submit(await connectSource(frame, environment.hubUrl), 12)
  const question = page.getByRole('region', { name: t('game:scores.nameQuestion.title') })
  const overflow = await question.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect([overflow, (await question.boundingBox())?.width]).toEqual([0, 336])
})

test('an unlocked achievement is announced over the game and listed in the profile', async ({
  game,
  environment,
}) => {
  const { page, frame } = game
  const hub = await connectSource(frame, environment.hubUrl)
  const shown = page.getByRole('status').getByText('Achievement: First treasure')
  await Promise.all([shown.waitFor(), hub.evaluate((to) => to.achievements.unlock('first-treasure'))])
  await shown.waitFor({ state: 'detached' })
  await page.goto('/settings')
  await page
    .getByRole('region', { name: t('game:scores.profile.title') })
    .getByText('First treasure')
    .waitFor()
})

test("a guest's best score is kept and submitted after the login", async ({ openTab, environment }) => {
  const { page } = await openTab()
  await page.goto(gameUrl)
  const { frame } = await gameOn(page)
  expect(await submit(await connectSource(frame, environment.hubUrl), 7)).toEqual({
    state: 'queued',
    best: 7,
    isNewBest: true,
    rank: null,
  })
  await openBoard(page)
  await boardOn(page)
    .getByText(t('game:scores.guestBest', { score: '7' }))
    .waitFor()
  const newcomer = await register(environment)
  await storeLogin(page, newcomer)
  await page.goto(gamePage)
  await page.getByText(t('game:scores.submitted_one')).waitFor()
  await boardOn(page)
    .getByRole('row')
    .filter({ hasText: `(${t('game:scores.me')})` })
    .waitFor()
})
