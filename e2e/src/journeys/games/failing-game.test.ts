/** A server's error page is no game, and a silent game is no error. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../../environment/journey.ts'
import { type Language, translator } from '../../environment/translator.ts'
import { startFailingGame } from '../../sites/failing-game.ts'

const test = journey({ start: startFailingGame })

const heading = (page: Page, text: string) =>
  page.frameLocator('#game-frame:not([inert])').getByRole('heading', { name: text })

for (const [language, name] of [
  ['en', 'Treasure Island'],
  ['ru', 'Остров сокровищ'],
] as const) {
  test(`an error of the game's server gets a retry, until it is gone (${language})`, async ({
    environment,
    openTab,
  }) => {
    const { page } = await openGame(openTab, language)
    const t = translator(language)
    for (const status of [503, 404]) {
      environment.server.status = status
      await page.goto(`/games/${language}/islandm3/?play=1`)
      await page.getByRole('heading', { name: new RegExp(t('play:failed.title', { name: '.*' })) }).waitFor()
      await page.getByText(t('play:failed.refused')).waitFor()
    }
    environment.server.status = 200
    await page.getByRole('button', { name: t('common:retry') }).click()
    await heading(page, 'A silent game').waitFor()
    expect(await page.getByText(name).count()).toBeGreaterThan(0)
  })
}

test("a response that the hub takes for an error is shown at the player's wish", async ({
  environment,
  openTab,
}) => {
  const { page } = await openGame(openTab, 'en')
  const t = translator('en')
  environment.server.status = 403
  await page.goto('/games/en/islandm3/?play=1')
  await page.getByRole('button', { name: t('play:failed.show') }).click()
  await heading(page, '403 from a server').waitFor()
  await page.reload()
  await heading(page, '403 from a server').waitFor()
  environment.server.status = 200
})

test('a silent build is shown, and the error page of a proxy in front of it is not', async ({ openTab }) => {
  const { page } = await openGame(openTab, 'en')
  const t = translator('en')
  await page.goto('/games/en/built/?play=1')
  await heading(page, 'A silent build').waitFor()
  const isGameHost = ({ hostname }: URL) => hostname.startsWith('built.')
  await page.route(isGameHost, (route) => route.fulfill({ status: 503, body: 'Service Unavailable' }))
  await page.reload()
  const title = page.getByRole('heading', { name: t('play:failed.title', { name: 'Built' }) })
  await title.waitFor()
  await page.unroute(isGameHost)
  await page.getByRole('button', { name: t('common:retry') }).click()
  await heading(page, 'A silent build').waitFor()
})

test('the request to turn a phone hides the game, which gets neither clicks nor keys', async ({
  openTab,
}) => {
  const { page } = await openTab({ width: 390, height: 844, hasTouch: true })
  const t = translator('en')
  await page.goto('/games/en/islandm3/?play=1')
  const request = page.getByText(t('play:turn.title'))
  await request.waitFor()
  const surface = request.locator('xpath=ancestor::div[contains(@class, "absolute")]').last()
  expect(await surface.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toMatch(
    /\/|rgba/,
  )
  expect(await page.locator('#game-frame').getAttribute('inert')).not.toBeNull()
  await page.setViewportSize({ width: 844, height: 390 })
  await request.waitFor({ state: 'detached' })
  await heading(page, 'A silent game').waitFor()
})

/** The bare responses are errors in the console, too. */
async function openGame(
  openTab: (options: {
    language: Language
  }) => Promise<{ page: Page; allowConsoleErrors(expected: RegExp): void }>,
  language: Language,
) {
  const tab = await openTab({ language })
  tab.allowConsoleErrors(/status of (403|404|503)|CORS|ERR_FAILED/)
  return tab
}
