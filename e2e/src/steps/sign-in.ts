/** What a player does to sign in, on whatever page or frame the hub is. */
import type { Frame, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from '../environment/browser.ts'
import { type Language, wordsIn } from '../environment/translator.ts'
import type { SocialMethod } from './ways.ts'

/** The hub alone, in a frame or in a popup. */
export type Hub = Page | Frame

export const chooserPath = '/session/login'

/** The button of a provider on the chooser. */
export const methodButton = (hub: Hub, method: SocialMethod, language: Language): Locator =>
  hub.getByRole('button', { name: wordsIn(language)(`accounts:method.${method}`), exact: true })

/** On a provider's page a player picks who they are. */
export const approveAs = (provider: Page, person: string) =>
  provider.getByRole('link', { name: person }).click()

const refusal: Record<Language, string> = { en: 'Refuse', ru: 'Отказать' }

export const refuse = (provider: Page, language: Language) =>
  provider.getByRole('link', { name: refusal[language] }).click()

/** From the chooser of a hub with a window of its own to a provider, and back. */
export async function signInBy(
  hub: Page,
  method: SocialMethod,
  language: Language,
  person: string,
): Promise<void> {
  await methodButton(hub, method, language).click()
  await approveAs(hub, person)
}

/** A framed hub asks a provider in a popup. @returns the popup, on the provider's page. */
export async function openProvider(
  { context }: Visitor,
  hub: Frame,
  method: SocialMethod,
  language: Language,
): Promise<Page> {
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    methodButton(hub, method, language).click(),
  ])
  await popup.getByRole('link', { name: refusal[language] }).waitFor()
  return popup
}

/** From the chooser to the form for email and password, filled in and sent. */
export async function signInByMail(
  hub: Hub,
  language: Language,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const words = wordsIn(language)
  await hub.getByRole('link', { name: words('accounts:method.mail'), exact: true }).click()
  await fillLogin(hub, language, { email, password })
}

export async function fillLogin(
  hub: Hub,
  language: Language,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const words = wordsIn(language)
  await hub.getByLabel(words('accounts:field.email')).fill(email)
  await hub.getByLabel(words('accounts:field.password'), { exact: true }).fill(password)
  await hub.getByRole('button', { name: words('accounts:login.submit'), exact: true }).click()
}

export const accountButton = (hub: Hub, language: Language): Locator =>
  hub.getByRole('banner').getByTitle(wordsIn(language)('common:header.account'))

/** The header names the way the player came in by. */
export async function expectSignedIn(hub: Hub, language: Language, method: string): Promise<void> {
  const words = wordsIn(language)
  await accountButton(hub, language).click()
  const by = words('common:header.signedInBy', { method: words(`common:authMethod.${method}`) })
  await hub.getByText(by, { exact: true }).waitFor()
}

/** What shows toasts is fetched with the first one. */
export const isToaster = (address: string) => /\/assets\/toaster-[^/]+\.js$/.test(address)

/** The choice is there, and nothing has been said: no word on the page, no toast, nothing in the console. */
export async function expectSilentChoice(hub: Hub, language: Language, visitor: Visitor): Promise<void> {
  await methodButton(hub, 'google', language).and(hub.locator(':enabled')).waitFor()
  expect((await hub.getByRole('alert').allTextContents()).join('')).toBe('')
  expect(visitor.asked.filter(isToaster)).toEqual([])
  expect(visitor.complaints).toEqual([])
}
