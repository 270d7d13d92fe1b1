/** A long list is as it was left: after Back, and after a login that came between. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { changeDatabase, query } from '../../environment/database-orders.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { logInOwner } from '../../steps/operator.ts'
import { forgetOwnerCodes } from '../../steps/operator-session.ts'

const t = consoleTranslator('en')
const pageSize = 50
const added = 70
const shownRow = 65

const test = journey({ start: startEnvironment }).extend(
  'owner',
  { scope: 'file' },
  async ({ environment, fileTab }) => {
    fileTab.allowConsoleErrors(/status of 401/)
    await addOrders(environment)
    await fileTab.page.goto('/console/sign-in')
    await logInOwner(fileTab.page, environment)
    await heading(fileTab.page, t('home:title')).waitFor()
    return fileTab.page
  },
)

/** Copies of a paid order. */
async function addOrders({ database }: TestEnvironment): Promise<void> {
  const [order = {}] = await query<Record<string, string | number | null>>(
    database,
    "select * from orders where status = 'paid' limit 1",
  )
  const names = Object.keys(order)
  const toRow = (index: number) => {
    const id = `${String(order.id).slice(0, -12)}${index.toString(16).padStart(12, '0')}`
    return `(${names.map((name) => toLiteral(name === 'id' ? id : (order[name] ?? null))).join(', ')})`
  }
  const rows = Array.from({ length: added }, (_, index) => toRow(index))
  await changeDatabase(database, `insert into orders (${names.join(', ')}) values ${rows.join(', ')}`)
}

const toLiteral = (value: string | number | null) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const rows = (page: Page) => page.locator('a[data-row]')

/** Opens the list, loads the next page and goes to a row of it. */
async function openPlace(page: Page): Promise<Place> {
  await page.goto('/console/orders')
  await page.getByRole('button', { name: t('common:list.more') }).click()
  await page.waitForFunction((count) => document.querySelectorAll('a[data-row]').length > count, pageSize)
  await rows(page).nth(shownRow).scrollIntoViewIfNeeded()
  return readPlace(page)
}

type Place = { rows: number; top: number; href: string | null }

async function readPlace(page: Page): Promise<Place> {
  const row = rows(page).nth(shownRow)
  await row.waitFor()
  const top = (await row.boundingBox())?.y ?? 0
  return { rows: await rows(page).count(), top: Math.round(top), href: await row.getAttribute('href') }
}

const logIn = async (page: Page, environment: TestEnvironment) => {
  await page.getByText(t('login:ended.ended')).waitFor()
  await logInOwner(page, environment)
}

async function endSessions(environment: TestEnvironment): Promise<void> {
  await forgetOwnerCodes(environment)
  await changeDatabase(
    environment.database,
    `update operator_sessions set ended_at = ${Date.now()} where ended_at is null`,
  )
}

test('Back returns to the rows and the place of a list', async ({ owner }) => {
  const place = await openPlace(owner)
  expect(place.rows).toBeGreaterThan(pageSize)
  await rows(owner).nth(shownRow).click()
  await owner.waitForURL(/\/orders\/[\da-f-]{36}$/)
  await owner.goBack()
  expect(await readPlace(owner)).toEqual(place)
})

test('a login says why it is needed, and returns to the rows and the place of a list', async ({
  owner,
  environment,
}) => {
  const place = await openPlace(owner)
  await endSessions(environment)
  // The list is renewed when its tab is shown again.
  await owner.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await logIn(owner, environment)
  expect(await readPlace(owner)).toEqual(place)
})

test('a row that asks for a login opens after it, and Back returns to the list', async ({
  owner,
  environment,
}) => {
  const place = await openPlace(owner)
  await endSessions(environment)
  await rows(owner).nth(shownRow).click()
  await logIn(owner, environment)
  await owner.waitForURL(/\/orders\/[\da-f-]{36}$/)
  await owner.goBack()
  expect(await readPlace(owner)).toEqual(place)
})
