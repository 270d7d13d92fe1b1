/** An operator in the console's pages. */
import { demoOwner } from '@playhub/server/demo'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import type { TestEnvironment } from '../environment/environment.ts'
import { consoleTranslator, type Language } from '../environment/translator.ts'
import { nextOwnerCode } from './operator-session.ts'

export type ReadyOperator = {
  email: string
  password: string
  recoveryCodes: string[]
  /** An unused code: each period's code works once. */
  nextCode(): string
}

const periodMs = 30_000
const password = 'Quiet-harbour-2026'

/** Adds an operator by the command. @returns  the set-up link */
export async function addOperator(
  environment: TestEnvironment,
  email: string,
  role = 'owner',
): Promise<string> {
  const printed = await environment.runCommand('operators', 'add', email, '--role', role, '--json')
  return JSON.parse(printed).url
}

/** Goes through the set-up: password, app and recovery codes. Ends on the login page. */
export async function setUpOperator(
  page: Page,
  { link, email }: { link: string; email: string },
  language: Language = 'en',
): Promise<ReadyOperator> {
  const t = consoleTranslator(language)
  const button = (id: string) => page.getByRole('button', { name: t(id), exact: true })
  await page.goto(link)
  await page.getByLabel(t('login:setUp.newPassword'), { exact: true }).fill(password)
  await button('login:continue').click()
  const secret = (await page.getByText(/^[A-Z2-7 ]{20,}$/).textContent()) ?? ''
  const app = new TOTP({ secret: secret.replaceAll(' ', '') })
  await page.getByLabel(t('login:setUp.firstCode')).fill(app.generate())
  await page.getByRole('heading', { name: t('login:setUp.codesTitle') }).waitFor()
  const recoveryCodes = await page.getByRole('main').getByRole('listitem').allInnerTexts()
  await page.getByLabel(t('login:setUp.saved')).check()
  await button('login:setUp.finish').click()
  await page.getByRole('heading', { name: t('login:title') }).waitFor()
  // The hub accepts the code of the next period too.
  const nextCode = () => app.generate({ timestamp: Date.now() + periodMs })
  return { email, password, recoveryCodes, nextCode }
}

/** Fills in the login page as the sandbox's owner. */
export const logInOwner = (page: Page, environment: TestEnvironment) =>
  logInOperator(page, demoOwner, { app: nextOwnerCode(environment) })

/** Logs the sandbox's owner in at the console, which shows its menu. */
export async function openConsole(page: Page, environment: TestEnvironment): Promise<void> {
  await page.goto('/console/sign-in')
  await logInOwner(page, environment)
  await page.getByRole('navigation', { name: consoleTranslator('en')('common:menu') }).waitFor()
}

type Credentials = Pick<ReadyOperator, 'email' | 'password'>

/** Fills in the login page. @param code  Of the app, or a recovery code */
export async function logInOperator(
  page: Page,
  credentials: Credentials,
  code: { app: string } | { recovery: string },
  language: Language = 'en',
): Promise<void> {
  const t = consoleTranslator(language)
  const button = (id: string) => page.getByRole('button', { name: t(id), exact: true })
  await enterPassword(page, credentials, language)
  if ('app' in code) return page.getByLabel(t('login:code')).fill(code.app)
  await button('login:second.recovery-code.instead').click()
  await page.getByLabel(t('login:recoveryCode'), { exact: true }).fill(code.recovery)
  await button('login:logIn').click()
}

/** The first step of the login. */
export async function enterPassword(
  page: Page,
  { email, password: given }: Credentials,
  language: Language = 'en',
): Promise<void> {
  const t = consoleTranslator(language)
  await page.getByLabel(t('login:email'), { exact: true }).fill(email)
  await page.getByLabel(t('login:password'), { exact: true }).fill(given)
  await page.getByRole('button', { name: t('login:continue'), exact: true }).click()
}
