/** The console loads again what a busy hub has refused: its page, screens, style sheet and search. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { openConsole } from '../../steps/operator.ts'

const t = consoleTranslator('en')

/** The file's tab stays logged in. */
const test = journey({ start: startEnvironment }).extend(
  'owner',
  { scope: 'file' },
  async ({ environment, fileTab }) => {
    fileTab.allowConsoleErrors(/status of 503|dynamically imported module/)
    await openConsole(fileTab.page, environment)
    return fileTab.page
  },
)

test.beforeEach(({ owner }) => owner.unrouteAll())

const menu = (page: Page) => page.getByRole('navigation', { name: t('common:menu') })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Refuses files as a busy hub does. */
const refuse = (page: Page, file: string, times: number) =>
  page.route(`**/console/assets/${file}`, (route) => route.fulfill({ status: 503 }), { times })

test('a screen whose script or messages are refused twice opens, and no error is shown meanwhile', async ({
  owner,
}) => {
  await refuse(owner, 'operations-page-*.js', 2)
  await refuse(owner, 'operations-*.js', 4)
  await owner.goto('/console/me')
  await menu(owner)
    .getByRole('link', { name: t('common:area.operations') })
    .click()
  const error = heading(owner, t('common:failed.title'))
  await heading(owner, t('common:area.operations')).or(error).waitFor()
  expect(await error.count()).toBe(0)
})

test.for(['shell-*.js', 'foundation-*.js', 'shell-*.css', 'common-*.js', 'home-page-*.js'])(
  'the page starts after %s was refused',
  async (file, { owner }) => {
    await refuse(owner, file, 2)
    await owner.goto('/console/')
    await heading(owner, t('home:title')).waitFor()
    await owner.waitForFunction(
      () => getComputedStyle(document.documentElement).getPropertyValue('--rail-width') !== '',
    )
  },
)

test('the search opens after its script was refused; while it is refused, the screen stays', async ({
  owner,
}) => {
  await owner.goto('/console/orders')
  await heading(owner, t('orders:title')).waitFor()
  await refuse(owner, 'palette-*.js', 5)
  await owner.keyboard.press('Control+k')
  await owner.getByText(t('errors:unreachable')).waitFor()
  expect(await heading(owner, t('orders:title')).count()).toBe(1)
  await refuse(owner, 'palette-*.js', 1)
  await owner.keyboard.press('Control+k')
  await owner.getByRole('dialog').waitFor()
  await owner.keyboard.press('Escape')
})

test('a screen that stays refused keeps the menu, and opens by its button', async ({ owner }) => {
  await owner.goto('/console/')
  await heading(owner, t('home:title')).waitFor()
  await owner.route('**/console/assets/audit-page-*.js', (route) => route.fulfill({ status: 503 }))
  // The console opens the page again by itself, to no avail. The first page has marked the entry before it goes.
  const opensAgain = owner.waitForEvent('load', { timeout: 60_000 })
  await menu(owner)
    .getByRole('link', { name: t('common:area.audit') })
    .click()
  await opensAgain
  await owner.getByRole('alert').getByText(t('errors:unreachable')).waitFor({ timeout: 30_000 })
  await menu(owner).waitFor()
  await owner.unroute('**/console/assets/audit-page-*.js')
  await owner.getByRole('button', { name: t('common:retry') }).click()
  await heading(owner, t('common:area.audit')).waitFor()
})
