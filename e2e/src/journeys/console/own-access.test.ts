/** An operator's own access: name, password, and a forgotten one. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { accessibilityViolations } from '../../environment/browser.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { addOperator, enterPassword, logInOperator, setUpOperator } from '../../steps/operator.ts'

const newPassword = 'the tide turns at 4'
const t = consoleTranslator('en')

const test = journey({ start: startEnvironment })

test('an operator renames themselves, and replaces a forgotten password by email and recovery code', async ({
  environment,
  openTab,
}) => {
  const email = `vera-${randomUUID()}@example.org`
  const { page, context, allowConsoleErrors } = await openTab()
  allowConsoleErrors(/status of 40[13]/)
  const button = (id: string) => page.getByRole('button', { name: t(id), exact: true })
  const operator = await setUpOperator(page, { link: await addOperator(environment, email), email })
  await logInOperator(page, operator, { app: operator.nextCode() })
  await page.getByRole('navigation', { name: t('common:menu') }).waitFor()
  await page.goto('/console/me')
  await page.getByLabel(t('account:name'), { exact: true }).fill('Vera K.')
  await button('account:saveName').click()
  await page.getByText(t('account:nameSaved')).first().waitFor()
  await page.getByLabel(t('account:password.present'), { exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const invitation = await environment.emailTo(email)
  await context.clearCookies()
  await page.goto('/console/sign-in')
  await page.getByRole('link', { name: t('login:forgotten.link') }).click()
  await page.getByRole('heading', { name: t('login:forgotten.title') }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel(t('login:email'), { exact: true }).fill(email)
  await button('login:forgotten.send').click()
  await page.getByRole('heading', { name: t('login:forgotten.sentTitle') }).waitFor()
  const { text } = await environment.emailTo(email, invitation)
  const [link = ''] = /http\S+\/new-password\/\S+/.exec(text) ?? []
  await page.goto(link)
  await page.getByText('Vera K.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel(t('login:setUp.newPassword'), { exact: true }).fill(newPassword)
  await page.getByLabel(t('login:forgotten.code'), { exact: true }).fill(operator.recoveryCodes[0] ?? '')
  await button('login:forgotten.save').click()
  await page.getByRole('navigation', { name: t('common:menu') }).waitFor()

  await page.goto('/console/audit')
  await page.getByRole('listitem').filter({ hasText: 'Vera K. changed their password' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await context.clearCookies()
  await page.goto('/console/sign-in')
  await enterPassword(page, { email, password: newPassword })
  await page.getByLabel(t('login:code')).waitFor()
  await page.goto(link)
  await page.getByRole('heading', { name: t('login:setUp.linkTitle') }).waitFor()
})
