/** Signing in at a hub that somebody else has opened: in a frame or a popup, for a site that redirects, for an app. */
import type { ResultEnvelope } from '@playhub/contract/events'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiPlayer, call, register } from '../environment/api.ts'
import {
  accessibilityViolations,
  newVisitor,
  openBrowserWithThirdParties,
  type Visitor,
} from '../environment/browser.ts'
import { eventually } from '../environment/test-environment.ts'
import { type Language, wordsIn } from '../environment/translator.ts'
import { frameHub, heardBy, heardSoFar, popUpHub } from '../sites/host-site.ts'
import { expectLogin, expectLoginHeard, failure } from '../sites/login-result.ts'
import { redirectProject, type SignInWorld, startSignInWorld } from '../sites/sign-in-environment.ts'
import {
  accountButton,
  approveAs,
  chooserPath,
  expectSignedIn,
  expectSilentChoice,
  openProvider,
  refuse,
  signInBy,
  signInByMail,
} from '../steps/sign-in.ts'
import { deadToken, failGoogleOnce, isNotAbout401 } from '../steps/trouble.ts'

let world: SignInWorld
let browser: Browser
let player: ApiPlayer
let visitor: Visitor

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startSignInWorld(), openBrowserWithThirdParties('blocked')])
  player = await register(world, `${Date.now().toString(36)}@example.org`)
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})
afterEach(() => visitor?.context.close())

async function comeIn(language: Language = 'en'): Promise<Page> {
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl, language })
  return visitor.page
}

const addressOf = (path: string, language: Language, more: Record<string, string> = {}) =>
  `${world.hubUrl}${path}?${new URLSearchParams({ project: 'islandm3', locale: language, ...more })}`

async function openFramed(language: Language, path = chooserPath, more?: Record<string, string>) {
  const host = await comeIn(language)
  await host.goto(world.site.url)
  return { host, hub: await frameHub(host, addressOf(path, language, more)) }
}

async function openInPopup(language: Language, site = world.site.url) {
  const host = await comeIn(language)
  await host.goto(site)
  return { host, hub: await popUpHub(host, addressOf(chooserPath, language)) }
}

/** The result in an address. */
function resultIn(page: Page): { to: string; result: ResultEnvelope } {
  const { origin, pathname, searchParams } = new URL(page.url())
  return { to: origin + pathname, result: JSON.parse(searchParams.get('result') ?? 'null') }
}

