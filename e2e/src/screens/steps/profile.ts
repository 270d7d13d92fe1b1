import { call } from '../../environment/api.ts'
import type { StepContext } from '../screen.ts'

const button = ({ page }: StepContext, name: string) => page.getByRole('button', { name, exact: true })
const dialog = ({ page }: StepContext) => page.getByRole('dialog')

/** The section that loads last. */
const waitForDevices = ({ page, t }: StepContext) => page.getByText(t('profile:devices.current')).waitFor()

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
const linked = { ru: 'vk', en: 'google' } as const

async function askToUnlink(ctx: StepContext): Promise<void> {
  const { page, t, language } = ctx
  const method = t(`common:authMethod.${linked[language]}`)
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

async function withDeletionAsked({ environment, player }: StepContext): Promise<string> {
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
  waitForFailure: ({ page }: StepContext) => page.getByRole('alert').filter({ hasText: 'Google' }).waitFor(),
  askToUnlink,
  askToLeaveEverywhere,
  withDeletionAsked,
  openMenuWithDeletion,
  waitForQuestion: (ctx: StepContext) => dialog(ctx).waitFor(),
}
