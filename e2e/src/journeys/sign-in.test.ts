/** Every way to sign in: in a window of its own, and in a hub that a game frames, with and without third-party cookies. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, type onTestFinished, test } from 'vitest'
import { type ApiPlayer, register } from '../environment/api.ts'
import { newVisitor, openBrowserWithThirdParties } from '../environment/browser.ts'
import type { Language } from '../environment/translator.ts'
import { frameHub } from '../sites/host-site.ts'
import { expectLoginHeard } from '../sites/login-result.ts'
import { type SignInWorld, startSignInWorld } from '../sites/sign-in-environment.ts'
import {
  approveAs,
  chooserPath,
  expectSignedIn,
  openProvider,
  signInBy,
  signInByMail,
} from '../steps/sign-in.ts'
import { socialWays } from '../steps/ways.ts'

let world: SignInWorld
let mailPlayer: ApiPlayer

beforeAll(async () => {
  world = await startSignInWorld()
  mailPlayer = await register(world, `${Date.now().toString(36)}@example.org`)
})
afterAll(() => world?.close())

async function comeIn(browser: Browser, language: Language, isOver: typeof onTestFinished) {
  const visitor = await newVisitor(browser, { baseUrl: world.hubUrl, language })
  isOver(() => visitor.context.close())
  return visitor
}

describe.each([
  { thirdParties: 'allowed', mailLanguage: 'ru' },
  { thirdParties: 'blocked', mailLanguage: 'en' },
] as const)('a framed hub with third-party cookies and storage $thirdParties', (setting) => {
  const { thirdParties, mailLanguage } = setting
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowserWithThirdParties(thirdParties)
  })
  afterAll(() => browser?.close())

  /** The hub in a frame of a site of another kind. */
  async function openFramed(language: Language, isOver: typeof onTestFinished) {
    const visitor = await comeIn(browser, language, isOver)
    const host = visitor.page
    await host.goto(world.site.url)
    const hub = await frameHub(host, `${world.hubUrl}${chooserPath}?project=islandm3&locale=${language}`)
    return { visitor, host, hub }
  }

  test('may keep something only where the browser allows it', async ({ onTestFinished: isOver }) => {
    const { hub } = await openFramed('en', isOver)
    await hub.getByRole('heading', { level: 1 }).waitFor()
    const kept = await hub.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: whether the browser keeps one is the question
      document.cookie = 'probe=1; SameSite=None; Secure'
      const hasCookie = document.cookie.includes('probe=1')
      try {
        localStorage.setItem('probe', '1')
        return { hasCookie, hasStorage: true }
      } catch {
        return { hasCookie, hasStorage: false }
      }
    })
    const isAllowed = thirdParties === 'allowed'
    expect(kept).toEqual({ hasCookie: isAllowed, hasStorage: isAllowed })
  })

  test.concurrent.for(socialWays)('signs a player in by $method, in a popup', async (way, context) => {
    const { method, language, person } = way
    const { visitor, host, hub } = await openFramed(language, context.onTestFinished)
    const popup = await openProvider(visitor, hub, method, language)
    await Promise.all([popup.waitForEvent('close'), approveAs(popup, person)])
    await expectLoginHeard(world, host, { currentAuthType: method, nickName: person })
    await hub.waitForURL('**/loader')
    await expectSignedIn(hub, language, method)
    expect(visitor.complaints).toEqual([])
  })

  test.concurrent('signs a player in by mail', async ({ onTestFinished: isOver }) => {
    const { visitor, host, hub } = await openFramed(mailLanguage, isOver)
    await signInByMail(hub, mailLanguage, mailPlayer)
    await expectLoginHeard(world, host, { currentAuthType: 'mail', nickName: mailPlayer.email.split('@')[0] })
    await hub.waitForURL('**/loader')
    await expectSignedIn(hub, mailLanguage, 'mail')
    expect(visitor.complaints).toEqual([])
  })
})

describe('a hub in a window of its own', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await openBrowserWithThirdParties('blocked')
  })
  afterAll(() => browser?.close())

  test.for(socialWays)('signs a player in by $method', async (way, context) => {
    const { method, language, person } = way
    const { page, complaints } = await comeIn(browser, language, context.onTestFinished)
    await page.goto(chooserPath)
    await signInBy(page, method, language, person)
    await page.waitForURL(`**/games/${language}/`)
    await expectSignedIn(page, language, method)
    expect(await page.evaluate(() => localStorage.getItem('auth-data-id'))).toMatch(/^[\w-]{16,64}$/)
    expect(complaints).toEqual([])
  })

  test.for<Language>(['ru', 'en'])('signs a player in by mail, in %s', async (language, context) => {
    const { page, complaints } = await comeIn(browser, language, context.onTestFinished)
    await page.goto(chooserPath)
    await signInByMail(page, language, mailPlayer)
    await page.waitForURL(`**/games/${language}/`)
    await expectSignedIn(page, language, 'mail')
    expect(complaints).toEqual([])
  })
})
