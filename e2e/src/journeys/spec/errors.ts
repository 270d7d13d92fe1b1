import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import type { Language } from '../../environment/translator.ts'
import { accountSteps } from '../../screens/steps/accounts.ts'
import { responses } from '../../screens/steps/responses.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { supportSteps } from '../../screens/steps/support.ts'
import { submitLogin } from '../../steps/login.ts'
import { test } from './spec-test.ts'

const readFailureCount = (page: Page) =>
  page.evaluate(() => Number(localStorage.getItem('failed-attempt-counter')))

export function walkErrors(language: Language): void {
  test.concurrent('email login: an unknown address, then a wrong password; both count as failures', async ({
    openWalk,
    player,
  }) => {
    const { go, page, t, see, stop, tab } = await openWalk(language)
    tab.allowConsoleErrors(/status of 4\d\d/)
    const email = page.getByLabel(t('accounts:field.email'), { exact: true })
    const password = page.getByLabel(t('accounts:field.password'), { exact: true })
    await go('/session/login/email')
    await submitLogin(page, language, { email: `nobody-${player.email}`, password: player.password })
    await see('errors:refusal.USER_NOT_EXIST_LOGIN_BY_EMAIL', 'User with this email does not exist')
    expect([await email.inputValue(), await password.inputValue()]).toEqual(['', ''])
    await submitLogin(page, language, { ...player, password: 'Mistaken2026' })
    await see('errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL', 'Incorrect password')
    expect([await email.inputValue(), await password.inputValue()]).toEqual([player.email, ''])
    expect(await readFailureCount(page)).toBe(2)
    await stop()
  })

  test.concurrent('registration: a known address and a wrong code; recovery: an unknown address, a wrong code, a used password', async ({
    environment,
    openWalk,
  }) => {
    const walk = await openWalk(language)
    const { go, page, t, see, click, stop, tab } = walk
    tab.allowConsoleErrors(/status of 4\d\d/)
    const known = await register(environment)
    await go('/session/registration')
    await page.getByLabel(t('accounts:field.email'), { exact: true }).fill(known.email)
    await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(known.password)
    await page.getByLabel(t('accounts:field.passwordRepeat')).fill(known.password)
    await page.getByRole('checkbox', { name: t('accounts:registration.consent') }).check()
    await page.getByRole('checkbox', { name: t('accounts:captcha.label') }).click()
    await see('accounts:captcha.verified')
    await click('accounts:registration.submit')
    await see('errors:refusal.USER_EXIST_REGISTER_BY_EMAIL', 'User with this email exists')
    expect(await page.getByLabel(t('accounts:field.password'), { exact: true }).inputValue()).toBe('')
    await stop()

    await go('/session/registration')
    await accountSteps.enterWrongCode(walk)
    await see('errors:refusal.SEND_VERIFICATION_CODE_INCORRECT', 'Code is not valid')
    await stop()

    await go('/auth/recovery-password')
    await page.getByLabel(t('accounts:field.email'), { exact: true }).fill(`nobody-${known.email}`)
    await click('accounts:recovery.submit')
    await see('errors:refusal.USER_NOT_EXIST_RECOVERY_PASSWORD', 'User with this email does not exist')
    await page.getByLabel(t('accounts:field.email'), { exact: true }).fill(known.email)
    const welcomeEmail = await environment.emailTo(known.email)
    await Promise.all([
      see('accounts:recovery.sent', 'Instructions for resetting your password have been sent by email'),
      click('accounts:recovery.submit'),
    ])
    const code = page.getByLabel(t('accounts:code.label'))
    await code.fill('000000')
    await see('errors:refusal.SEND_RECOVERY_PASSWORD_CODE_INCORRECT', 'Code is not valid')
    expect(await readFailureCount(page)).toBe(4)
    await code.fill(await environment.codeFor(known.email, welcomeEmail))
    await page.getByLabel(t('accounts:field.newPassword')).fill(known.password)
    await page.getByLabel(t('accounts:field.passwordRepeat')).fill(known.password)
    await click('accounts:recovery.save')
    await see('errors:refusal.PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD', 'Password has already been used before')
    await stop()
  })

  test.concurrent('what did not load says so, and a support request that fails keeps its text', async ({
    openWalk,
    player,
  }) => {
    const walk = await openWalk(language, player)
    const { go, see, stop, tab } = walk
    tab.allowConsoleErrors(/ERR_FAILED/)
    await go(await responses.aborted('control/get-prices*', '/games/{lng}/')(walk))
    await Promise.all([see('errors:toast.GET_PRICES_CONTROL_ERROR'), siteSteps.openPrices(walk)])
    await stop()
    await go('/transactions/help')
    await supportSteps.failToSend(walk)
    await stop()
  })

  test.concurrent('a game that is unlisted, in development or unknown leads to the catalogue', async ({
    openWalk,
  }) => {
    const { go, path } = await openWalk(language)
    for (const game of ['nightcity', 'skyport', 'nowhere']) {
      await go(`/games/{lng}/${game}/`)
      expect([game, path()]).toEqual([game, `/games/${language}/`])
    }
  })
}
