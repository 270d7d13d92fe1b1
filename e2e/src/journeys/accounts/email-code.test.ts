/** Screens waiting for an emailed code keep their place: Back, the same email again, and a reload. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call } from '../../environment/api.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { expectLoggedIn, fillRegistration } from '../../steps/login.ts'

const test = journey()
const t = translator('en')

const button = (page: Page, id: string) => page.getByRole('button', { name: t(id), exact: true })
const see = (page: Page, text: string) => page.getByText(text).first().waitFor()
const codeField = (page: Page) => page.getByLabel(t('accounts:code.label'))

async function submitRegistration(page: Page, email: string): Promise<void> {
  await fillRegistration(page, t, { email, password: 'Playhub2026' })
  await button(page, 'accounts:registration.submit').click()
}

test('after Back, the same address leads to the code that was sent, and the code registers', async ({
  environment,
  tab,
  page,
}) => {
  const email = `${randomUUID()}@example.org`
  await page.goto('/session/registration')
  await submitRegistration(page, email)
  const code = await environment.codeFor(email)
  await codeField(page).waitFor()
  await page.goBack()
  await submitRegistration(page, email)
  await codeField(page).fill(code)
  await page.waitForURL('**/games/en/')
  await expectLoggedIn(page, 'en', 'mail')
  tab.allowConsoleErrors(/status of 429/)
})

test('a recovery finds its code after Back, and keeps its place at the new password after a reload', async ({
  environment,
  player,
  tab,
  page,
}) => {
  const welcomeEmail = await environment.emailTo(player.email)
  const submitEmail = async () => {
    await page.getByLabel(t('accounts:field.email'), { exact: true }).fill(player.email)
    await button(page, 'accounts:recovery.submit').click()
    await codeField(page).waitFor()
  }
  await page.goto('/auth/recovery-password')
  await submitEmail()
  await page.goBack()
  await submitEmail()
  await codeField(page).fill(await environment.codeFor(player.email, welcomeEmail))
  await page.getByLabel(t('accounts:field.newPassword')).waitFor()
  await page.reload()
  await page.getByLabel(t('accounts:field.newPassword')).fill('Playhub2027')
  await page.getByLabel(t('accounts:field.passwordRepeat')).fill('Playhub2027')
  await Promise.all([see(page, t('accounts:recovery.done')), button(page, 'accounts:recovery.save').click()])
  const body = { email: player.email, password: 'Playhub2027' }
  await call(environment, 'POST', '/auth/login-by-email', { body })
  // The ticket is gone with its step.
  await page.goto('/auth/recovery-password?step=password')
  await page.getByRole('heading', { name: t('accounts:recovery.title') }).waitFor()
  expect(await page.getByLabel(t('accounts:field.newPassword')).count()).toBe(0)
  tab.allowConsoleErrors(/status of 429/)
})

test('the fields tell password managers and phones what they hold', async ({ page }) => {
  const hints = () =>
    page
      .locator('main input[autocomplete]')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  await page.goto('/session/login/email')
  await page.getByLabel(t('accounts:field.email'), { exact: true }).waitFor()
  expect(await hints()).toEqual(['username webauthn', 'current-password'])
  await page.goto('/session/registration')
  await page.getByLabel(t('accounts:field.email'), { exact: true }).waitFor()
  expect(await hints()).toEqual(['username', 'new-password', 'new-password'])
  const email = `${randomUUID()}@example.org`
  await submitRegistration(page, email)
  await codeField(page).waitFor()
  expect(await hints()).toEqual(['one-time-code'])
  expect(await codeField(page).getAttribute('inputmode')).toBe('numeric')
})
