/** While guests flood a hub with a low limit, they are refused, and every screen of the console opens. */
import { Agent, get } from 'node:http'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { openConsole } from '../../steps/operator.ts'

const t = consoleTranslator('en')
const test = journey({ start: () => startEnvironment({ MAX_LOOP_DELAY_MS: '50' }) })
const connections = 100

const screens = [
  ...['', 'orders', 'refunds', 'disputes', 'tickets', 'replies', 'players', 'game-servers', 'leaderboards'],
  ...['finance', 'operations', 'audit', 'operators', 'me', 'search?q=anna', 'leaderboards/islandm3/best'],
  ...['', '/webhooks', '/deliveries', '/builds', '/keys', '/secret'].map(
    (tab) => `game-servers/islandm3${tab}`,
  ),
]
/** Their first row is a screen, too. */
const lists = ['orders', 'tickets', 'operators', 'players']
const playerTabs = ['orders', 'purchases', 'saves', 'tickets', 'sessions', 'activity', 'notes']

/** Guests who ask for pages that are in no cache. @returns the number of responses by status, when it is over */
function startFlood(hubUrl: string): () => Record<string, number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const responses: Record<string, number> = {}
  let count = 0
  let isOver = false
  const ask = () => {
    if (isOver) return
    const url = `${hubUrl}/games/en/?search=text${count++}`
    get(url, { agent, headers: { accept: 'text/html' } }, (response) => {
      const status = String(response.statusCode)
      responses[status] = (responses[status] ?? 0) + 1
      response.resume().on('close', ask)
    }).on('error', () => setTimeout(ask, 10))
  }
  for (let index = 0; index < connections; index++) ask()
  return () => {
    isOver = true
    agent.destroy()
    return responses
  }
}

/** @returns what the screen shows instead of its data */
async function openScreen(page: Page, path: string): Promise<string | undefined> {
  await page.goto(`/console/${path}`)
  const title = page.getByRole('heading', { level: 1 })
  await title.waitFor({ timeout: 60_000 })
  const shown = await title.textContent()
  return shown === t('common:failed.title') || shown === t('common:notFound.title') ? shown : undefined
}

test('every screen opens while guests flood the hub', { timeout: 600_000 }, async ({
  environment,
  openTab,
}) => {
  const { page, allowConsoleErrors } = await openTab()
  allowConsoleErrors(/status of 503|dynamically imported module/)
  await openConsole(page, environment)
  const stopFlood = startFlood(environment.hubUrl)
  const failed: Record<string, string> = {}
  const open = async (path: string) => {
    const instead = await openScreen(page, path)
    if (instead) failed[path] = instead
  }
  for (const path of screens) await open(path)
  for (const list of lists) {
    await open(list)
    const row = page.locator('a[data-row]').first()
    const path = (await row.getAttribute('href'))?.replace('/console/', '') ?? ''
    await open(path)
    if (list === 'players') for (const tab of playerTabs) await open(`${path}/${tab}`)
  }
  const { 503: refused = 0 } = stopFlood()
  expect(failed).toEqual({})
  expect(refused).toBeGreaterThan(0)
})
