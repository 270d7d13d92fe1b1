/** Logging in to a hub in its own window: refusals, errors, what is restored, and where the player ends. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { call, register } from '../../environment/api.ts'
import { accessibilityViolations, openBrowserWithThirdParties } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { type Language, testedLanguages, translator } from '../../environment/translator.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { embedHub } from '../../sites/host-site.ts'
import { startLoginEnvironment } from '../../sites/login-environment.ts'
import {
  accountButton,
  approveAs,
  chooserPath,
  endedToken,
  expectLoggedIn,
  expectSilentChooser,
  failGoogleOnce,
  fillRegistration,
  type Hub,
  isToaster,
  loginBy,
  methodButton,
  openProvider,
  refuse,
  type SocialMethod,
  signOut,
  submitLogin,
} from '../../steps/login.ts'

const password = 'Playhub2026'
const languages = testedLanguages('ru')

const test = journey({
  start: startLoginEnvironment,
  isShared: true,
  openBrowser: () => openBrowserWithThirdParties('allowed'),
}).extend('openPage', ({ openTab }) => async (language: Language, path?: string) => {
  const tab = await openTab({ language })
  if (path) await tab.page.goto(path)
  return { tab, page: tab.page }
})

const button = (hub: Hub, name: string) => hub.getByRole('button', { name, exact: true })
const see = (hub: Hub, text: string) => hub.getByText(text).first().waitFor()
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
type OpenPage = (language: Language, path?: string) => Promise<{ page: Page }>
const playerIn = async (page: Page) => JSON.parse((await stored(page, 'web-auth-data')) ?? '{}').userId

describe('at a provider', () => {
  test.for<[SocialMethod, Language]>([
    ['vk', 'ru'],
    ['apple', 'en'],
  ])(
    '%s, a player who refuses returns to the login methods, without any message',
    async ([method, language], { openPage }) => {
      const { tab, page } = await openPage(language, chooserPath)
      await methodButton(page, method, language).click()
      await refuse(page, language)
      await page.waitForURL(`**${chooserPath}`)
      await expectSilentChooser(page, language, tab)
    },
  )

  test.for(languages)(
    'that fails, the player sees an error and the next try works, in %s',
    async (language, { environment, openPage }) => {
      const t = translator(language)
      const { tab, page } = await openPage(language, chooserPath)
      await failGoogleOnce(environment)
      await Promise.all([
        see(page, t('errors:toast.MANUAL_REDIRECT_ERROR')),
        loginBy(page, 'google', language, 'Boris'),
      ])
      expect(tab.requestedUrls.filter(isToaster)).not.toEqual([])
      const error = t('accounts:oauth.failure.notConfirmed', { method: 'Google' })
      await page.getByRole('alert').filter({ hasText: error }).waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      await loginBy(page, 'google', language, 'Boris')
      await page.waitForURL(`**/games/${language}/`)
      await expectLoggedIn(page, language, 'google')
    },
  )
})

describe('a guest who plays', () => {
  const t = translator('ru')

  /** Logs in from the game's menu. */
  async function loginFromGame(page: Page, person: string): Promise<void> {
    const game = page.frameLocator('#game-frame')
    await game.getByRole('button', { name: 'Играть' }).first().click()
    await game.getByRole('button', { name: 'Пауза' }).first().click()
    await game.getByRole('button', { name: 'Войти' }).click()
    await loginBy(page, 'vk', 'ru', person)
    await game.getByText(person).first().waitFor()
  }

  test('logs in and returns to the game, in the same language and with the same session', async ({
    environment,
    openPage,
  }) => {
    const { session } = await call<{ session: string }>(environment, 'POST', '/session/get', {
      body: { project: 'islandm3' },
    })
    const { page } = await openPage('en', `/games/ru/islandm3/?play=1&session=${session}`)
    await loginFromGame(page, 'Клара Щукина')
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('session')]).toEqual(['/games/ru/islandm3/', session])
    expect(await stored(page, 'session')).toBe(session)
    expect(JSON.parse((await stored(page, 'web-auth-data')) ?? '{}')).toMatchObject({
      ...{ currentAuthType: 'vk', nickName: 'Клара Щукина', userId: expect.any(String), session },
      jwt: await stored(page, 'access-token'),
    })
  })

  test('at a game with its own host logs in and does not confirm the age again', async ({
    environment,
    openPage,
  }) => {
    const { page } = await openPage('ru')
    await page.goto(
      siteSteps.singleGameUrl({ environment, page, t, language: 'ru', shown: 'ru', player: null }),
    )
    await button(page, t('play:single.ageConfirm')).click()
    await loginFromGame(page, 'Boris')
    expect(new URL(page.url()).hostname).toBe('nightcity.localhost')
    expect(await button(page, t('play:single.ageConfirm')).count()).toBe(0)
  })
})

test('the login screen names the project that opened the hub session', async ({ environment, openPage }) => {
  const { loginUrl } = await call<{ loginUrl: string }>(environment, 'POST', '/session/get', {
    body: { project: 'islandm3', locale: 'ru' },
  })
  const { page } = await openPage('ru', new URL(loginUrl).pathname)
  await see(page, translator('ru')('accounts:chooser.forProject', { project: 'Остров сокровищ M3' }))
})

test('an ended login session is removed from the browser, with a message, and leads to login', async ({
  environment,
  openPage,
}) => {
  const t = translator('ru')
  const { tab, page } = await openPage('ru', '/prices')
  await page.evaluate((jwt) => localStorage.setItem('access-token', jwt), await endedToken(environment))
  await Promise.all([see(page, t('errors:refusal.UNAUTHORIZED')), page.goto('/settings')])
  await page.waitForURL(`**${chooserPath}`)
  expect(await stored(page, 'access-token')).toBeNull()
  tab.allowConsoleErrors(/status of 401/)
})

test('a token in the address signs the player in and is removed from the address at once', async ({
  environment,
  openPage,
}) => {
  const { jwt, userId } = await register(environment)
  const { tab, page } = await openPage('en')
  await page.goto(`/games/en/?jwt=${jwt}&project=islandm3`)
  await accountButton(page, 'en').waitFor()
  expect(page.url()).toBe(`${environment.hubUrl}/games/en/?project=islandm3`)
  const [first, ...later] = tab.requestedUrls
  expect(first).toContain(jwt)
  expect(later.filter((url) => url.includes(jwt))).toEqual([])
  await accountButton(page, 'en').click()
  await see(page, userId)
})

describe('another login method', () => {
  /** Links a method in the settings and unlinks the current login's. */
  async function swapMethods(
    hub: Hub,
    language: Language,
    first: SocialMethod,
    link: () => Promise<unknown>,
  ) {
    const t = translator(language)
    const method = t(`common:authMethod.${first}`)
    await link()
    await button(hub, t('profile:identities.unlinkNamed', { method })).click()
    const unlink = hub.getByRole('dialog').getByRole('button', { name: t('profile:identities.unlink') })
    await Promise.all([see(hub, t('profile:identities.unlinked', { method })), unlink.click()])
  }

  /** Logs in with a new browser context. @returns  the player's id */
  async function playerBy(openPage: OpenPage, method: SocialMethod, language: Language, person: string) {
    const { page } = await openPage(language, chooserPath)
    await loginBy(page, method, language, person)
    await page.waitForURL(`**/games/${language}/`)
    return playerIn(page)
  }

  test('is linked by a redirect, the first is unlinked, and the account stays the same', async ({
    openPage,
  }) => {
    const t = translator('en')
    const { page } = await openPage('en', chooserPath)
    await loginBy(page, 'google', 'en', 'Zoë')
    await page.waitForURL('**/games/en/')
    const before = await playerIn(page)
    await page.goto('/settings')
    await swapMethods(page, 'en', 'google', async () => {
      await button(page, t('profile:identities.linkNamed', { method: 'Telegram' })).click()
      await Promise.all([
        see(page, t('profile:identities.linked', { method: 'Telegram' })),
        approveAs(page, 'Dmitri Volkov'),
      ])
    })
    expect(await playerBy(openPage, 'telegram', 'en', 'Dmitri Volkov')).toBe(before)
    expect(await playerBy(openPage, 'google', 'en', 'Zoë')).not.toBe(before)
  })

  test('is linked in a tab beside a framed hub, the first is unlinked, and the account stays the same', async ({
    environment,
    openPage,
  }) => {
    const t = translator('ru')
    const { tab, page: host } = await openPage('ru', environment.site.url)
    const query = 'project=islandm3&locale=ru'
    const chooser = await embedHub(host, `${environment.hubUrl}${chooserPath}?${query}`)
    const popup = await openProvider(tab, chooser, 'yandex', 'ru')
    await approveAs(popup, 'Клара Щукина')
    await chooser.waitForURL('**/loader')
    const before = await chooser.evaluate(() => JSON.parse(localStorage['web-auth-data']).userId)
    // No other site may frame the settings, so the framed hub opens them in a tab.
    const hub = await tab.context.newPage()
    await hub.goto(`${environment.hubUrl}/settings?${query}`)
    await swapMethods(hub, 'ru', 'yandex', async () => {
      await button(hub, t('profile:identities.linkNamed', { method: 'VK' })).click()
      await Promise.all([
        see(hub, t('profile:identities.linked', { method: 'VK' })),
        approveAs(hub, 'Anna Petrova'),
      ])
    })
    expect(await playerBy(openPage, 'vk', 'ru', 'Anna Petrova')).toBe(before)
  })
})

describe('by email', () => {
  test.for(languages)(
    'a captcha is required after five failures and no longer after a success, in %s',
    async (language, { environment, openPage }) => {
      const t = translator(language)
      const { email } = await register(environment)
      const { tab, page } = await openPage(language, '/session/login/email')
      const captcha = page.getByRole('group', { name: t('accounts:captcha.group') })
      for (let failures = 0; failures < 5; failures += 1) {
        expect(await captcha.count()).toBe(0)
        const [response] = await Promise.all([
          page.waitForResponse('**/api/auth/login-by-email'),
          submitLogin(page, language, { email, password: 'Mistaken2026' }),
        ])
        expect(response.status()).toBe(401)
        await see(page, t('errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL'))
        expect(await stored(page, 'failed-attempt-counter')).toBe(String(failures + 1))
      }
      await captcha.getByRole('checkbox').click()
      await see(page, t('accounts:captcha.verified'))
      expect(await accessibilityViolations(page)).toEqual([])
      await submitLogin(page, language, { email, password })
      await page.waitForURL(`**/games/${language}/`)
      await signOut(page, language)
      await page.goto('/session/login/email')
      await button(page, t('accounts:login.submit')).waitFor()
      expect(await captcha.count()).toBe(0)
      tab.allowConsoleErrors(/status of 401/)
    },
  )

  test.for(languages)(
    'a forgotten password is replaced, in %s',
    async (language, { environment, openPage }) => {
      const t = translator(language)
      const { email } = await register(environment)
      const welcomeEmail = await environment.emailTo(email)
      const { tab, page } = await openPage(language, '/session/login/email')
      await page.getByRole('link', { name: t('accounts:login.forgot') }).click()
      await page.getByRole('heading', { name: t('accounts:recovery.title') }).waitFor()
      await page.getByLabel(t('accounts:field.email'), { exact: true }).fill(email)
      await Promise.all([
        see(page, t('accounts:recovery.sent')),
        button(page, t('accounts:recovery.submit')).click(),
      ])
      await page.getByLabel(t('accounts:code.label')).fill(await environment.codeFor(email, welcomeEmail))
      await page.getByLabel(t('accounts:field.newPassword')).fill('Playhub2027')
      await page.getByLabel(t('accounts:field.passwordRepeat')).fill('Playhub2027')
      await Promise.all([
        see(page, t('accounts:recovery.done')),
        button(page, t('accounts:recovery.save')).click(),
      ])
      await submitLogin(page, language, { email, password })
      await see(page, t('errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL'))
      await submitLogin(page, language, { email, password: 'Playhub2027' })
      await page.waitForURL(`**/games/${language}/`)
      await expectLoggedIn(page, language, 'mail')
      tab.allowConsoleErrors(/status of 401/)
    },
  )

  test('a code pasted into the six boxes registers the player', async ({ environment, openPage }) => {
    const t = translator('ru')
    const email = `${randomUUID().slice(0, 8)}@example.org`
    const { page } = await openPage('ru', '/session/registration')
    await fillRegistration(page, t, { email, password })
    await button(page, t('accounts:registration.submit')).click()
    const code = await environment.codeFor(email)
    const field = page.getByLabel(t('accounts:code.label'))
    await field.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`)
    await field.press('ControlOrMeta+V')
    await page.waitForURL('**/games/ru/')
    await expectLoggedIn(page, 'ru', 'mail')
  })
})
