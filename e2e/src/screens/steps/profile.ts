import { call } from '../../environment/api.ts'
import { addAuthenticator } from '../../steps/authenticator.ts'
import type { StepContext } from '../screen.ts'

const button = ({ page }: StepContext, name: string) => page.getByRole('button', { name, exact: true })
const dialog = ({ page }: StepContext) => page.getByRole('dialog')

/** The section loaded last. */
const waitForDevices = ({ page, t }: StepContext) =>
  page.getByText(t('profile:devices.current'), { exact: true }).first().waitFor()

async function enterInvalidValues(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await waitForDevices(ctx)
  await page.getByLabel(t('profile:about.firstName'), { exact: true }).fill('R2')
  await page.getByLabel(t('profile:about.lastName')).fill('Constantinople')
  await button(ctx, t('profile:password.changeNamed')).click()
  await page.getByLabel(t('profile:password.current')).fill('short')
  await page.getByLabel(t('accounts:field.newPassword')).fill('Playhub2026')
  await page.getByLabel(t('accounts:field.passwordRepeat')).fill('Playhub2027')
  await button(ctx, t('profile:password.save')).click()
  for (const issue of ['NAME_INVALID', 'PASSWORD_LENGTH', 'PASSWORD_MISMATCH']) {
    await page
      .getByText(t(`errors:issue.${issue}`))
      .first()
      .waitFor()
  }
}

/** Each language uses another provider, since one identity belongs to one account. */
const linked = { ru: 'vk', en: 'google', de: 'yandex', ja: 'telegram' } as const

async function askToUnlink(ctx: StepContext): Promise<void> {
  const { page, t, shown } = ctx
  const method = t(`common:authMethod.${linked[shown]}`)
  await button(ctx, t('profile:identities.linkNamed', { method })).click()
  await page.getByRole('link', { name: /Клара/ }).click()
  await page.waitForURL('**/settings')
  await button(ctx, t('profile:identities.unlinkNamed', { method })).click()
  await dialog(ctx).getByText(t('profile:identities.question', { method })).waitFor()
}

async function askToLeaveEverywhere(ctx: StepContext): Promise<void> {
  await waitForDevices(ctx)
  await button(ctx, ctx.t('profile:devices.everywhere')).click()
  await dialog(ctx).waitFor()
}

/** The device has a screen lock. */
async function addPasskey(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await waitForDevices(ctx)
  await addAuthenticator(page)
  await button(ctx, t('profile:passkeys.add')).click()
  await page.getByText(t('profile:passkeys.neverUsed')).waitFor()
}

async function askToRenamePasskey(ctx: StepContext): Promise<void> {
  await addPasskey(ctx)
  await ctx.page
    .getByRole('button', { name: ctx.t('profile:passkeys.renameNamed', { name: '' }) })
    .first()
    .click()
  await dialog(ctx).waitFor()
}

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const recoveryCodes = Array.from({ length: 10 }, (_, at) => `K7QF-2ZHM-9RTA-XW4C-PB6E-JN${(at % 8) + 2}S`)

/** Uses the same secret each time, since it is drawn as a picture. */
async function connectApp(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  const uri = `otpauth://totp/Playhub:anna%40example.org?issuer=Playhub&secret=${secret}`
  await page.route('**/api/me/second-factor/setup', (route) =>
    route.fulfill({ json: { data: { result: { secret, uri } } } }),
  )
  await waitForDevices(ctx)
  await button(ctx, t('profile:secondFactor.turnOnNamed')).click()
  await page.getByLabel(t('profile:secondFactor.codeLabel')).waitFor()
}

async function seeRecoveryCodes(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await connectApp(ctx)
  await page.route('**/api/me/second-factor', (route) =>
    route.fulfill({ json: { data: { result: { recoveryCodes } } } }),
  )
  await page.getByLabel(t('profile:secondFactor.codeLabel')).fill('123456')
  await button(ctx, t('profile:secondFactor.done')).waitFor()
}

async function askToReplaceCodes(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  const addedAt = Date.UTC(2026, 8, 1)
  await page.route('**/api/me/second-factor', (route) =>
    route.fulfill({ json: { data: { result: { addedAt, recoveryCodesLeft: 2 } } } }),
  )
  await page.reload()
  await waitForDevices(ctx)
  await button(ctx, t('profile:secondFactor.renew')).click()
  await dialog(ctx).waitFor()
}

/** Simulates ten minutes after the login. */
async function askForReauthentication(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await waitForDevices(ctx)
  const details = { methods: ['passkey', 'mail', 'google'] }
  await page.route('**/api/me/deletion', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'REAUTHENTICATION_REQUIRED', status: 403, title: '', details }),
    }),
  )
  const confirm = dialog(ctx).getByRole('button', { name: t('profile:deletion.confirm') })
  await confirm.click()
  const prompt = page.getByRole('dialog', { name: t('profile:proof.title') })
  await prompt.locator('input:focus').waitFor()
  await confirm.waitFor({ state: 'detached' })
}

async function withDeletionRequested({ environment, player }: StepContext): Promise<string> {
  await call(environment, 'POST', '/me/deletion', { jwt: player?.jwt })
  return '/settings'
}

/** Once the settings have loaded, the account menu of every page mentions the deletion. */
async function openMenuWithDeletion(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await waitForDevices(ctx)
  await page.getByRole('banner').getByTitle(t('common:header.account')).click()
  await page.getByRole('banner').getByText(t('common:header.keepAccount')).waitFor()
}

export const profileSteps = {
  waitForError: ({ page, t }: StepContext) => page.getByText(t('common:section.offline')).nth(1).waitFor(),
  waitForDevices,
  enterInvalidValues,
  waitForFailure: ({ page, t }: StepContext) =>
    page
      .getByRole('alert')
      .filter({ hasText: t('accounts:methodName.google') })
      .waitFor(),
  askToUnlink,
  askToLeaveEverywhere,
  addPasskey,
  askToRenamePasskey,
  askForReauthentication,
  connectApp,
  askToReplaceCodes,
  seeRecoveryCodes,
  withDeletionRequested,
  openMenuWithDeletion,
  waitForQuestion: (ctx: StepContext) => dialog(ctx).waitFor(),
}
