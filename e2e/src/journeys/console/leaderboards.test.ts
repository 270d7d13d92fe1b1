/** Support decides about the names that players reported on a leaderboard. */
import type { RouteResponse } from '@playhub/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ApiPlayer, call, register } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { logInOwner } from '../../steps/operator.ts'

const project = 'islandm3'
const board = 'best'
const t = consoleTranslator('en')
const test = journey({ start: () => startEnvironment() })

/** The game's server submits scores of players who have opened the game. */
async function addScore(
  { hubUrl }: TestEnvironment,
  { jwt, userId }: ApiPlayer,
  score: number,
): Promise<void> {
  await call({ hubUrl }, 'POST', '/me/library/played', { jwt, body: { project } })
  const response = await fetch(`${hubUrl}/api/server/v1/scores`, {
    method: 'POST',
    headers: { authorization: `Bearer sandbox_${project}`, 'content-type': 'application/json' },
    body: JSON.stringify({ playerId: userId, board, score }),
  })
  expect(response.status).toBe(200)
}

/** A player reports everyone on the leaderboard. */
async function reportAll(environment: TestEnvironment, { jwt }: ApiPlayer): Promise<void> {
  const path = `/play/scores/top?project=${project}&board=${board}`
  const { data } = await call<RouteResponse<'GET /play/scores/top'>>(environment, 'GET', path, {})
  for (const { id } of data.result.entries)
    await call(environment, 'POST', '/play/scores/report', { jwt, body: { entry: id } })
}

/** Presses a button in the row of a score. */
async function decide(page: Page, score: string, label: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: score })
  await row.getByRole('button', { name: label }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('common:confirm.reason')).fill('As the rules say')
  await dialog.getByRole('button', { name: label }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('reported names are kept or hidden, and a hidden player is shown again', async ({
  environment,
  openTab,
}) => {
  const [bad, good] = [await register(environment), await register(environment)]
  await addScore(environment, bad, 2468)
  await addScore(environment, good, 1357)
  await reportAll(environment, good)
  const { page } = await openTab()
  await page.goto('/console/sign-in')
  await logInOwner(page, environment)
  const menu = page.getByRole('navigation', { name: t('common:menu') })
  await menu.getByRole('link', { name: t('common:area.leaderboards') }).click()
  await page
    .getByRole('row')
    .filter({ hasText: t('leaderboards:reportedNames_other', { count: '2' }) })
    .getByRole('link')
    .click()
  await page.getByText('2,468').waitFor()
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  await decide(page, '1,357', t('leaderboards:keep.button'))
  await decide(page, '2,468', t('players:hideScore.button'))
  await page.getByText(t('leaderboards:empty.reported')).waitFor()

  await page.getByLabel(t('leaderboards:state')).selectOption({ label: t('leaderboards:states.hidden') })
  await decide(page, '2,468', t('players:showScore.button'))
  await page.getByText(t('leaderboards:empty.hidden')).waitFor()
  await page.getByRole('button', { name: t('common:list.clearFilters') }).click()
  await page.getByRole('row').filter({ hasText: '2,468' }).waitFor()
  await page.getByRole('row').filter({ hasText: '1,357' }).waitFor()
})
