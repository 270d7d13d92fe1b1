/** Passkeys: added, named, used and removed, with Chromium's virtual authenticator. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { embedHub } from '../../sites/host-site.ts'
import { startLoginEnvironment } from '../../sites/login-environment.ts'
import { addAuthenticator } from '../../steps/authenticator.ts'
import { accountButton, expectLoggedIn, signOut, submitLogin } from '../../steps/login.ts'

const t = translator('en')

const button = (page: Page, id: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: t(id, values), exact: true })
const see = (page: Page, text: string) => page.getByText(text).first().waitFor()

/** While the authenticator does not approve, the offer in the autofill list stays open. */
async function openEmailForm(page: Page): Promise<void> {
  await page.goto('/session/login/email')
  await page.waitForFunction(() => 'isOfferedInAutofill' in window)
}

/** Notes the page's offer of passkeys in an autofill list, reported by no event. */
function noteOffers(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const { get } = CredentialsContainer.prototype
    CredentialsContainer.prototype.get = function (options) {
      const credential = get.call(this, options)
      if (options?.mediation === 'conditional') Object.assign(window, { isOfferedInAutofill: true })
      return credential
    }
  })
}

/** One player, one browser and one authenticator for the whole file. */
const test = journey({ start: startLoginEnvironment, isShared: true }).extend(
  'device',
  { scope: 'file' },
  async ({ fileTab, player }) => {
    const { page } = fileTab
    const authenticator = await addAuthenticator(page)
    await noteOffers(page)
    await page.goto('/session/login/email')
    await submitLogin(page, 'en', player)
    await accountButton(page, 'en').waitFor()
    return { page, authenticator }
  },
)

test('a player adds a passkey in the settings', async ({ device: { page, authenticator } }) => {
  await page.goto('/settings')
  await see(page, t('profile:passkeys.none'))
  await Promise.all([see(page, t('profile:passkeys.added')), button(page, 'profile:passkeys.add').click()])
  const name = t('profile:devices.browserOn', { browser: 'Chrome', system: 'Linux' })
  await button(page, 'profile:passkeys.removeNamed', { name }).waitFor()
  expect(await authenticator.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a second passkey on the same device is refused with a message', async ({ device: { page } }) => {
  await Promise.all([see(page, t('profile:passkeys.exists')), button(page, 'profile:passkeys.add').click()])
})

test('a player renames a passkey', async ({ device: { page } }) => {
  const name = t('profile:devices.browserOn', { browser: 'Chrome', system: 'Linux' })
  await button(page, 'profile:passkeys.renameNamed', { name }).click()
  await page.getByLabel(t('profile:passkeys.name'), { exact: true }).fill('My laptop')
  const save = page.getByRole('dialog').getByRole('button', { name: t('profile:save'), exact: true })
  await Promise.all([see(page, t('profile:passkeys.renamed')), save.click()])
  await button(page, 'profile:passkeys.removeNamed', { name: 'My laptop' }).waitFor()
})

test('a player logs in with the button', async ({ device: { page, authenticator } }) => {
  await authenticator.setApproving(false)
  await signOut(page, 'en')
  await openEmailForm(page)
  await authenticator.setApproving(true)
  await button(page, 'accounts:passkey.login').click()
  await page.waitForURL('**/games/en/')
  await expectLoggedIn(page, 'en', 'passkey')
})

test('a player logs in from the autofill list of the email field', async ({ device: { page } }) => {
  await page.goto('/prices')
  await signOut(page, 'en')
  expect(await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable())).toBe(true)
  // The virtual authenticator has no screen and chooses the field's first suggestion at once.
  await page.goto('/session/login/email')
  await page.waitForURL('**/games/en/')
  await expectLoggedIn(page, 'en', 'passkey')
})

test('a removed passkey no longer logs in, and the page says so', async ({
  fileTab,
  device: { page, authenticator },
}) => {
  await page.goto('/settings')
  await button(page, 'profile:passkeys.removeNamed', { name: 'My laptop' }).click()
  await see(page, t('profile:passkeys.consequence'))
  const remove = page.getByRole('dialog').getByRole('button', { name: t('profile:passkeys.remove') })
  await Promise.all([see(page, t('profile:passkeys.removed')), remove.click()])
  await see(page, t('profile:passkeys.none'))
  await authenticator.setApproving(false)
  await signOut(page, 'en')
  await openEmailForm(page)
  await authenticator.setApproving(true)
  await Promise.all([
    see(page, t('errors:refusal.PASSKEY_NOT_FOUND')),
    button(page, 'accounts:passkey.login').click(),
  ])
  fileTab.allowConsoleErrors(/status of 404/)
})

test('the client library of passkeys is not loaded by the catalogue', async ({ tab, page }) => {
  await page.goto('/games/en/')
  await accountMenuReady(page)
  expect(tab.requestedUrls.filter((url) => /passkey|webauthn|ceremony/i.test(url))).toEqual([])
})

test('passkeys are not offered in a frame of another site', async ({ environment, openTab }) => {
  const { page: host } = await openTab()
  await host.goto(environment.site.url)
  const hub = await embedHub(host, `${environment.hubUrl}/session/login/email?project=islandm3`)
  const field = hub.getByLabel(t('accounts:field.email'), { exact: true })
  await field.waitFor()
  expect(await field.getAttribute('autocomplete')).toBe('username')
  expect(await hub.getByRole('button', { name: t('accounts:passkey.login') }).count()).toBe(0)
})

const accountMenuReady = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: t('common:header.signIn') })
    .waitFor()
