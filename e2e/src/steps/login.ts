/** A player's login, in the hub's own window, in a popup or in a frame. */
import type { AuthMethod } from '@playhub/contract/payment-methods'
import type { Frame, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, register } from '../environment/api.ts'
import type { Tab } from '../environment/browser.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import { type Language, type Translate, translator } from '../environment/translator.ts'

export type Hub = Page | Frame
export type SocialMethod = Exclude<AuthMethod, 'mail'>

/** Every identity provider with the language it is tried in and a sandbox persona. */
export const socialLogins: { method: SocialMethod; language: Language; person: string }[] = [
  { method: 'google', language: 'en', person: 'Anna Petrova' },
  { method: 'apple', language: 'en', person: 'Dmitri Volkov' },
  { method: 'vk', language: 'ru', person: 'Клара Щукина' },
  { method: 'yandex', language: 'ru', person: 'Anna Petrova' },
  { method: 'telegram', language: 'ru', person: 'Boris' },
  { method: 'facebook', language: 'en', person: 'Mallory Impostor' },
]

export const chooserPath = '/session/login'

/** A provider's button on the page with the login methods. */
export const methodButton = (hub: Hub, method: SocialMethod, language: Language): Locator =>
  hub.getByRole('button', { name: translator(language)(`accounts:method.${method}`), exact: true })

/** Chooses a persona on the provider's page. */
export const approveAs = (provider: Page, person: string) =>
  provider.getByRole('link', { name: person }).click()

const refuseLabels: Record<Language, string> = { en: 'Refuse', ru: 'Отказать' }

export const refuse = (provider: Page, language: Language) =>
  provider.getByRole('link', { name: refuseLabels[language] }).click()

/** Logs in through a provider by redirects. */
export async function loginBy(
  hub: Page,
  method: SocialMethod,
  language: Language,
  person: string,
): Promise<void> {
  await methodButton(hub, method, language).click()
  await approveAs(hub, person)
}

/** Opens a provider in a framed hub's popup. @returns  the popup, on the provider's page */
export async function openProvider(
  { context }: Tab,
  hub: Frame,
  method: SocialMethod,
  language: Language,
): Promise<Page> {
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    methodButton(hub, method, language).click(),
  ])
  await popup.getByRole('link', { name: refuseLabels[language] }).waitFor()
  return popup
}

type Credentials = { email: string; password: string }

export async function loginByEmail(hub: Hub, language: Language, credentials: Credentials): Promise<void> {
  const t = translator(language)
  await hub.getByRole('link', { name: t('accounts:method.mail'), exact: true }).click()
  await submitLogin(hub, language, credentials)
}

export async function submitLogin(
  hub: Hub,
  language: Language,
  { email, password }: Credentials,
): Promise<void> {
  const t = translator(language)
  await hub.getByLabel(t('accounts:field.email'), { exact: true }).fill(email)
  await hub.getByLabel(t('accounts:field.password'), { exact: true }).fill(password)
  await hub.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click()
}

/** Fills the form and solves its robot check. */
export async function fillRegistration(
  page: Page,
  t: Translate,
  { email, password }: Credentials,
): Promise<void> {
  await page.getByLabel(t('accounts:field.email'), { exact: true }).fill(email)
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(password)
  await page.getByLabel(t('accounts:field.passwordRepeat')).fill(password)
  await page.getByRole('checkbox', { name: t('accounts:registration.consent') }).check()
  await page.getByRole('checkbox', { name: t('accounts:captcha.label') }).click()
  await page.getByText(t('accounts:captcha.verified')).first().waitFor()
}

export const accountButton = (hub: Hub, language: Language): Locator =>
  hub.getByRole('banner').getByTitle(translator(language)('common:header.account'))

/** Logs out through the header's account menu. */
export async function signOut(hub: Hub, language: Language): Promise<void> {
  const header = hub.getByRole('banner')
  await accountButton(hub, language).click()
  await header.getByRole('button', { name: translator(language)('common:header.signOut') }).click()
  await accountButton(hub, language).waitFor({ state: 'detached' })
}

/** The account menu names the player's login method. */
export async function expectLoggedIn(hub: Hub, language: Language, method: string): Promise<void> {
  const t = translator(language)
  await accountButton(hub, language).click()
  const text = t('common:header.signedInBy', { method: t(`common:authMethod.${method}`) })
  await hub.getByText(text, { exact: true }).waitFor()
}

/** The toast script loads with the first toast. */
export const isToaster = (url: string) => /\/assets\/toaster-[^/]+\.js$/.test(url)

/** The login methods are shown without any alert, toast or console error. */
export async function expectSilentChooser(hub: Hub, language: Language, tab: Tab): Promise<void> {
  await methodButton(hub, 'google', language).and(hub.locator(':enabled')).waitFor()
  expect((await hub.getByRole('alert').allTextContents()).join('')).toBe('')
  expect(tab.requestedUrls.filter(isToaster)).toEqual([])
  tab.expectNoConsoleErrors()
}

/** Google responds 500 to the next token request. */
export function failGoogleOnce(environment: TestEnvironment): Promise<Response> {
  return fetch(`${environment.sandboxUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'google:token', kind: '500', times: 1 }),
  })
}

/** The token for an ended login session. */
export async function endedToken(environment: TestEnvironment): Promise<string> {
  const { jwt } = await register(environment)
  await call(environment, 'POST', '/auth/logout', { jwt })
  return jwt
}
