/** Staff accounts in the console: the first owner, an invitation, a suspension. */
import { demoOwner } from '@playhub/server/demo'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../environment/browser.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { addAuthenticator } from '../../steps/authenticator.ts'
import {
  addOperator,
  enterPassword,
  logInOperator,
  openConsole,
  setUpOperator,
} from '../../steps/operator.ts'

const owner = 'olga@example.org'
const t = consoleTranslator('en')

/** The file's tab stays logged in as the first owner. */
const test = journey({ start: startEnvironment }).extend(
  'olga',
  { scope: 'file' },
  async ({ environment, fileTab: { page } }) => {
    const link = await addOperator(environment, owner)
    const operator = await setUpOperator(page, { link, email: owner })
    await logInOperator(page, operator, { app: operator.nextCode() })
    await menu(page).waitFor()
    return { ...operator, page, link }
  },
)

const menu = (page: Page) => page.getByRole('navigation', { name: t('common:menu') })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (scope: Page | Locator, id: string) => scope.getByRole('button', { name: t(id), exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** The link in the dialog. */
async function readSecret(page: Page): Promise<string> {
  return (
    (await dialog(page)
      .getByText(/\/console\/set-up\//)
      .textContent()) ?? ''
  )
}

async function confirm(page: Page, action: string, reason: string): Promise<void> {
  await dialog(page).getByLabel(t('common:confirm.reason')).fill(reason)
  await button(dialog(page), action).click()
}

const screens = [
  ...[
    '',
    'orders',
    'refunds',
    'disputes',
    'players',
    'tickets',
    'replies',
    'game-servers',
    'game-servers/islandm3',
  ],
  ...['finance', 'operations', 'audit', 'operators', 'me', 'search?q=anna'],
]

test('every screen opens without an error, for the owner of the sandbox', async ({
  environment,
  openTab,
}) => {
  const { page } = await openTab()
  await openConsole(page, environment)
  for (const path of screens) {
    await page.goto(`/console/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await accessibilityViolations(page), path).toEqual([])
    expect(await page.getByText(t('errors:refusal.FAULT')).count(), path).toBe(0)
  }
  await page.goto('/console/orders')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.waitForURL(/\/console\/orders\/[0-9a-f-]{36}/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect((await fetch(`${environment.hubUrl}/api/operator/v1/session`)).status).toBe(401)
})

test('the first owner sets up access by the link of the command, which then works no more', async ({
  olga,
  openTab,
}) => {
  expect(olga.recoveryCodes).toHaveLength(10)
  const { page, allowConsoleErrors } = await openTab()
  allowConsoleErrors(/status of 403/)
  await page.goto(olga.link)
  await heading(page, t('login:setUp.linkTitle')).waitFor()
})

test('a recovery code replaces the app once', async ({ olga, openTab }) => {
  const { page, allowConsoleErrors } = await openTab()
  allowConsoleErrors(/status of 40[01]/)
  const [recovery = ''] = olga.recoveryCodes
  await page.goto('/console/me')
  await logInOperator(page, olga, { recovery })
  await heading(page, t('common:account.mine')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.context().clearCookies()
  await page.goto('/console/sign-in')
  await logInOperator(page, olga, { recovery })
  await page.getByText(t('errors:refusal.SECOND_FACTOR_CODE_INCORRECT')).waitFor()
})

test('an operator with an app adds a passkey, removes the app, and the passkey logs in', async ({
  environment,
  openTab,
}) => {
  const email = 'petra@example.org'
  const { page, context, allowConsoleErrors } = await openTab()
  allowConsoleErrors(/status of 401/)
  await addAuthenticator(page)
  const link = await addOperator(environment, email, 'support')
  const petra = await setUpOperator(page, { link, email })
  await logInOperator(page, petra, { app: petra.nextCode() })
  await menu(page).waitFor()
  await page.goto('/console/me')
  await button(page, 'account:factors.addPasskey').click()
  await page.getByText(t('account:factors.passkeyDone')).first().waitFor()
  await page.getByRole('heading', { name: /^Passkey: Chrome/ }).waitFor()
  await button(page, 'account:factors.remove').first().click()
  await dialog(page).getByText(t('account:factors.removeApp')).waitFor()
  await button(dialog(page), 'account:factors.remove').click()
  await page.getByText(t('account:factors.appMissing')).waitFor()
  await button(page, 'account:factors.addApp').click()
  await dialog(page).getByLabel(t('account:factors.firstCode')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await context.clearCookies()
  await page.goto('/console/sign-in')
  await button(page, 'login:withPasskey').click()
  await menu(page).waitFor()
})

test('an owner ends a session of theirs, and that browser is logged out', async ({ olga, openTab }) => {
  const other = await openTab()
  other.allowConsoleErrors(/status of 401/)
  await other.page.goto('/console/me')
  await logInOperator(other.page, olga, { recovery: olga.recoveryCodes[1] ?? '' })
  await heading(other.page, t('common:account.mine')).waitFor()
  await olga.page.goto('/console/me')
  const ends = button(olga.page, 'account:sessions.end')
  await ends.first().waitFor()
  // The browser of the test before is one of them.
  for (let left = await ends.count(); left > 0; left--) {
    await ends.first().click()
    await expect.poll(() => ends.count()).toBe(left - 1)
  }
  await other.page.reload()
  await heading(other.page, t('login:title')).waitFor()
})

test('the last owner cannot be suspended, and the page says why', async ({ environment, olga: { page } }) => {
  await environment.runCommand('operators', 'suspend', demoOwner.email, '--by', 'test', '--reason', 'Left')
  await page.goto('/console/operators')
  await page.getByRole('link', { name: owner }).click()
  await heading(page, 'olga').waitFor()
  expect(await button(page, 'operators:suspend.action').isDisabled()).toBe(true)
  await page.getByText(t('operators:lastOwner')).first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('an invited operator sets up access, gets a second role, and loses access when suspended', async ({
  olga,
  openTab,
}) => {
  const email = 'sasha@example.org'
  await olga.page.goto('/console/operators')
  await button(olga.page, 'operators:invite.action').click()
  await dialog(olga.page).getByLabel(t('operators:name'), { exact: true }).fill('Sasha')
  await confirm(olga.page, 'operators:invite.confirm', 'New in support')
  await dialog(olga.page).getByText(t('operators:invite.emailInvalid')).waitFor()
  await dialog(olga.page).getByLabel(t('operators:email'), { exact: true }).fill(email)
  await button(dialog(olga.page), 'operators:invite.confirm').click()
  const link = await readSecret(olga.page)
  expect(await accessibilityViolations(olga.page)).toEqual([])
  await button(dialog(olga.page), 'common:done').click()

  const sasha = await openTab()
  sasha.allowConsoleErrors(/status of 40[13]/)
  const ready = await setUpOperator(sasha.page, { link, email })
  await logInOperator(sasha.page, ready, { app: ready.nextCode() })
  await menu(sasha.page).waitFor()
  expect(
    await menu(sasha.page)
      .getByRole('link', { name: t('common:area.operators') })
      .count(),
  ).toBe(0)

  await olga.page.getByRole('link', { name: email }).click()
  await button(olga.page, 'operators:changeRoles.action').click()
  await button(dialog(olga.page), 'operators:changeRoles.add').click()
  await dialog(olga.page).getByLabel(t('operators:role'), { exact: true }).last().selectOption('finance')
  await confirm(olga.page, 'operators:changeRoles.confirm', 'Month end')
  await dialog(olga.page).waitFor({ state: 'detached' })
  await olga.page.getByText('Finance, all projects').waitFor()

  await button(olga.page, 'operators:suspend.action').click()
  await confirm(olga.page, 'operators:suspend.action', 'Left the company')
  await olga.page
    .getByText(t('operators:suspend.done', { name: 'Sasha' }))
    .first()
    .waitFor()
  await button(olga.page, 'operators:activate.action').waitFor()

  await sasha.page.goto('/console/me')
  await heading(sasha.page, t('login:title')).waitFor()
  await enterPassword(sasha.page, ready)
  await sasha.page.getByText(t('errors:refusal.OPERATOR_LOGIN_REFUSED')).waitFor()
})
