/** The settings: names, login methods, password, devices, data download, deletion and logging out everywhere. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { call, logIn } from '../../environment/api.ts'
import { waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { hasFocus } from '../../steps/keyboard.ts'

const t = translator('en')
const newPassword = 'Playhub2027'

/** One settings page for the whole file. */
const test = journey()
  .extend('settings', { scope: 'file' }, async ({ fileTab, player }) => {
    const { page } = fileTab
    await page.goto('/prices')
    await page.evaluate((jwt) => localStorage.setItem('access-token', jwt), player.jwt)
    await page.goto('/settings')
    type Values = Record<string, string>
    return {
      page,
      button: (id: string, values?: Values) => page.getByRole('button', { name: t(id, values), exact: true }),
      inDialog: (id: string) => page.getByRole('dialog').getByRole('button', { name: t(id), exact: true }),
      field: (id: string) => page.getByLabel(t(id), { exact: true }),
      see: (id: string, values?: Values) => page.getByText(t(id, values)).first().waitFor(),
    }
  })
  .extend(
    'isLoggedIn',
    ({ environment }) =>
      (jwt: string) =>
        call(environment, 'GET', '/me', { jwt }).then(
          () => true,
          () => false,
        ),
  )

test('a name is saved and shown in place of the nickname', async ({
  settings: { page, button, field, see },
}) => {
  await field('profile:about.firstName').fill('Анна')
  await field('profile:about.lastName').fill('Petrova')
  await Promise.all([see('profile:about.saved'), button('profile:save').first().click()])
  await page.getByRole('main').getByText('Анна Petrova', { exact: true }).waitFor()
  await page.reload()
  expect(await field('profile:about.firstName').inputValue()).toBe('Анна')
})

test('edits made while a name is being saved are kept and can be saved next', async ({
  settings: { page, button, field },
}) => {
  const save = button('profile:save').first()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/me/names', (route) => held.promise.then(() => route.continue()), { times: 1 })
  await field('profile:about.firstName').fill('Anna')
  await Promise.all([page.waitForRequest('**/api/me/names'), save.click()])
  await field('profile:about.lastName').fill('Ivanova')
  held.resolve()
  await page.getByRole('main').getByText('Anna Petrova', { exact: true }).waitFor()
  expect(await field('profile:about.lastName').inputValue()).toBe('Ivanova')
  await save.click()
  await page.getByRole('main').getByText('Anna Ivanova', { exact: true }).waitFor()
  await field('profile:about.lastName').fill('Petrova')
  await save.click()
  await page.getByRole('main').getByText('Anna Petrova', { exact: true }).waitFor()
  await page.reload()
  expect(await field('profile:about.firstName').inputValue()).toBe('Anna')
})

test('consents are listed without a button where the hub would not act on a withdrawal', async ({
  settings: { page, button, see },
}) => {
  await see('profile:consents.title')
  await page.getByRole('link', { name: t('profile:consents.purpose.personal-data') }).waitFor()
  expect(await button('profile:consents.withdraw').count()).toBe(0)
})

test('a Google account is linked and unlinked, and the focus stays on its row', async ({
  settings: { page, button, inDialog, see },
}) => {
  await see('profile:identities.last')
  await button('profile:identities.linkNamed', { method: 'Google' }).click()
  await Promise.all([
    see('profile:identities.linked', { method: 'Google' }),
    page.getByRole('link', { name: /Anna Petrova/ }).click(),
  ])
  await page.getByText(/anna@sandbox\.example · linked/).waitFor()
  await button('profile:identities.unlinkNamed', { method: 'Google' }).click()
  await Promise.all([
    see('profile:identities.unlinked', { method: 'Google' }),
    inDialog('profile:identities.unlink').click(),
  ])
  const link = button('profile:identities.linkNamed', { method: 'Google' })
  await link.waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await waitUntil(async () => (await hasFocus(link)) || undefined, 'the focus on the row')
})

