/** Login screens and guest pages with unusual projects, links and browsers. */
import { expect } from 'vitest'
import { register, storeLogin } from '../../environment/api.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { testedLanguages, translator } from '../../environment/translator.ts'
import { endedToken } from '../../steps/login.ts'

const projectWithoutMail = 'familytown'
const hiddenProject = 'neuroarena'

function startWithOddProjects() {
  const content = copyContent()
  content.project(projectWithoutMail, (yaml) => yaml.replace('authMethods: []', 'authMethods: [google]'))
  content.project(hiddenProject, (yaml) => yaml.replace(/^game:$/m, 'game:\n  isActive: false'))
  return startEnvironment({ CONTENT_DIR: content.dir })
}

const test = journey({ start: startWithOddProjects })

test('a project without email logins has no email screens', async ({ page }) => {
  const t = translator('en')
  for (const path of ['/session/login/email', '/session/registration', '/auth/recovery-password']) {
    await page.goto(`${path}?project=${projectWithoutMail}`)
    await page.waitForURL('**/session/login')
    await page.getByRole('button', { name: /Google/ }).waitFor()
    expect(await page.getByRole('link', { name: t('accounts:method.mail') }).count()).toBe(0)
  }
})

test.for(testedLanguages('en'))(
  'a dead token in a link does not keep a guest from a public page, in %s',
  async (language, { environment, openTab }) => {
    const message = translator(language)('errors:refusal.UNAUTHORIZED')
    for (const path of [`/games/${language}/`, `/games/${language}/islandm3/`, '/prices']) {
      const tab = await openTab({ language })
      tab.allowConsoleErrors(/status of 401/)
      const shown = tab.page.getByText(message, { exact: true }).waitFor()
      await tab.page.goto(`${path}?jwt=${await endedToken(environment)}`)
      await shown
      expect(new URL(tab.page.url()).pathname).toBe(path)
      await tab.page
        .getByRole('banner')
        .getByRole('link', { name: translator(language)('common:header.signIn') })
        .waitFor()
      expect(await tab.page.evaluate(() => sessionStorage.getItem('playhub-jwt'))).toBeNull()
    }
  },
)

test('a player sees no login button while the page has not started', async ({ environment, openTab }) => {
  const { page } = await openTab()
  await page.goto('/prices')
  await storeLogin(page, await register(environment))
  await page.route('**/assets/entry-client-*.js', () => {})
  await page.goto('/prices')
  const login = page.getByRole('banner').locator('[href="/session/login"]')
  await page.locator('html[data-logged-in]').waitFor({ state: 'attached' })
  expect(await login.isVisible()).toBe(false)
})

test('the request of the robot check has the headers of every call', async ({ page }) => {
  const challenge = page.waitForRequest('**/api/captcha/challenge*')
  await page.goto('/session/registration?source=web&locale=en&project=islandm3')
  await page.getByRole('checkbox', { name: translator('en')('accounts:captcha.label') }).click()
  expect(await (await challenge).allHeaders()).toMatchObject({
    accept: 'application/json',
    'frontend-language': 'en',
    source: 'web',
    locale: 'en',
    project: 'islandm3',
    session: '',
  })
})

test.for(testedLanguages('ru'))(
  'a missing consent or repetition is a message, not a disabled button, in %s',
  async (language, { openTab }) => {
    const t = translator(language)
    const { page } = await openTab({ language })
    await page.goto('/session/registration')
    const submit = page.getByRole('button', { name: t('accounts:registration.submit'), exact: true })
    await page.getByLabel(t('accounts:field.email'), { exact: true }).fill('anna@example.org')
    await page.getByLabel(t('accounts:field.password'), { exact: true }).fill('Playhub2026')
    await page.getByRole('checkbox', { name: t('accounts:captcha.label') }).click()
    await page.getByText(t('accounts:captcha.verified')).first().waitFor()
    expect(await submit.isEnabled()).toBe(true)
    await submit.click()
    for (const issue of ['CONSENT_REQUIRED', 'PASSWORD_REPEAT_REQUIRED'])
      await page.getByText(t(`errors:issue.${issue}`), { exact: true }).waitFor()
  },
)

test('the payments are not filtered by a project that is hidden', async ({ environment, page }) => {
  await storeLogin(page, await register(environment))
  await page.goto('/transactions')
  const filter = page.getByRole('main').getByRole('navigation')
  await filter.locator('a[href="/transactions?game=islandm3"]').waitFor()
  expect(await filter.locator(`a[href="/transactions?game=${hiddenProject}"]`).count()).toBe(0)
})

test('a browser that throws at every access to its storage, workers and cookies shows all the same', async ({
  tab,
}) => {
  const { page, allowConsoleErrors } = tab
  // The router's own warning.
  allowConsoleErrors(/^Failed to save scroll positions in sessionStorage/)
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    const blocked: [object, string][] = [
      [window, 'localStorage'],
      [window, 'sessionStorage'],
      [window, 'caches'],
      [window, 'indexedDB'],
      [window, 'cookieStore'],
      [window, 'BroadcastChannel'],
      [document, 'cookie'],
      [navigator, 'serviceWorker'],
      [navigator, 'locks'],
    ]
    for (const [owner, name] of blocked) Object.defineProperty(owner, name, { get: refuse, set: refuse })
  })
  await page.goto('/games/en/')
  await page.locator('summary').first().click()
  await page.locator('details[open]').first().waitFor()
  await page.goto('/session/login/email')
  await page.getByLabel(translator('en')('accounts:field.email'), { exact: true }).waitFor()
})
