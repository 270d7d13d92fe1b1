/** Changing an account's login methods: reauthentication, an email to the owner, and undoing. */
import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ApiPlayer, call, register } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import type { TestEnvironment } from '../../environment/environment.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { addAuthenticator } from '../../steps/authenticator.ts'
import { fillRegistration, submitLogin } from '../../steps/login.ts'

const test = journey({ start: startEnvironment })
const t = translator('en')

const button = (page: Page, id: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: t(id, values), exact: true })
const see = (page: Page, text: string) => page.getByText(text).first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog', { name: t('profile:proof.title') })

/** Simulates once the hub's response ten minutes after login. */
async function letReauthenticationExpire(page: Page, path: string, methods: string[]): Promise<void> {
  const problem = { code: 'REAUTHENTICATION_REQUIRED', status: 403, title: '', details: { methods } }
  await page.route(
    `**/api${path}`,
    (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    { times: 1 },
  )
}

/**
 * Turns on two-factor in the settings, like a player with an authenticator app. @returns  what the app shows in the
 * next period
 */
async function turnOnTwoFactor(environment: TestEnvironment, { jwt }: ApiPlayer): Promise<() => string> {
  type Setup = { data: { result: { secret: string } } }
  const { data } = await call<Setup>(environment, 'POST', '/me/second-factor/setup', { jwt })
  const app = new TOTP({ secret: data.result.secret })
  await call(environment, 'POST', '/me/second-factor', { jwt, body: { code: app.generate() } })
  return () => app.generate({ timestamp: Date.now() + 30_000 })
}

test('a player whose login is old proves by the password, and the change goes on', async ({
  openTab,
  player,
}) => {
  const { page, allowConsoleErrors } = await openTab({ player })
  allowConsoleErrors(/status of 40[13]/)
  await page.goto('/settings')
  await button(page, 'profile:data.deleteAction').waitFor()
  await letReauthenticationExpire(page, '/me/deletion', ['mail'])
  await button(page, 'profile:data.deleteAction').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('profile:deletion.confirm') })
    .click()
  await dialog(page).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const password = dialog(page).getByLabel(t('accounts:field.password'), { exact: true })
  await password.fill('Mistaken2026')
  await button(page, 'profile:proof.byPassword').click()
  await see(page, t('errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL'))
  await password.fill(player.password)
  await button(page, 'profile:proof.byPassword').click()
  await see(page, t('profile:deletion.askedText'))
  await dialog(page).waitFor({ state: 'detached' })
})

test('a player proves by a passkey, and one who closes the dialog changes nothing', async ({
  environment,
  openTab,
}) => {
  const { page, allowConsoleErrors } = await openTab({ player: await register(environment) })
  allowConsoleErrors(/status of 403/)
  await addAuthenticator(page)
  await page.goto('/settings')
  await button(page, 'profile:passkeys.add').click()
  await see(page, t('profile:passkeys.neverUsed'))
  const name = t('profile:devices.browserOn', { browser: 'Chrome', system: 'Linux' })
  const remove = async () => {
    await letReauthenticationExpire(page, '/me/passkeys/*/remove', ['passkey', 'mail'])
    await button(page, 'profile:passkeys.removeNamed', { name }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('profile:passkeys.remove') })
      .click()
    await dialog(page).waitFor()
  }
  await remove()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.unroute('**/api/me/passkeys/*/remove')
  await remove()
  await button(page, 'profile:proof.byPasskey').click()
  await see(page, t('profile:passkeys.none'))
})

test('a player proves by a linked provider, and links another one afterwards', async ({ openTab }) => {
  const { page, allowConsoleErrors } = await openTab()
  allowConsoleErrors(/status of 403/)
  await page.goto('/session/login')
  await button(page, 'accounts:method.google').click()
  await page.getByRole('link', { name: /Anna Petrova/ }).click()
  await page.waitForURL('**/games/en/')
  await page.goto('/settings')
  await letReauthenticationExpire(page, '/me/reauthentication', ['google'])
  await button(page, 'profile:identities.linkNamed', { method: 'VK' }).click()
  await button(page, 'profile:proof.by', { method: 'Google' }).click()
  const approve = page.getByRole('link', { name: /Anna Petrova/ })
  await Promise.all([see(page, t('profile:proof.confirmed')), approve.click()])
  await button(page, 'profile:identities.linkNamed', { method: 'VK' }).click()
  await Promise.all([
    see(page, t('profile:identities.linked', { method: 'VK' })),
    page.getByRole('link', { name: /Boris/ }).click(),
  ])
})

