/** Every login method, in its own window and in a framed hub, with and without third-party cookies. */
import { describe, expect } from 'vitest'
import { openBrowserWithThirdParties, untilClosed } from '../../environment/browser.ts'
import { isLong, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { type Language, testedLanguages } from '../../environment/translator.ts'
import { embedHub, receivedBy } from '../../sites/host-site.ts'
import { startLoginEnvironment } from '../../sites/login-environment.ts'
import { expectLoginReceived } from '../../sites/login-result.ts'
import {
  approveAs,
  chooserPath,
  expectLoggedIn,
  loginBy,
  loginByEmail,
  openProvider,
  socialLogins,
} from '../../steps/login.ts'

const test = journey({
  start: startLoginEnvironment,
  isShared: true,
  openBrowser: () => openBrowserWithThirdParties('blocked'),
})
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('permissiveBrowser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await openBrowserWithThirdParties('allowed')
    onCleanup(() => browser.close())
    return browser
  })
  /** Opens the hub in a frame on a cross-site host page. */
  .extend(
    'openFramed',
    ({ environment, browser, permissiveBrowser, openTab }) =>
      async (thirdParties: 'allowed' | 'blocked', language: Language) => {
        const tab = await openTab({
          language,
          browser: thirdParties === 'allowed' ? permissiveBrowser : browser,
        })
        const host = tab.page
        await host.goto(environment.site.url)
        const query = `project=islandm3&locale=${language}`
        return { tab, host, hub: await embedHub(host, `${environment.hubUrl}${chooserPath}?${query}`) }
      },
  )

describe.each([
  { thirdParties: 'allowed', emailLanguage: 'ru' },
  { thirdParties: 'blocked', emailLanguage: 'en' },
] as const)('a framed hub with third-party cookies and storage $thirdParties', (setting) => {
  const { thirdParties, emailLanguage } = setting
  const logins = isLong || thirdParties === 'blocked' ? socialLogins : socialLogins.slice(0, 2)

  test('has cookies and storage only where the browser allows them', async ({ openFramed }) => {
    const { hub } = await openFramed(thirdParties, 'en')
    await hub.getByRole('heading', { level: 1 }).waitFor()
    const available = await hub.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the test is whether the browser keeps one
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
    expect(available).toEqual({ hasCookie: isAllowed, hasStorage: isAllowed })
  })

  test('gets no cookie that the browser rejects, and logs in without one', async ({ player, openFramed }) => {
    const { tab, host, hub } = await openFramed(thirdParties, emailLanguage)
    const rejected: unknown[] = []
    // The frame gets its own process, and with it a session, some time after it has loaded.
    const openSession = () => tab.context.newCDPSession(hub).catch(() => undefined)
    const network = await waitUntil(openSession, 'a session of the frame')
    network.on('Network.responseReceivedExtraInfo', ({ blockedCookies }) => rejected.push(...blockedCookies))
    await network.send('Network.enable')
    await loginByEmail(hub, emailLanguage, player)
    await receivedBy(host)
    expect(rejected).toEqual([])
    expect(await hub.evaluate(() => document.cookie)).toBe('')
  })

  test.concurrent.for(logins)(
    'signs a player in by $method, in a popup',
    async ({ method, language, person }, { environment, openFramed }) => {
      const { tab, host, hub } = await openFramed(thirdParties, language)
      const popup = await openProvider(tab, hub, method, language)
      await untilClosed(popup, () => approveAs(popup, person))
      await expectLoginReceived(environment, host, { currentAuthType: method, nickName: person })
      await hub.waitForURL('**/loader')
      await expectLoggedIn(hub, language, method)
    },
  )

  test.concurrent('signs a player in by email', async ({ environment, player, openFramed }) => {
    const { host, hub } = await openFramed(thirdParties, emailLanguage)
    await loginByEmail(hub, emailLanguage, player)
    await expectLoginReceived(environment, host, {
      currentAuthType: 'mail',
      nickName: player.email.split('@')[0],
    })
    await hub.waitForURL('**/loader')
    await expectLoggedIn(hub, emailLanguage, 'mail')
  })
})

describe('a hub in a window of its own', () => {
  test.for(socialLogins)(
    'signs a player in by $method',
    async ({ method, language, person }, { openTab }) => {
      const { page } = await openTab({ language })
      await page.goto(chooserPath)
      await loginBy(page, method, language, person)
      await page.waitForURL(`**/games/${language}/`)
      await expectLoggedIn(page, language, method)
      expect(await page.evaluate(() => localStorage.getItem('auth-data-id'))).toMatch(/^[\w-]{16,64}$/)
    },
  )

  test.for(testedLanguages('en'))(
    'signs a player in by email, in %s',
    async (language, { openTab, player }) => {
      const { page } = await openTab({ language })
      await page.goto(chooserPath)
      await loginByEmail(page, language, player)
      await page.waitForURL(`**/games/${language}/`)
      await expectLoggedIn(page, language, 'mail')
    },
  )
})
