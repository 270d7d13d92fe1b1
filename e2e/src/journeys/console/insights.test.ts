/** Staff read who plays and pays, for all games and for one, and roll a worse version back. */
import { zipGame } from '@playhub/server/raw-zip'
import { expect } from 'vitest'
import { accessibilityViolations, type TabOptions } from '../../environment/browser.ts'
import { changeDatabase } from '../../environment/database-orders.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { type OperatorSession, openOwnerSession, useSession } from '../../steps/operator-session.ts'

const project = 'islandm3'
const dayMs = 86_400_000
const t = consoleTranslator('en')
const test = journey({ start: () => startEnvironment() })
  // A code logs in once.
  .extend('owner', { scope: 'file' }, ({ environment }) => openOwnerSession(environment))
  .extend('game', { scope: 'file' }, ({ environment }) => seed(environment))
  .extend(
    'open',
    ({ environment, owner, openTab }) =>
      async (path: string, options?: Partial<TabOptions>) => {
        const { page, context } = await openTab(options)
        await useSession(context, environment, owner)
        await page.goto(`/console/${path}`)
        return page
      },
  )

type Counts = Partial<Record<'plays' | 'players' | 'newPlayers' | 'crashed', number>>

/** Some days before the day of the test, in the hub's zone. */
const toDay = (daysAgo: number) =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone: 'UTC' }).format(Date.now() - daysAgo * dayMs)

/** A row of `insight_days`. */
function listValues(daysAgo: number, [dimension, value]: [string, string], counts: Counts): string {
  const { plays = 100, players = 50, newPlayers = 20, crashed = 2 } = counts
  const texts = [project, toDay(daysAgo), dimension, value].map((text) => `'${text}'`)
  const numbers = [plays * 2, plays, players, newPlayers, players * 300]
  const findings = [plays - crashed, Math.round(plays * 0.7), crashed, Math.round(plays / 50), 10]
  return `(${[...texts, ...numbers, ...findings].join(', ')})`
}

const columns =
  'project, day, dimension, value, views, plays, players, new_players, play_seconds, loads, kept_plays, crashed_plays, failed_plays, shop_opens'

/** 56 days: 100 plays a day, and in the last 28 days half as many again. @returns  the game */
async function seed({ database }: TestEnvironment): Promise<string> {
  const days = Array.from({ length: 56 }, (_, daysAgo) => daysAgo)
  const parts: [string, string][] = [
    ['all', ''],
    ...(['phone', 'desktop'] as const).map((device): [string, string] => ['device', device]),
    ['language', 'en'],
    ['source', 'direct'],
    ['source', 'news.example.org'],
    ['player', 'new'],
    ['build', '1'],
  ]
  const rows = days.flatMap((daysAgo) =>
    parts.map((part) => listValues(daysAgo, part, { plays: daysAgo < 28 ? 150 : 100 })),
  )
  await changeDatabase(database, `insert into insight_days (${columns}) values ${rows.join(', ')}`)
  // The hub sums all games when it counts.
  const others = columns.replace('project, ', '')
  await changeDatabase(
    database,
    `insert into insight_days (${columns}) select '*', ${others} from insight_days where dimension <> 'build'`,
  )
  const cohorts = days.flatMap((daysAgo) =>
    [
      [0, 20],
      [1, daysAgo > 1 ? 5 : 0],
      [7, daysAgo > 7 ? 2 : 0],
    ].map(([number, count]) => `('${project}', '${toDay(daysAgo)}', ${number}, ${count})`),
  )
  await changeDatabase(
    database,
    `insert into cohort_days (project, first_day, day_number, count) values ${cohorts.join(', ')}`,
  )
  await changeDatabase(
    database,
    `insert into insight_events (project, day, build_number, name, count, sum) values ('${project}', '${toDay(1)}', 1, 'level-done', 40, 120)`,
  )
  await changeDatabase(
    database,
    `insert into insight_loads (project, day, build_number, bucket, count) values ('${project}', '${toDay(1)}', 1, 20, 150)`,
  )
  return project
}

