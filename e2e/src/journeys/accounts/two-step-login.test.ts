/** Two-factor: turned on in the settings, asked for after the password, and replaced by a recovery code. */
import { readFile } from 'node:fs/promises'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { accountButton, submitLogin } from '../../steps/login.ts'

const test = journey()
const t = translator('en')

const button = (page: Page, id: string) => page.getByRole('button', { name: t(id), exact: true })

/** @param periods  How far the phone's clock is ahead: each code works once. */
function appCode(secret: string, periods = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 })
}

/** Downloads the dialog's recovery codes and closes it. */
async function saveCodes(page: Page): Promise<string[]> {
  await button(page, 'profile:secondFactor.downloadCodes').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'profile:secondFactor.downloadCodes').click(),
  ])
  const codes = (await readFile(await download.path(), 'utf8')).match(/([A-Z2-9]{4}-?){6}/g) ?? []
  expect(codes).toHaveLength(10)
  await button(page, 'profile:secondFactor.done').click()
  return codes
}

test('a player turns two-step login on, replaces the recovery codes, and logs in with the app and with a recovery code', async ({
  openTab,
  player,
}) => {
  const { page, close } = await openTab({ player })
  await page.goto('/settings')
  await button(page, 'profile:secondFactor.turnOnNamed').click()
  await page.getByRole('img', { name: t('profile:secondFactor.qrCode') }).waitFor()
  const text = await page.getByRole('dialog').locator('code').textContent()
  const secret = text?.replaceAll(' ', '') ?? ''
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel(t('profile:secondFactor.codeLabel')).fill(appCode(secret))
  const earlierCodes = await saveCodes(page)
  await page.getByText(t('profile:secondFactor.codesLeft', { left: '10' })).waitFor()
  await button(page, 'profile:secondFactor.renew').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('profile:secondFactor.renew') })
    .click()
  const recoveryCodes = await saveCodes(page)
  expect(new Set([...earlierCodes, ...recoveryCodes]).size).toBe(20)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await accessibilityViolations(page)).toEqual([])
  await close()

  const withApp = await openTab()
  withApp.allowConsoleErrors(/status of 40[03]/)
  await withApp.page.goto('/session/login/email')
  await submitLogin(withApp.page, 'en', player)
  const field = withApp.page.getByLabel(t('accounts:secondStep.label'))
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  await field.fill('000000')
  await withApp.page.getByText(t('errors:refusal.SECOND_FACTOR_CODE_INCORRECT')).first().waitFor()
  await withApp.page.goBack()
  await submitLogin(withApp.page, 'en', player)
  await field.fill(appCode(secret, 1))
  await accountButton(withApp.page, 'en').waitFor()

  const withoutApp = await openTab()
  withoutApp.allowConsoleErrors(/status of 403/)
  await withoutApp.page.goto('/session/login/email')
  await submitLogin(withoutApp.page, 'en', player)
  await button(withoutApp.page, 'accounts:secondStep.useRecovery').click()
  await withoutApp.page.getByLabel(t('accounts:secondStep.recoveryLabel')).fill(recoveryCodes[0] ?? '')
  await button(withoutApp.page, 'accounts:code.confirm').click()
  await accountButton(withoutApp.page, 'en').waitFor()
})
