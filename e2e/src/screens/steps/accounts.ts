import { randomUUID } from 'node:crypto'
import { register } from '../../environment/api.ts'
import type { Scene } from '../screen-list.ts'

const password = 'Playhub2026'

const someAddress = () => `${randomUUID().slice(0, 8)}@example.org`
const emailField = ({ page, words }: Scene) => page.getByLabel(words('accounts:field.email'))
const passwordField = ({ page, words }: Scene) =>
  page.getByLabel(words('accounts:field.password'), { exact: true })
const repeatField = ({ page, words }: Scene) => page.getByLabel(words('accounts:field.passwordRepeat'))
const press = ({ page, words }: Scene, path: string) =>
  page.getByRole('button', { name: words(path), exact: true }).click()
const see = ({ page, words }: Scene, path: string) => page.getByText(words(path)).first().waitFor()

async function mistypeSignIn(scene: Scene): Promise<void> {
  await emailField(scene).fill('not an address')
  await passwordField(scene).fill('short')
  await press(scene, 'accounts:login.submit')
  await see(scene, 'errors:issue.EMAIL_INVALID')
}

async function giveWrongPassword(scene: Scene): Promise<void> {
  const { email } = await register(scene.world)
  await emailField(scene).fill(email)
  await passwordField(scene).fill('Mistaken2026')
  await press(scene, 'accounts:login.submit')
  await see(scene, 'errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL')
}

/** Each failure in this browser counts; the next one asks for the robot check. */
async function failUntilRobotCheck(scene: Scene): Promise<void> {
  const { page, words } = scene
  await page.evaluate(() => localStorage.setItem('failed-attempt-counter', '5'))
  await page.reload()
  await page.getByRole('checkbox', { name: words('accounts:robot.label') }).waitFor()
}

async function mistypeRegistration(scene: Scene): Promise<void> {
  await emailField(scene).fill('not an address')
  await passwordField(scene).fill('short')
  await repeatField(scene).fill('other')
  await repeatField(scene).blur()
  await see(scene, 'errors:issue.EMAIL_INVALID')
  await see(scene, 'errors:issue.PASSWORD_LENGTH')
  await see(scene, 'errors:issue.PASSWORD_MISMATCH')
}

async function begin(scene: Scene): Promise<void> {
  const { page, words } = scene
  await emailField(scene).fill(someAddress())
  await passwordField(scene).fill(password)
  await repeatField(scene).fill(password)
  await page.getByRole('checkbox', { name: words('accounts:registration.consent') }).check()
  await page.getByRole('checkbox', { name: words('accounts:robot.label') }).click()
  await see(scene, 'accounts:robot.verified')
  await press(scene, 'accounts:registration.submit')
  await see(scene, 'accounts:code.title')
}

async function giveWrongCode(scene: Scene): Promise<void> {
  await begin(scene)
  await scene.page.getByLabel(scene.words('accounts:code.label')).fill('000000')
  await see(scene, 'errors:refusal.SEND_VERIFICATION_CODE_INCORRECT')
}

async function askToRecover(scene: Scene): Promise<string> {
  const { email } = await register(scene.world)
  const welcome = await scene.world.letterTo(email)
  await emailField(scene).fill(email)
  await press(scene, 'accounts:recovery.submit')
  await see(scene, 'accounts:code.title')
  return scene.world.letterTo(email, welcome).then(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '')
}

async function recover(scene: Scene): Promise<void> {
  const code = await askToRecover(scene)
  await scene.page.getByLabel(scene.words('accounts:code.label')).fill(code)
  await see(scene, 'accounts:recovery.newPasswordTitle')
}

export const accountSteps = {
  mistypeSignIn,
  giveWrongPassword,
  failUntilRobotCheck,
  mistypeRegistration,
  register: begin,
  giveWrongCode,
  askToRecover,
  recover,
}