test('the owner undoes a change by the link of its email, without a login, and every device is logged out', async ({
  environment,
  openTab,
}) => {
  const player = await register(environment)
  const welcomeEmail = await environment.emailTo(player.email)
  const attacker = await openTab({ player })
  await attacker.page.goto('/settings')
  await button(attacker.page, 'profile:identities.linkNamed', { method: 'Google' }).click()
  const approve = attacker.page.getByRole('link', { name: /Dmitri/ })
  await Promise.all([
    see(attacker.page, t('profile:identities.linked', { method: 'Google' })),
    approve.click(),
  ])
  const { text } = await environment.emailTo(player.email, welcomeEmail)
  const link = /http\S+\/auth\/undo#\S+/.exec(text)?.[0] ?? ''

  const { page, requestedUrls } = await openTab()
  await page.goto(link)
  await page.getByRole('heading', { name: t('accounts:undo.asking.title') }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(page.url()).toBe(`${environment.hubUrl}/auth/undo`)
  await button(page, 'accounts:undo.action').click()
  await page.getByRole('heading', { name: t('accounts:undo.done.title') }).waitFor()
  expect(requestedUrls.filter((url) => url.includes(link.split('#')[1] ?? link))).toEqual([])
  await expect(call(environment, 'GET', '/me', { jwt: player.jwt })).rejects.toThrow('401')
  await page
    .getByRole('main')
    .getByRole('link', { name: t('accounts:undo.login') })
    .click()
  await page.goto('/session/login/email')
  await submitLogin(page, 'en', player)
  await page.waitForURL('**/games/en/')

  const again = await openTab()
  again.allowConsoleErrors(/status of 403/)
  await again.page.goto(link)
  await button(again.page, 'accounts:undo.action').click()
  await again.page.getByRole('heading', { name: t('accounts:undo.invalid.title') }).waitFor()
})

test('an undo that lets the mailbox in waits, and its owner stops it in the settings', async ({
  environment,
  openTab,
}) => {
  const player = await register(environment)
  const welcomeEmail = await environment.emailTo(player.email)
  const nextCode = await turnOnTwoFactor(environment, player)
  const { text } = await environment.emailTo(player.email, welcomeEmail)
  const link = /http\S+\/auth\/undo#\S+/.exec(text)?.[0] ?? ''

  const inMailbox = await openTab()
  inMailbox.allowConsoleErrors(/status of 403/)
  await inMailbox.page.goto(link)
  await button(inMailbox.page, 'accounts:undo.action').click()
  await inMailbox.page.getByRole('heading', { name: t('accounts:undo.waiting.title') }).waitFor()
  expect(await accessibilityViolations(inMailbox.page)).toEqual([])

  const { page, allowConsoleErrors } = await openTab({ player })
  allowConsoleErrors(/status of 403/)
  await page.goto('/settings')
  await see(page, t('profile:changes.undoText'))
  await see(page, t('profile:changes.second-factor-added'))
  expect(await accessibilityViolations(page)).toEqual([])
  await letReauthenticationExpire(page, '/me/pending-undo/stop', ['mail'])
  await button(page, 'profile:changes.stop').click()
  await dialog(page).getByLabel(t('accounts:field.password'), { exact: true }).fill(player.password)
  await button(page, 'profile:proof.byPassword').click()
  await dialog(page).getByLabel(t('profile:proof.code')).fill(nextCode())
  await Promise.all([
    see(page, t('profile:changes.stopped')),
    button(page, 'profile:proof.byPassword').click(),
  ])
  await button(page, 'profile:changes.stop').waitFor({ state: 'detached' })
  await page.reload()
  await see(page, t('profile:changes.second-factor-added'))
  expect(await button(page, 'profile:changes.stop').count()).toBe(0)

  await inMailbox.page.goto('about:blank')
  await inMailbox.page.goto(link)
  await button(inMailbox.page, 'accounts:undo.action').click()
  await inMailbox.page.getByRole('heading', { name: t('accounts:undo.invalid.title') }).waitFor()
})

test('a player whose address was registered twice is asked for the password after a reload', async ({
  environment,
  openTab,
}) => {
  const { page, allowConsoleErrors } = await openTab()
  allowConsoleErrors(/status of 409/)
  const email = `${randomUUID()}@example.org`
  await page.goto('/session/registration')
  await fillRegistration(page, t, { email, password: 'Playhub2026' })
  await button(page, 'accounts:registration.submit').click()
  const code = await environment.codeFor(email)
  // Draft from a client without the secret.
  await page.evaluate(() => {
    const draft = JSON.parse(sessionStorage.getItem('playhub-registration') ?? '{}')
    sessionStorage.setItem(
      'playhub-registration',
      JSON.stringify({ ...draft, registrationSecret: 'of-another-client' }),
    )
  })
  await page.reload()
  await page.getByLabel(t('accounts:code.label')).fill(code)
  await page.getByRole('heading', { name: t('accounts:registration.passwordTitle') }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill('Playhub2026')
  await button(page, 'accounts:registration.submit').click()
  await page.waitForURL('**/games/en/')
})
