import { randomUUID } from 'node:crypto'
import { register } from '../../environment/api.ts'
import { fillRegistration } from '../../steps/login.ts'
import type { StepContext } from '../screen.ts'

const password = 'Playhub2026'

const randomEmail = () => `${randomUUID().slice(0, 8)}@example.org`
const emailField = ({ page, t }: StepContext) => page.getByLabel(t('accounts:field.email'), { exact: true })
const passwordField = ({ page, t }: StepContext) =>
  page.getByLabel(t('accounts:field.password'), { exact: true })
const repeatField = ({ page, t }: StepContext) => page.getByLabel(t('accounts:field.passwordRepeat'))
const click = ({ page, t }: StepContext, path: string) =>
  page.getByRole('button', { name: t(path), exact: true }).click()
const see = ({ page, t }: StepContext, path: string) => page.getByText(t(path)).first().waitFor()

async function enterInvalidLogin(ctx: StepContext): Promise<void> {
  await emailField(ctx).fill('not an address')
  await passwordField(ctx).fill('short')
  await click(ctx, 'accounts:login.submit')
  await see(ctx, 'errors:issue.EMAIL_INVALID')
}

async function enterWrongPassword(ctx: StepContext): Promise<void> {
  const { email } = await register(ctx.environment)
  await emailField(ctx).fill(email)
  await passwordField(ctx).fill('Mistaken2026')
  await click(ctx, 'accounts:login.submit')
  await see(ctx, 'errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL')
}

const refusal = (code: string, status: number, details?: object) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code, status, title: '', details }),
})

/** Second login step, for an account with two-factor. */
async function reachSecondStep(ctx: StepContext): Promise<void> {
  await ctx.page.route('**/api/auth/login-by-email', (route) =>
    route.fulfill(refusal('SECOND_FACTOR_REQUIRED', 403, { ticket: 'ticket' })),
  )
  await emailField(ctx).fill('anna@example.org')
  await passwordField(ctx).fill(password)
  await click(ctx, 'accounts:login.submit')
  await see(ctx, 'accounts:secondStep.title')
}

async function enterUsedRecoveryCode(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await reachSecondStep(ctx)
  await page.route('**/api/auth/second-factor', (route) =>
    route.fulfill(refusal('SECOND_FACTOR_CODE_INCORRECT', 400)),
  )
  await click(ctx, 'accounts:secondStep.useRecovery')
  await page.getByLabel(t('accounts:secondStep.recoveryLabel')).fill('K7QF-2ZHM-9RTA-XW4C-PB6E-JN8S')
  await click(ctx, 'accounts:code.confirm')
  await see(ctx, 'errors:refusal.SECOND_FACTOR_CODE_INCORRECT')
}

/** The browser counts failed attempts and shows the captcha at the limit. */
async function failUntilCaptcha(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await page.evaluate(() => localStorage.setItem('failed-attempt-counter', '5'))
  await page.reload()
  await page.getByRole('checkbox', { name: t('accounts:captcha.label') }).waitFor()
}

async function enterInvalidRegistration(ctx: StepContext): Promise<void> {
  await emailField(ctx).fill('not an address')
  await passwordField(ctx).fill('short')
  await repeatField(ctx).fill('other')
  await repeatField(ctx).blur()
  await see(ctx, 'errors:issue.EMAIL_INVALID')
  await see(ctx, 'errors:issue.PASSWORD_LENGTH')
  await see(ctx, 'errors:issue.PASSWORD_MISMATCH')
}

async function submitRegistration(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await fillRegistration(page, t, { email: randomEmail(), password })
  await click(ctx, 'accounts:registration.submit')
  await see(ctx, 'accounts:code.title')
}

async function enterWrongCode(ctx: StepContext): Promise<void> {
  await submitRegistration(ctx)
  await ctx.page.getByLabel(ctx.t('accounts:code.label')).fill('000000')
  await see(ctx, 'errors:refusal.SEND_VERIFICATION_CODE_INCORRECT')
}

async function askToRecover(ctx: StepContext): Promise<string> {
  const { email } = await register(ctx.environment)
  const welcomeEmail = await ctx.environment.emailTo(email)
  await emailField(ctx).fill(email)
  await click(ctx, 'accounts:recovery.submit')
  await see(ctx, 'accounts:code.title')
  return ctx.environment.codeFor(email, welcomeEmail)
}

async function recover(ctx: StepContext): Promise<void> {
  const code = await askToRecover(ctx)
  await ctx.page.getByLabel(ctx.t('accounts:code.label')).fill(code)
  await see(ctx, 'accounts:recovery.newPasswordTitle')
}

export const accountSteps = {
  reachSecondStep,
  enterUsedRecoveryCode,
  enterInvalidLogin,
  enterWrongPassword,
  failUntilCaptcha,
  enterInvalidRegistration,
  submitRegistration,
  enterWrongCode,
  askToRecover,
  recover,
}
