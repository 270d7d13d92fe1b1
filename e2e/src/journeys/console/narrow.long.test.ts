/** No screen of the console scrolls sideways or overlaps on a phone or a tablet, and a refused screen keeps the menu. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { addOperator, logInOperator, setUpOperator } from '../../steps/operator.ts'
import { openOwnerSession, useSession } from '../../steps/operator-session.ts'

const t = consoleTranslator('en')
const test = journey({ start: startEnvironment })

const menu = (page: Page) => page.getByRole('navigation', { name: t('common:menu') })

const screens = [
  ...['', 'me', 'search?q=anna', 'refunds', 'disputes', 'finance', 'operations', 'audit', 'unknown'],
  ...[
    'insights',
    'insights/islandm3',
    'replies',
    'leaderboards',
    'leaderboards/islandm3/best',
    'game-servers',
    'game-servers/islandm3',
  ],
  ...['webhooks', 'deliveries', 'builds', 'keys', 'secret'].map((tab) => `game-servers/islandm3/${tab}`),
]
/** Their first row is a screen, too. */
const lists = ['orders', 'orders?state=undelivered', 'tickets', 'players', 'operators']
const playerTabs = ['orders', 'purchases', 'saves', 'tickets', 'sessions', 'activity', 'notes']

async function openRow(page: Page, list: string): Promise<string> {
  await page.goto(`/console/${list}`)
  const row = page.locator('a[data-row]').first()
  return (await row.getAttribute('href'))?.replace('/console/', '') ?? ''
}

/** Runs in the page. @returns  what is wider than its place, and can be scrolled to. */
function findSideways(): string[] {
  const scrolls = (element: Element) =>
    element === document.scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflowX)
  return [...document.querySelectorAll('html, body *')]
    .filter((element) => element.scrollWidth > element.clientWidth && scrolls(element))
    .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)
}

/** Runs in the page. @returns  texts of a table's row that lie upon each other */
function findOverlaps(): string[] {
  const measure = (cell: Element) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
  }
  return [...document.querySelectorAll('tbody tr')].flatMap((row) => {
    const cells = [...row.querySelectorAll('td')].filter((cell) => cell.querySelector('button, a') === null)
    return cells.flatMap((cell, index) =>
      cells
        .slice(index + 1)
        .filter((other) =>
          measure(cell).some((one) =>
            measure(other).some(
              ({ left, right, top, bottom }) =>
                one.left < right - 1 && left < one.right - 1 && one.top < bottom - 1 && top < one.bottom - 1,
            ),
          ),
        )
        .map((other) => `${cell.textContent} on ${other.textContent}`),
    )
  })
}

test.for(['en', 'ru'] as const)(
  'no screen scrolls sideways at 360 and 768 px (%s)',
  {
    timeout: 300_000,
  },
  async (language, { environment, openTab }) => {
    const { page, context, allowConsoleErrors } = await openTab({ language })
    allowConsoleErrors(/status of 40[14]/)
    const owner = await openOwnerSession(environment)
    await owner.call('PUT', '/session/language', { language })
    await useSession(context, environment, owner)
    const rows: string[] = []
    for (const list of lists) rows.push(await openRow(page, list))
    const player = rows.find((path) => path.startsWith('players/'))
    const paths = [...screens, ...lists, ...rows, ...playerTabs.map((tab) => `${player}/${tab}`)]
    const found: Record<string, string[]> = {}
    for (const path of paths) {
      await page.goto(`/console/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const width of [360, 768]) {
        await page.setViewportSize({ width, height: 800 })
        const wide = [...(await page.evaluate(findSideways)), ...(await page.evaluate(findOverlaps))]
        if (wide.length > 0) found[`${path} at ${width} px`] = wide
      }
    }
    expect(found).toEqual({})
  },
)

test('sums of a busy hub fit a phone', async ({ environment, openTab }) => {
  const { page, context } = await openTab()
  await useSession(context, environment, await openOwnerSession(environment))
  await page.route('**/home/sales*', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const sums = { orders: 900, soldMinor: 98_765_432_100, refundedMinor: 12_345_678_900 }
    const days = [0, 86_400_000].flatMap((ageMs) => {
      const day = new Date(data.result.checkedAt - ageMs).toISOString().slice(0, 10)
      return ['RUB', 'USD'].map((currency) => ({ day, project: 'islandm3', currency, ...sums }))
    })
    await route.fulfill({ response, json: { data: { result: { ...data.result, days } } } })
  })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/console/')
  await page.getByRole('table').first().getByText('987,654,321').first().waitFor()
  expect([...(await page.evaluate(findSideways)), ...(await page.evaluate(findOverlaps))]).toEqual([])
})

test('a screen that a role may not see keeps the menu and names the role', async ({
  environment,
  openTab,
}) => {
  const { page, allowConsoleErrors } = await openTab()
  allowConsoleErrors(/status of 40[134]/)
  const email = 'vera@example.org'
  const operator = await setUpOperator(page, { link: await addOperator(environment, email, 'viewer'), email })
  await logInOperator(page, operator, { app: operator.nextCode() })
  await menu(page).waitFor()
  await page.goto('/console/audit')
  await page.getByRole('heading', { level: 1, name: t('common:forbidden.title') }).waitFor()
  await page
    .getByRole('alert')
    .getByText(t('errors:needsRoleForAll', { roles: t('common:role.owner') }))
    .waitFor()
  await menu(page)
    .getByRole('link', { name: t('common:area.orders') })
    .click()
  await page.getByRole('heading', { level: 1, name: t('orders:title') }).waitFor()
})