test('a refusal at the provider changes nothing and shows no message', async ({
  settings: { page, button, see },
}) => {
  await button('profile:identities.linkNamed', { method: 'Google' }).click()
  await page.getByRole('link', { name: 'Refuse' }).click()
  await page.waitForURL('**/settings')
  await see('profile:identities.last')
  expect((await page.getByRole('alert').allTextContents()).join('')).toBe('')
})

test('a new password ends the login sessions of other devices, but not this one', async ({
  environment,
  player,
  isLoggedIn,
  settings: { button, field, see },
}) => {
  const elsewhere = await logIn(environment, player.email, player.password)
  await button('profile:password.changeNamed').click()
  await button('profile:password.save').click()
  await see('errors:issue.PASSWORD_REPEAT_REQUIRED')
  await field('profile:password.current').fill(player.password)
  await field('accounts:field.newPassword').fill(newPassword)
  await field('accounts:field.passwordRepeat').fill(newPassword)
  await Promise.all([see('profile:password.changed'), button('profile:password.save').click()])
  expect(await isLoggedIn(elsewhere.jwt)).toBe(false)
  expect(await isLoggedIn(player.jwt)).toBe(true)
})

test('a login session on another device is listed and ended', async ({
  environment,
  player,
  isLoggedIn,
  settings: { page, button, see },
}) => {
  const elsewhere = await logIn(environment, player.email, newPassword)
  await page.reload()
  const device = t('profile:devices.unknown')
  await Promise.all([see('profile:devices.ended'), button('profile:devices.endNamed', { device }).click()])
  await button('profile:devices.endNamed', { device }).waitFor({ state: 'detached' })
  expect(await isLoggedIn(elsewhere.jwt)).toBe(false)
})

test('all personal data is downloaded as a file', async ({ player, settings: { page, button } }) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button('profile:data.download').click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^playhub-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(data.sections.account).toMatchObject({ userId: player.userId, email: player.email })
})

test('a scheduled deletion is shown on every page and cancelled by one click', async ({
  settings: { page, button, inDialog, see },
}) => {
  await page.goto('/auth/deletion-personal-data')
  await page.getByRole('link', { name: 'delete the account yourself' }).click()
  await inDialog('profile:deletion.confirm').click()
  await see('profile:deletion.askedText')
  await page.waitForURL(({ search }) => search === '')
  await page.goto('/games/en/')
  await page.getByRole('banner').getByTitle(t('common:header.account')).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('common:header.keepAccount') })
    .click()
  await Promise.all([see('profile:deletion.kept'), button('profile:deletion.keep').first().click()])
  await button('profile:data.deleteAction').waitFor()
})

test('a dialog closes with a fade of 300 ms', async ({ settings: { page, button } }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await button('profile:devices.everywhere').click()
  const fade = await page.getByRole('dialog').evaluateHandle(observeFade)
  await page.keyboard.press('Escape')
  expect(await fade.evaluate(({ durationMs }) => durationMs)).toBe(300)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

/**
 * Runs in the page, before the dialog closes. Does not depend on frames, which a busy machine may draw after the
 * fade.
 */
async function observeFade(dialog: Element): Promise<{ durationMs: Promise<unknown> }> {
  await Promise.all(dialog.getAnimations().map(({ finished }) => finished))
  const durationMs = new Promise((resolve) => {
    const onAttributes = () => {
      if (dialog.hasAttribute('data-ending-style'))
        resolve(dialog.getAnimations()[0]?.effect?.getTiming().duration)
    }
    new MutationObserver(onAttributes).observe(dialog, { attributes: true })
  })
  return { durationMs }
}

test('logging out everywhere leads to the catalogue', async ({
  player,
  isLoggedIn,
  settings: { page, button, inDialog, see },
}) => {
  await button('profile:devices.everywhere').click()
  await Promise.all([see('profile:devices.everywhereDone'), inDialog('profile:devices.everywhere').click()])
  await page.waitForURL('**/games/en/')
  expect(await isLoggedIn(player.jwt)).toBe(false)
})
