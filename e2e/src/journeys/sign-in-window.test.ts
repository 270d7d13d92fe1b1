/** Signing in at a hub in a window of its own: what may happen on the way, and where the player ends. */
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { call, register } from '../environment/api.ts'
import {
  accessibilityViolations,
  newVisitor,
  openBrowserWithThirdParties,
  type Visitor,
} from '../environment/browser.ts'
import { type Language, wordsIn } from '../environment/translator.ts'
import { siteSteps } from '../screens/steps/site.ts'
import { frameHub } from '../sites/host-site.ts'
import { type SignInWorld, startSignInWorld } from '../sites/sign-in-environment.ts'
import {
  accountButton,
  approveAs,
  chooserPath,
  expectSignedIn,
  expectSilentChoice,
  fillLogin,
  type Hub,
  isToaster,
  methodButton,
  openProvider,
  refuse,
  signInBy,
} from '../steps/sign-in.ts'
import { deadToken, failGoogleOnce, isNotAbout401 } from '../steps/trouble.ts'
import type { SocialMethod } from '../steps/ways.ts'

const password = 'Playhub2026'
let world: SignInWorld
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startSignInWorld(), openBrowserWithThirdParties('allowed')])
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})
afterEach(() => visitor?.context.close())

async function comeIn(language: Language, path?: string): Promise<Page> {
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl, language })
  if (path) await visitor.page.goto(path)
  return visitor.page
}

const button = (hub: Hub, name: string) => hub.getByRole('button', { name, exact: true })
const see = (hub: Hub, text: string) => hub.getByText(text).first().waitFor()
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const playerIn = async (page: Page) => JSON.parse((await stored(page, 'web-auth-data')) ?? '{}').userId

async function signOut(page: Page, language: Language): Promise<void> {
  await accountButton(page, language).click()
  await button(page, wordsIn(language)('common:header.signOut')).click()
  await accountButton(page, language).waitFor({ state: 'detached' })
}

/** The code of the newest letter, other than one that has been read. */
async function codeFor(email: string, seen?: Awaited<ReturnType<typeof world.letterTo>>): Promise<string> {
  const { text } = await world.letterTo(email, seen)
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

describe('at a provider', () => {
  test.each<[SocialMethod, Language]>([
    ['vk', 'ru'],
    ['apple', 'en'],
  ])('%s, a player who refuses is back at the choice, and nothing is said', async (method, language) => {
    const page = await comeIn(language, chooserPath)
    await methodButton(page, method, language).click()
    await refuse(page, language)
    await page.waitForURL(`**${chooserPath}`)
    await expectSilentChoice(page, language, visitor)
  })

  test.each<Language>(['ru', 'en'])(
    'that fails, the player is told, and the next try works, in %s',
    async (language) => {
      const words = wordsIn(language)
      const page = await comeIn(language, chooserPath)
      await failGoogleOnce(world)
      await Promise.all([
        see(page, words('errors:toast.MANUAL_REDIRECT_ERROR')),
        signInBy(page, 'google', language, 'Boris'),
      ])
      expect(visitor.asked.filter(isToaster)).not.toEqual([])
      const trouble = words('accounts:social.failure.notConfirmed', { method: 'Google' })
      await page.getByRole('alert').filter({ hasText: trouble }).waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      await signInBy(page, 'google', language, 'Boris')
      await page.waitForURL(`**/games/${language}/`)
      await expectSignedIn(page, language, 'google')
      expect(visitor.complaints).toEqual([])
    },
  )
})

describe('a guest who plays', () => {
  const words = wordsIn('ru')

  /** The game's own way to sign in. */
  async function signInFromGame(page: Page, person: string): Promise<void> {
    const game = page.frameLocator('#game-frame')
    await game.getByRole('button', { name: 'Играть' }).first().click()
    await game.getByRole('button', { name: 'Пауза' }).first().click()
    await game.getByRole('button', { name: 'Войти' }).click()
    await signInBy(page, 'vk', 'ru', person)
    await game.getByText(person).first().waitFor()
  }

  test('signs in and is back in the game, in the same language and with the same session', async () => {
    const { session } = await call<{ session: string }>(world, 'POST', '/session/get', {
      body: { project: 'islandm3' },
    })
    const page = await comeIn('en', `/games/ru/islandm3/?play=1&session=${session}`)
    await signInFromGame(page, 'Клара Щукина')
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('session')]).toEqual(['/games/ru/islandm3/', session])
    expect(await stored(page, 'session')).toBe(session)
    expect(JSON.parse((await stored(page, 'web-auth-data')) ?? '{}')).toMatchObject({ session })
    expect(visitor.complaints).toEqual([])
  })

  test('on a host of its own signs in and is not asked for the age again', async () => {
    const page = await comeIn('ru')
    await page.goto(siteSteps.singleGame({ world, page, words, language: 'ru', player: null }))
    await button(page, words('catalogue:single.ageConfirm')).click()
    await signInFromGame(page, 'Boris')
    expect(new URL(page.url()).hostname).toBe('nightcity.localhost')
    expect(await button(page, words('catalogue:single.ageConfirm')).count()).toBe(0)
    expect(visitor.complaints).toEqual([])
  })
})

