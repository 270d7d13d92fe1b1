import { call } from '../../environment/api.ts'
import type { Scene } from '../screen-list.ts'

const button = ({ page }: Scene, name: string) => page.getByRole('button', { name, exact: true })
const asksIn = ({ page }: Scene) => page.getByRole('dialog')

/** The last part to come. */
const waitForDevices = ({ page, words }: Scene) => page.getByText(words('profile:devices.current')).waitFor()

async function mistype(scene: Scene): Promise<void> {
  const { page, words } = scene
  await waitForDevices(scene)
  await page.getByLabel(words('profile:about.firstName'), { exact: true }).fill('R2')
  await page.getByLabel(words('profile:about.lastName')).fill('Constantinople')
  await button(scene, words('profile:password.changeNamed')).click()
  await page.getByLabel(words('profile:password.current')).fill('short')
  await page.getByLabel(words('accounts:field.newPassword')).fill('Playhub2026')
  await page.getByLabel(words('accounts:field.passwordRepeat')).fill('Playhub2027')
  await button(scene, words('profile:password.save')).click()
  for (const issue of ['NAME_INVALID', 'PASSWORD_LENGTH', 'PASSWORD_MISMATCH']) {
    await page
      .getByText(words(`errors:issue.${issue}`))
      .first()
      .waitFor()
  }
}

/** Each language links another company's account: one person there has one account here. */
const linked = { ru: 'vk', en: 'google' } as const

async function askToUnlink(scene: Scene): Promise<void> {
  const { page, words, language } = scene
  const method = words(`common:authMethod.${linked[language]}`)
  await button(scene, words('profile:ways.linkNamed', { method })).click()
  await page.getByRole('link', { name: /Клара/ }).click()
  await page.waitForURL('**/settings')
  await button(scene, words('profile:ways.unlinkNamed', { method })).click()
  await asksIn(scene).getByText(words('profile:ways.question', { method })).waitFor()
}

async function askToLeaveEverywhere(scene: Scene): Promise<void> {
  await waitForDevices(scene)
  await button(scene, scene.words('profile:devices.everywhere')).click()
  await asksIn(scene).waitFor()
}

async function withDeletionAsked({ world, player }: Scene): Promise<string> {
  await call(world, 'POST', '/me/deletion', { jwt: player?.jwt })
  return '/settings'
}

/** The settings have told this browser of it, and every page does. */
async function openMenuWithDeletion(scene: Scene): Promise<void> {
  const { page, words } = scene
  await waitForDevices(scene)
  await page.getByRole('banner').getByTitle(words('common:header.account')).click()
  await page.getByRole('banner').getByText(words('common:header.keepAccount')).waitFor()
}

export const profileSteps = {
  waitForTrouble: ({ page, words }: Scene) => page.getByText(words('profile:notLoaded')).nth(1).waitFor(),
  waitForDevices,
  mistype,
  waitForFailure: ({ page }: Scene) => page.getByRole('alert').filter({ hasText: 'Google' }).waitFor(),
  askToUnlink,
  askToLeaveEverywhere,
  withDeletionAsked,
  openMenuWithDeletion,
  waitForQuestion: (scene: Scene) => asksIn(scene).waitFor(),
}
