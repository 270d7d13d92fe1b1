/** Calls of a game that the hub's page shows or follows. */
import { expect } from 'vitest'
import { connectSource, gameOn, gameUrl, sdkGameJourney } from '../../sites/sdk-game.ts'

const test = sdkGameJourney()

test('confetti falls over the game once in 30 s, and then is gone', async ({ game, environment }) => {
  const { page, frame } = game
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const hub = await connectSource(frame, environment.hubUrl)
  const canvas = page.locator('[data-confetti]')
  await Promise.all([canvas.waitFor({ state: 'attached' }), hub.evaluate((to) => to.celebrate())])
  expect(await canvas.evaluate(({ parentElement }) => parentElement?.id)).toBe('game-container')
  await canvas.waitFor({ state: 'detached' })
  await hub.evaluate(async (to) => {
    to.celebrate()
    await to.getLanguage()
  })
  expect(await canvas.count()).toBe(0)
})

test('who prefers less motion sees no confetti', async ({ environment, openTab }) => {
  const { page } = await openTab()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(gameUrl)
  const { frame } = await gameOn(page)
  const hub = await connectSource(frame, environment.hubUrl)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await hub.evaluate(async (to) => {
    to.celebrate()
    await to.getLanguage()
  })
  expect(await page.locator('[data-confetti]').count()).toBe(0)
  expect(requested.filter((url) => url.includes('confetti'))).toEqual([])
})

test('a game lists the games of the hub, and leaves to its own page', async ({ game, environment }) => {
  const { page, frame } = game
  const hub = await connectSource(frame, environment.hubUrl)
  const { url, games } = await hub.evaluate((of) => of.getGames())
  expect(url).toBe(`${environment.hubUrl}/games/en/`)
  const shown = games.find(({ id }) => id === 'islandm3')
  expect(shown).toMatchObject({ title: expect.any(String), url: `${environment.hubUrl}/games/en/islandm3/` })
  for (const href of [shown?.coverUrl, shown?.iconUrl, shown?.url])
    expect((await fetch(href ?? '')).status).toBe(200)
  await Promise.all([page.waitForURL('**/games/en/islandm3/'), hub.evaluate((to) => to.leave())])
  await page.getByRole('heading', { level: 1 }).waitFor()
})