test('a login that no longer holds is forgotten, told, and asked for again', async () => {
  const words = wordsIn('ru')
  const page = await comeIn('ru', '/prices')
  await page.evaluate((jwt) => localStorage.setItem('access-token', jwt), await deadToken(world))
  await Promise.all([see(page, words('errors:refusal.UNAUTHORIZED')), page.goto('/settings')])
  await page.waitForURL(`**${chooserPath}`)
  expect(await stored(page, 'access-token')).toBeNull()
  expect(visitor.complaints.filter(isNotAbout401)).toEqual([])
})

test('a token in the address is taken out of it at once, and the player is in', async () => {
  const { jwt, userId } = await register(world)
  const page = await comeIn('en')
  await page.goto(`/games/en/?jwt=${jwt}&project=islandm3`)
  await accountButton(page, 'en').waitFor()
  expect(page.url()).toBe(`${world.hubUrl}/games/en/?project=islandm3`)
  const [first, ...later] = visitor.asked
  expect(first).toContain(jwt)
  expect(later.filter((address) => address.includes(jwt))).toEqual([])
  await accountButton(page, 'en').click()
  await see(page, userId)
  expect(visitor.complaints).toEqual([])
})

describe('one more way to log in', () => {
  /** In the settings: links one way, and unlinks the one the player came by. */
  async function swap(hub: Hub, language: Language, first: SocialMethod, link: () => Promise<unknown>) {
    const words = wordsIn(language)
    const method = words(`common:authMethod.${first}`)
    await link()
    await button(hub, words('profile:ways.unlinkNamed', { method })).click()
    await hub
      .getByRole('dialog')
      .getByRole('button', { name: words('profile:ways.unlink') })
      .click()
    await see(hub, words('profile:ways.unlinked', { method }))
  }

  /** In a browser that knows nothing: who is it that comes by this way? */
  async function whoComesBy(method: SocialMethod, language: Language, person: string): Promise<string> {
    await visitor.context.close()
    const page = await comeIn(language, chooserPath)
    await signInBy(page, method, language, person)
    await page.waitForURL(`**/games/${language}/`)
    return playerIn(page)
  }

  test('is linked by a redirect, the first is unlinked, and the account is the same', async () => {
    const words = wordsIn('en')
    const page = await comeIn('en', chooserPath)
    await signInBy(page, 'google', 'en', 'Zoë')
    await page.waitForURL('**/games/en/')
    const before = await playerIn(page)
    await page.goto('/settings')
    await swap(page, 'en', 'google', async () => {
      await button(page, words('profile:ways.linkNamed', { method: 'Telegram' })).click()
      await approveAs(page, 'Dmitri Volkov')
      await see(page, words('profile:ways.linked', { method: 'Telegram' }))
    })
    expect(visitor.complaints).toEqual([])
    expect(await whoComesBy('telegram', 'en', 'Dmitri Volkov')).toBe(before)
    expect(await whoComesBy('google', 'en', 'Zoë')).not.toBe(before)
  })

  test('is linked in a popup of a framed hub, the first is unlinked, and the account is the same', async () => {
    const words = wordsIn('ru')
    const host = await comeIn('ru', world.site.url)
    const query = 'project=islandm3&locale=ru'
    const chooser = await frameHub(host, `${world.hubUrl}${chooserPath}?${query}`)
    const popup = await openProvider(visitor, chooser, 'yandex', 'ru')
    await approveAs(popup, 'Клара Щукина')
    await chooser.waitForURL('**/loader')
    const before = await chooser.evaluate(() => JSON.parse(localStorage['web-auth-data']).userId)
    const hub = await frameHub(host, `${world.hubUrl}/settings?${query}`)
    await swap(hub, 'ru', 'yandex', async () => {
      const [provider] = await Promise.all([
        visitor.context.waitForEvent('page'),
        button(hub, words('profile:ways.linkNamed', { method: 'VK' })).click(),
      ])
      await approveAs(provider, 'Anna Petrova')
      await see(hub, words('profile:ways.linked', { method: 'VK' }))
    })
    expect(visitor.complaints).toEqual([])
    expect(await whoComesBy('vk', 'ru', 'Anna Petrova')).toBe(before)
  })
})

