import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import type { Language } from '../../environment/translator.ts'
import { accountSteps } from '../../screens/steps/accounts.ts'
import { paymentSteps } from '../../screens/steps/payments.ts'
import { profileSteps } from '../../screens/steps/profile.ts'
import { supportSteps } from '../../screens/steps/support.ts'
import { test } from './spec-test.ts'

const tooLong = `${'a'.repeat(310)}@example.org`

export function walkValidation(language: Language): void {
  test.concurrent('email login: the button waits for both fields, and each mistake is named', async ({
    openWalk,
  }) => {
    const walk = await openWalk(language)
    const { go, page, t, see, stop } = walk
    await go('/session/login/email')
    const submit = page.getByRole('button', { name: t('accounts:login.submit'), exact: true })
    const email = page.getByLabel(t('accounts:field.email'), { exact: true })
    const password = page.getByLabel(t('accounts:field.password'), { exact: true })
    expect(await submit.isDisabled()).toBe(true)
    await email.fill('anna@example.org')
    expect(await submit.isDisabled()).toBe(true)
    await password.fill('Playhub2026')
    expect(await submit.isEnabled()).toBe(true)
    await email.fill('')
    await email.blur()
    await see('errors:issue.EMAIL_REQUIRED', 'Enter your email address')
    await password.fill('')
    await password.blur()
    await see('errors:issue.PASSWORD_REQUIRED', 'Enter password')
    await accountSteps.enterInvalidLogin(walk)
    await see('errors:issue.EMAIL_INVALID', 'Invalid email format')
    await see('errors:issue.PASSWORD_LENGTH', 'Must contain from 8 to 20 Latin letters or numbers')
    await stop()
    await email.fill(tooLong)
    await email.blur()
    await see('errors:issue.EMAIL_TOO_LONG', '320')
    await password.fill('пароль2026')
    await password.blur()
    await see('errors:issue.PASSWORD_INVALID', 'Incorrect password format')
  })

  test.concurrent('registration: the passwords must be equal', async ({ openWalk }) => {
    const walk = await openWalk(language)
    const { go, page, t, see, stop } = walk
    await go('/session/registration')
    await accountSteps.enterInvalidRegistration(walk)
    await see('errors:issue.PASSWORD_MISMATCH', 'Password mismatch! Try again')
    const repeat = page.getByLabel(t('accounts:field.passwordRepeat'))
    await repeat.fill('')
    await repeat.blur()
    await see('errors:issue.PASSWORD_REPEAT_REQUIRED', 'Enter your password again')
    await stop()
  })

  test.concurrent('registration: the robot check and the consent are asked for, and both are needed', async ({
    openWalk,
  }) => {
    const { go, page, t, see, stop } = await openWalk(language)
    await go('/session/registration')
    const submit = page.getByRole('button', { name: t('accounts:registration.submit'), exact: true })
    const consent = page.getByRole('checkbox', { name: t('accounts:registration.consent') })
    await page.getByLabel(t('accounts:field.email'), { exact: true }).fill('anna@example.org')
    for (const field of ['accounts:field.password', 'accounts:field.passwordRepeat'])
      await page.getByLabel(t(field), { exact: true }).fill('Playhub2026')
    await see('errors:issue.CAPTCHA_REQUIRED', 'Prove that you are not a robot')
    await consent.check()
    expect(await submit.isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: t('accounts:captcha.label') }).click()
    await see('accounts:captcha.verified')
    await consent.uncheck()
    expect(await submit.isEnabled()).toBe(true)
    await submit.click()
    await see('errors:issue.CONSENT_REQUIRED', 'Confirm your consent to the processing of personal data')
    await stop()
  })

  test.concurrent('a code has six digits; names have two to ten letters', async ({ openWalk, player }) => {
    const guest = await openWalk(language)
    await guest.go('/session/registration')
    await accountSteps.submitRegistration(guest)
    const code = guest.page.getByLabel(guest.t('accounts:code.label'))
    await code.pressSequentially('12ab3')
    expect(await code.inputValue()).toBe('123')
    const walk = await openWalk(language, player)
    await walk.go('/settings')
    await profileSteps.enterInvalidValues(walk)
    await walk.stop()
  })

  test.concurrent('the receipt email of a payment is required and valid; a changed one is saved first', async ({
    environment,
    openWalk,
  }) => {
    const walk = await openWalk(language, await register(environment))
    const { go, page, t, see, stop } = walk
    await go(await paymentSteps.newOrder(walk))
    const email = page.getByLabel(t('payments:email.label'))
    await email.fill('')
    await email.blur()
    await see('errors:issue.EMAIL_REQUIRED', 'Enter your email address')
    await email.fill('anna')
    await email.blur()
    await see('errors:issue.EMAIL_INVALID')
    await stop()
    await email.fill('receipts@example.org')
    const [request] = await Promise.all([
      page.waitForRequest('**/api/payments/update-mail-to-receive-check'),
      paymentSteps.openCardForm(walk),
    ])
    expect(request.postDataJSON()).toEqual({ email: 'receipts@example.org' })
  })

  test.concurrent('the support form wants a valid email and a reason', async ({ openWalk, player }) => {
    const walk = await openWalk(language, player)
    await walk.go('/transactions/help')
    await supportSteps.enterInvalidValues(walk)
    await walk.see('errors:issue.EMAIL_INVALID')
    await walk.stop()
  })
}