test('a game that nobody has played says what to do', async ({ open }) => {
  const page = await open(`insights/${project}`)
  await page.getByRole('heading', { name: t('insights:empty.title') }).waitFor()
  await page.getByText(t('insights:counted')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('figures, charts, retention and parts are read at every width and in both themes', async ({
  open,
  game,
}) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const page = await open(`insights/${game}`, { colorScheme })
    await page.getByText(t('insights:change.more', { share: '+50%', before: '2,800' })).waitFor()
    await page.getByRole('img', { name: t('insights:chart.plays') }).waitFor()
    await page.getByRole('row', { name: /^level-done/ }).waitFor()
    await page.getByRole('rowheader', { name: 'news.example.org' }).waitFor()
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await accessibilityViolations(page), `${width} px, ${colorScheme}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  }
})

test('a chart has its values and what changed in a table that the keyboard opens', async ({ open, game }) => {
  const page = await open(`insights/${game}`)
  const chart = page.getByRole('figure').filter({ hasText: t('insights:chart.plays') })
  await chart.getByText(t('common:chart.table')).focus()
  await page.keyboard.press('Enter')
  const row = chart.getByRole('row').last()
  await row.getByRole('cell', { name: '150', exact: true }).waitFor()
  await row.getByRole('cell', { name: '100', exact: true }).waitFor()
})

test('retention has percentages of days that are over, and none of today', async ({ open, game }) => {
  const page = await open(`insights/${game}`)
  const table = page.getByRole('table', { name: t('insights:retention.title') })
  const rows = table.getByRole('row')
  // The head, the sum, then today.
  await rows.nth(2).getByText(t('insights:retention.later')).first().waitFor()
  expect(await rows.nth(2).getByText('%').count()).toBe(0)
  await rows.last().getByText('25%').waitFor()
})

test('another game or period stays in the address, and all games name no version', async ({ open, game }) => {
  const page = await open('insights')
  await page.getByText(t('insights:chooseGame')).waitFor()
  await page.getByRole('button', { name: t('insights:preset.7'), exact: true }).click()
  await page.getByLabel(t('insights:game'), { exact: true }).selectOption(game)
  await page.waitForURL(new RegExp(`/insights/${game}\\?from=${toDay(6)}&to=${toDay(0)}`))
  await page.getByRole('table', { name: t('insights:part.build.title') }).waitFor()
  const href = await page
    .getByRole('link', { name: t('common:list.export') })
    .first()
    .getAttribute('href')
  const csv = await page.request.get(href ?? '')
  expect(csv.status()).toBe(200)
  expect((await csv.text()).trim().split('\n')).toHaveLength(8)
})

/** Publishes a version of a game that has none. @returns  its number */
async function publish({ hubUrl }: TestEnvironment, { cookie }: OperatorSession, text: string) {
  const response = await fetch(`${hubUrl}/api/operator/v1/game-servers/skyport/builds/archive`, {
    method: 'POST',
    headers: { cookie, 'x-operator': '1', 'content-type': 'application/zip' },
    body: new Uint8Array(zipGame({ 'notes.txt': text })),
  })
  const { data } = (await response.json()) as { data: { result: { number: number } } }
  return data.result.number
}

test('a worse version is on home, and an operator rolls it back there', async ({
  environment,
  owner,
  open,
}) => {
  const [good, bad] = [await publish(environment, owner, 'good'), await publish(environment, owner, 'bad')]
  const rows = [
    listValues(0, ['build', String(good)], { plays: 1000, crashed: 12 }),
    listValues(0, ['build', String(bad)], { plays: 500, crashed: 41 }),
  ].map((row) => row.replace(project, 'skyport'))
  await changeDatabase(
    environment.database,
    `insert into insight_days (${columns}) values ${rows.join(', ')}`,
  )
  const page = await open('')
  await page.getByRole('link', { name: t('home:kind.build-worse_one', { number: '1' }) }).waitFor()
  const number = String(good)
  await page.getByRole('button', { name: t('game-servers:builds.rollbackTo', { number }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('common:confirm.reason')).fill('It crashes')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('game-servers:builds.rollbackTo', { number }) }).click()
  await page.getByText(t('game-servers:builds.activated', { number })).waitFor()
  await page.getByText(t('home:kind.build-worse_one', { number: '1' })).waitFor({ state: 'detached' })
})

test('the weekly email is switched on and off', async ({ open }) => {
  const page = await open('me')
  const checkbox = page.getByLabel(t('account:weeklyReport.label'))
  for (const state of ['on', 'off']) {
    await checkbox.click()
    await page.getByText(t(`account:weeklyReport.${state}`)).waitFor()
    await page.reload()
    await checkbox.waitFor()
    expect(await checkbox.isChecked()).toBe(state === 'on')
  }
})