describe('by mail', () => {
  test.each<Language>(['ru', 'en'])(
    'a robot check comes after five failures and goes with them, in %s',
    async (language) => {
      const words = wordsIn(language)
      const { email } = await register(world)
      const page = await comeIn(language, '/session/login/email')
      const check = page.getByRole('group', { name: words('accounts:robot.group') })
      for (let failures = 0; failures < 5; failures += 1) {
        expect(await check.count()).toBe(0)
        const [answer] = await Promise.all([
          page.waitForResponse('**/api/auth/login-by-email'),
          fillLogin(page, language, { email, password: 'Mistaken2026' }),
        ])
        expect(answer.status()).toBe(401)
        await see(page, words('errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL'))
      }
      await check.getByRole('checkbox').click()
      await see(page, words('accounts:robot.verified'))
      expect(await accessibilityViolations(page)).toEqual([])
      await fillLogin(page, language, { email, password })
      await page.waitForURL(`**/games/${language}/`)
      await signOut(page, language)
      await page.goto('/session/login/email')
      await button(page, words('accounts:login.submit')).waitFor()
      expect(await check.count()).toBe(0)
      expect(visitor.complaints.filter(isNotAbout401)).toEqual([])
    },
  )

  test.each<Language>(['ru', 'en'])('a forgotten password is replaced, in %s', async (language) => {
    const words = wordsIn(language)
    const { email } = await register(world)
    const welcome = await world.letterTo(email)
    const page = await comeIn(language, '/session/login/email')
    await page.getByRole('link', { name: words('accounts:login.forgot') }).click()
    await page.getByRole('heading', { name: words('accounts:recovery.title') }).waitFor()
    await page.getByLabel(words('accounts:field.email')).fill(email)
    await button(page, words('accounts:recovery.submit')).click()
    await see(page, words('accounts:recovery.sent'))
    await page.getByLabel(words('accounts:code.label')).fill(await codeFor(email, welcome))
    await page.getByLabel(words('accounts:field.newPassword')).fill('Playhub2027')
    await page.getByLabel(words('accounts:field.passwordRepeat')).fill('Playhub2027')
    await button(page, words('accounts:recovery.save')).click()
    await see(page, words('accounts:recovery.done'))
    await fillLogin(page, language, { email, password })
    await see(page, words('errors:refusal.INVALID_PASSWORD_LOGIN_BY_EMAIL'))
    await fillLogin(page, language, { email, password: 'Playhub2027' })
    await page.waitForURL(`**/games/${language}/`)
    await expectSignedIn(page, language, 'mail')
    expect(visitor.complaints.filter(isNotAbout401)).toEqual([])
  })

  test('a code pasted into the six boxes registers the player', async () => {
    const words = wordsIn('ru')
    const email = `${randomUUID().slice(0, 8)}@example.org`
    const page = await comeIn('ru', '/session/registration')
    await page.getByLabel(words('accounts:field.email')).fill(email)
    await page.getByLabel(words('accounts:field.password'), { exact: true }).fill(password)
    await page.getByLabel(words('accounts:field.passwordRepeat')).fill(password)
    await page.getByRole('checkbox', { name: words('accounts:registration.consent') }).check()
    await page.getByRole('checkbox', { name: words('accounts:robot.label') }).click()
    await see(page, words('accounts:robot.verified'))
    await button(page, words('accounts:registration.submit')).click()
    const code = await codeFor(email)
    const field = page.getByLabel(words('accounts:code.label'))
    await field.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`)
    await field.press('ControlOrMeta+V')
    await page.waitForURL('**/games/ru/')
    await expectSignedIn(page, 'ru', 'mail')
    expect(visitor.complaints).toEqual([])
  })
})
