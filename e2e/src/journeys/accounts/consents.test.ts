/** A hub that requires a consent of its own to the processing of personal data. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import { accessibilityViolations, openBrowserWithThirdParties } from '../../environment/browser.ts'
import { query } from '../../environment/database-orders.ts'
import { journey } from '../../environment/journey.ts'
import { type Language, translator } from '../../environment/translator.ts'
import { embedHub } from '../../sites/host-site.ts'
import { startConsentEnvironment } from '../../sites/login-environment.ts'
import {
  approveAs,
  chooserPath,
  expectLoggedIn,
  expectSilentChooser,
  type Hub,
  loginBy,
  loginByEmail,
  methodButton,
  openProvider,
  signOut,
} from '../../steps/login.ts'

const test = journey({
  start: startConsentEnvironment,
  openBrowser: () => openBrowserWithThirdParties('allowed'),
})
  .extend('countAccounts', ({ environment }) => async () => {
    const [row] = await query<{ n: number }>(environment.database, 'select count(*) as n from accounts')
    return Number(row?.n)
  })
  .extend('openPage', ({ openTab }) => async (language: Language, path: string) => {
    const tab = await openTab({ language })
    await tab.page.goto(path)
    return { tab, page: tab.page }
  })

/** The screen with the question. */
function question(hub: Hub, language: Language) {
  const t = translator(language)
  const button = (id: string) => hub.getByRole('button', { name: t(id), exact: true })
  return {
    title: hub.getByRole('heading', { name: t('accounts:consent.title') }),
    box: hub.getByRole('checkbox', { name: t('accounts:registration.consent') }),
    document: hub.getByRole('main').locator('a[href="/docs/personal-data.html"]'),
    missing: hub.getByText(t('errors:issue.CONSENT_REQUIRED')),
    accept: button('accounts:consent.submit'),
    decline: button('common:cancel'),
    logOut: hub.getByRole('main').getByRole('button', { name: t('common:header.signOut') }),
  }
}

test('a new player by a redirect declines, comes back after closing the tab, and accepts', async ({
  countAccounts,
  openPage,
}) => {
  const before = await countAccounts()
  const { tab, page } = await openPage('en', chooserPath)
  await page.getByText('By continuing you accept the terms of use.').waitFor()
  await loginBy(page, 'google', 'en', 'Anna Petrova')
  const first = question(page, 'en')
  await first.title.waitFor()
  expect(await first.box.isChecked()).toBe(false)
  await first.document.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await first.decline.click()
  await page.waitForURL(`**${chooserPath}`)
  await expectSilentChooser(page, 'en', tab)

  await loginBy(page, 'google', 'en', 'Anna Petrova')
  await first.title.waitFor()
  const later = await tab.context.newPage()
  await page.close()
  await later.goto(chooserPath)
  const again = question(later, 'en')
  await again.accept.click()
  await again.missing.waitFor()
  expect(await countAccounts()).toBe(before)
  await again.box.check()
  await again.accept.click()
  await later.waitForURL('**/games/en/')
  await expectLoggedIn(later, 'en', 'google')
  expect(await countAccounts()).toBe(before + 1)

  await later.keyboard.press('Escape')
  await signOut(later, 'en')
  await later.goto(chooserPath)
  await loginBy(later, 'google', 'en', 'Anna Petrova')
  await later.waitForURL('**/games/en/')
})

test('a new player by a popup of a framed hub is asked in the frame', async ({
  countAccounts,
  environment,
  openPage,
}) => {
  const before = await countAccounts()
  const { tab, page: host } = await openPage('ru', environment.site.url)
  const url = `${environment.hubUrl}${chooserPath}?project=islandm3&locale=ru`
  const hub = await embedHub(host, url)
  const { title, box, accept, decline } = question(hub, 'ru')
  await approveAs(await openProvider(tab, hub, 'vk', 'ru'), 'Клара Щукина')
  await title.waitFor()
  await decline.click()
  await methodButton(hub, 'vk', 'ru').and(hub.locator(':enabled')).waitFor()
  expect(await countAccounts()).toBe(before)

  await approveAs(await openProvider(tab, hub, 'vk', 'ru'), 'Клара Щукина')
  await title.waitFor()
  await box.check()
  await accept.click()
  await hub.waitForURL('**/loader')
  expect(await countAccounts()).toBe(before + 1)
})

test('a withdrawn consent is asked for at the next login, which can be left', async ({
  environment,
  openPage,
}) => {
  const t = translator('en')
  const player = await register(environment)
  const { page } = await openPage('en', chooserPath)
  await loginByEmail(page, 'en', player)
  await page.waitForURL('**/games/en/')
  await page.goto('/settings')
  const button = (hub: Page | Locator) =>
    hub.getByRole('button', { name: t('profile:consents.withdraw'), exact: true })
  await button(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('a[href="/auth/deletion-personal-data"]').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await button(dialog).click()
  await page.getByText(/, withdrawn on/).waitFor()
  expect(await button(page).count()).toBe(0)

  await signOut(page, 'en')
  const { title, box, accept, logOut } = question(page, 'en')
  await page.goto(chooserPath)
  await loginByEmail(page, 'en', player)
  await title.waitFor()
  await logOut.click()
  await page.waitForURL(`**${chooserPath}`)
  await loginByEmail(page, 'en', player)
  await box.check()
  await accept.click()
  await page.waitForURL('**/games/en/')
  await expectLoggedIn(page, 'en', 'mail')
})