describe('a hub in a frame', () => {
  test('asks in a window of its own, which a player can see, hear and call off', async () => {
    const words = wordsIn('ru')
    const { host, hub } = await openFramed('ru')
    const popup = await openProvider(visitor, hub, 'vk', 'ru')
    await hub.getByText(words('accounts:social.waitingText', { method: 'VK' })).waitFor()
    expect(await accessibilityViolations(host)).toEqual([])
    await Promise.all([
      popup.waitForEvent('close'),
      hub.getByRole('button', { name: words('common:cancel') }).click(),
    ])
    await expectSilentChoice(hub, 'ru', visitor)
    expect(await heardSoFar(host)).toEqual([])
  })

  test.each<Language>(['ru', 'en'])(
    'says nothing when the player closes that window, in %s',
    async (language) => {
      const { host, hub } = await openFramed(language)
      const popup = await openProvider(visitor, hub, 'google', language)
      await popup.close()
      await expectSilentChoice(hub, language, visitor)
      expect(await heardSoFar(host)).toEqual([])
    },
  )

  test.each<Language>(['ru', 'en'])('says nothing when the player refuses there, in %s', async (language) => {
    const { host, hub } = await openFramed(language)
    const popup = await openProvider(visitor, hub, 'facebook', language)
    await Promise.all([popup.waitForEvent('close'), refuse(popup, language)])
    await expectSilentChoice(hub, language, visitor)
    expect(await heardSoFar(host)).toEqual([])
  })

  test('shows a link that works where the browser lets no window open', async () => {
    const words = wordsIn('ru')
    const { host, hub } = await openFramed('ru')
    await hub.getByRole('button', { name: words('accounts:method.yandex') }).waitFor()
    await hub.evaluate(() => Object.assign(window, { open: () => null }))
    await hub.getByRole('button', { name: words('accounts:method.yandex') }).click()
    const method = words('accounts:methodName.yandex')
    const link = hub.getByRole('link', { name: words('accounts:social.open', { method }) })
    await hub.getByText(words('accounts:social.blocked', { method })).waitFor()
    expect(await accessibilityViolations(host)).toEqual([])
    const [provider] = await Promise.all([visitor.context.waitForEvent('page'), link.click()])
    await Promise.all([provider.waitForEvent('close'), approveAs(provider, 'Клара Щукина')])
    await expectLoginHeard(world, host, { currentAuthType: 'yandex', nickName: 'Клара Щукина' })
    expect(visitor.complaints).toEqual([])
  })

  test('leaves it to that window to tell what it cannot be told itself', async () => {
    const words = wordsIn('ru')
    const { host, hub } = await openFramed('ru')
    const popup = await openProvider(visitor, hub, 'telegram', 'ru')
    // Without its cookie the flow is anybody's.
    await visitor.context.clearCookies()
    await approveAs(popup, 'Boris')
    await popup.getByRole('heading', { name: words('accounts:social.failedTitle') }).waitFor()
    expect(await accessibilityViolations(popup)).toEqual([])
    await Promise.all([
      popup.waitForEvent('close'),
      popup.getByRole('button', { name: words('accounts:social.closeWindow') }).click(),
    ])
    await expectSilentChoice(hub, 'ru', visitor)
    expect(await heardSoFar(host)).toEqual([])
  })

  test('tells of a provider that fails, and the next try works', async () => {
    const words = wordsIn('ru')
    const { host, hub } = await openFramed('ru')
    await failGoogleOnce(world)
    const popup = await openProvider(visitor, hub, 'google', 'ru')
    await Promise.all([
      popup.waitForEvent('close'),
      hub.getByText(words('errors:toast.MANUAL_REDIRECT_ERROR')).waitFor(),
      approveAs(popup, 'Boris'),
    ])
    const trouble = words('accounts:social.failure.notConfirmed', { method: 'Google' })
    await hub.getByRole('alert').filter({ hasText: trouble }).waitFor()
    const again = await openProvider(visitor, hub, 'google', 'ru')
    await Promise.all([again.waitForEvent('close'), approveAs(again, 'Boris')])
    await hub.waitForURL('**/loader')
    const [first, second] = await heardBy(host, 2)
    expect(first?.data).toEqual(failure(1006))
    await expectLogin(world, second?.data, { currentAuthType: 'google', nickName: 'Boris' })
    expect(visitor.complaints).toEqual([])
  })

  test('tells that the session is not found, to the player and to the host', async () => {
    const words = wordsIn('en')
    const { host, hub } = await openFramed('en', `${chooserPath}/a-session-long-gone/web/en/islandm3`)
    await Promise.all([
      hub.getByText(words('errors:refusal.SESSION_NOT_FOUND')).waitFor(),
      signInByMail(hub, 'en', player),
    ])
    expect((await heardBy(host)).map(({ data }) => data)).toEqual([failure(2000)])
    await accountButton(hub, 'en').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('tells the host of a login that no longer holds, and waits', async () => {
    const { host, hub } = await openFramed('ru', '/settings', { jwt: await deadToken(world) })
    expect((await heardBy(host)).map(({ data }) => data)).toEqual([failure(3001, 'unauthorized')])
    await hub.waitForURL('**/loader')
    expect(visitor.complaints.filter(isNotAbout401)).toEqual([])
  })
})

describe('a hub in a popup', () => {
  test.each([
    { language: 'ru', method: 'vk', person: 'Клара Щукина' },
    { language: 'en', method: 'apple', person: 'Anna Petrova' },
  ] as const)('tells who opened it and closes, after $method', async ({ language, method, person }) => {
    const { host, hub } = await openInPopup(language)
    await Promise.all([hub.waitForEvent('close'), signInBy(hub, method, language, person)])
    await expectLoginHeard(world, host, { currentAuthType: method, nickName: person })
    expect(visitor.complaints).toEqual([])
  })

  test('tells nobody when its opener has become another site', async () => {
    const { host, hub } = await openInPopup('en')
    await hub.getByRole('heading', { level: 1 }).waitFor()
    await host.evaluate((to) => location.assign(to), world.site.strangerUrl)
    await host.waitForURL(`${world.site.strangerUrl}/**`)
    await Promise.all([hub.waitForEvent('close'), signInByMail(hub, 'en', player)])
    expect(await heardSoFar(host)).toEqual([])
    const complaint = await eventually(async () => visitor.complaints[0], 'what the browser says of that')
    expect(complaint).toContain('does not match the recipient window')
    expect(visitor.complaints).toEqual([complaint])
  })

  test('keeps the player when a site opened it that no project lists', async () => {
    const { host, hub } = await openInPopup('en', world.site.strangerUrl)
    await signInByMail(hub, 'en', player)
    await hub.waitForURL('**/games/en/')
    await expectSignedIn(hub, 'en', 'mail')
    expect(await heardSoFar(host)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })
})

describe('a project that asks for redirects', () => {
  const entrance = `${chooserPath}?uid=player-7&project=${redirectProject}`

  test.each([
    { language: 'ru', method: 'yandex', person: 'Клара Щукина' },
    { language: 'en', method: 'google', person: 'Dmitri Volkov' },
  ] as const)(
    'gets its player back with the session, after $method',
    async ({ language, method, person }) => {
      const page = await comeIn(language)
      await page.goto(entrance)
      await page.waitForURL(new RegExp(`${chooserPath}/[\\w-]{32}/web/${language}/${redirectProject}`))
      const session = new URL(page.url()).pathname.split('/')[3]
      await signInBy(page, method, language, person)
      await page.waitForURL(`${world.site.url}/**`)
      const { to, result } = resultIn(page)
      expect(to).toBe(`${world.site.url}/session/loginDone`)
      await expectLogin(
        world,
        result,
        { currentAuthType: method, nickName: person, session },
        redirectProject,
      )
      expect(visitor.complaints).toEqual([])
    },
  )

  test('gets its player back with the code of what failed', async () => {
    const page = await comeIn()
    await page.goto(entrance)
    await failGoogleOnce(world)
    await signInBy(page, 'google', 'en', 'Boris')
    await page.waitForURL(`${world.site.url}/**`)
    expect(resultIn(page)).toEqual({ to: `${world.site.url}/session/loginDone`, result: failure(1006) })
    expect(visitor.complaints).toEqual([])
  })
})

describe('an app', () => {
  test.each([
    { language: 'ru', method: 'telegram', person: 'Boris' },
    { language: 'en', method: 'facebook', person: 'Dmitri Volkov' },
  ] as const)('reads the login in the address, after $method', async ({ language, method, person }) => {
    const page = await comeIn(language)
    await page.goto(`${chooserPath}?source=mobile&locale=${language}`)
    await signInBy(page, method, language, person)
    await page.waitForURL('**/session/loginDone?result=*')
    const { result } = resultIn(page)
    expect(result).toMatchObject({ type: 'login', isError: false, data: { currentAuthType: method } })
    const { jwt, userId } = result.data as { jwt: string; userId: string }
    const me = await call<{ data: { result: object } }>(world, 'GET', '/me', { jwt })
    expect(me.data.result).toMatchObject({ userId })
    expect(visitor.complaints).toEqual([])
  })

  test('reads of a login that no longer holds at /unauthorized', async () => {
    const page = await comeIn()
    await page.goto(`/settings?source=mobile&jwt=${await deadToken(world)}`)
    await page.waitForURL('**/unauthorized?result=*')
    expect(resultIn(page).result).toEqual(failure(3001, 'unauthorized'))
    expect(visitor.complaints.filter(isNotAbout401)).toEqual([])
  })
})
