/** Logging in to a hub opened by a site or an app: in a frame, in a popup, by a redirect and in an app. */
import type { ResultEnvelope } from '@playhub/contract/events'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { call } from '../../environment/api.ts'
import {
  accessibilityViolations,
  openBrowserWithThirdParties,
  untilClosed,
} from '../../environment/browser.ts'
import { waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { type Language, translator } from '../../environment/translator.ts'
import { embedHub, openHubPopup, receivedBy, receivedSoFar } from '../../sites/host-site.ts'
import { redirectProject, startLoginEnvironment } from '../../sites/login-environment.ts'
import { expectLogin, expectLoginReceived, failure } from '../../sites/login-result.ts'
import {
  accountButton,
  approveAs,
  chooserPath,
  endedToken,
  expectLoggedIn,
  expectSilentChooser,
  failGoogleOnce,
  loginBy,
  loginByEmail,
  openProvider,
  refuse,
} from '../../steps/login.ts'

const languages: Language[] = ['ru', 'en']

const test = journey({
  start: startLoginEnvironment,
  openBrowser: () => openBrowserWithThirdParties('blocked'),
})
  .extend('getUrl', ({ environment }) => (path: string, language: Language, more: object = {}) => {
    const query = new URLSearchParams({ project: 'islandm3', locale: language, ...more })
    return `${environment.hubUrl}${path}?${query}`
  })
  .extend(
    'openFramed',
    ({ environment, openTab, getUrl }) =>
      async (language: Language, path = chooserPath, more?: object) => {
        const tab = await openTab({ language })
        await tab.page.goto(environment.site.url)
        return { tab, host: tab.page, hub: await embedHub(tab.page, getUrl(path, language, more)) }
      },
  )
  .extend('openInPopup', ({ environment, openTab, getUrl }) => {
    return async (language: Language, site = environment.site.url) => {
      const tab = await openTab({ language })
      await tab.page.goto(site)
      return { tab, host: tab.page, hub: await openHubPopup(tab.page, getUrl(chooserPath, language)) }
    }
  })

/** The result in the page's URL. */
function resultIn(page: Page): { to: string; result: ResultEnvelope } {
  const { origin, pathname, searchParams } = new URL(page.url())
  return { to: origin + pathname, result: JSON.parse(searchParams.get('result') ?? 'null') }
}

describe('a hub in a frame', () => {
  test('opens the provider in a window, shows and announces that it waits, and can be cancelled', async ({
    openFramed,
  }) => {
    const t = translator('ru')
    const { tab, host, hub } = await openFramed('ru')
    const popup = await openProvider(tab, hub, 'vk', 'ru')
    await hub.getByText(t('accounts:oauth.waitingText', { method: 'VK' })).waitFor()
    expect(await accessibilityViolations(host)).toEqual([])
    await Promise.all([
      popup.waitForEvent('close'),
      hub.getByRole('button', { name: t('common:cancel') }).click(),
    ])
    await expectSilentChooser(hub, 'ru', tab)
    expect(await receivedSoFar(host)).toEqual([])
  })

  test.for(languages)(
    'goes on when the player closes that window, until it is cancelled or started again, in %s',
    async (language, { openFramed }) => {
      const t = translator(language)
      const { tab, host, hub } = await openFramed(language)
      const popup = await openProvider(tab, hub, 'google', language)
      await popup.close()
      await hub.getByText(t('accounts:oauth.goneText', { method: 'Google' })).waitFor()
      expect(await accessibilityViolations(host)).toEqual([])
      const [second] = await Promise.all([
        tab.context.waitForEvent('page'),
        hub.getByRole('button', { name: t('accounts:oauth.again') }).click(),
      ])
      await second.close()
      await hub.getByText(t('accounts:oauth.goneText', { method: 'Google' })).waitFor()
      await hub.getByRole('button', { name: t('common:cancel') }).click()
      await expectSilentChooser(hub, language, tab)
      expect(await receivedSoFar(host)).toEqual([])
    },
  )

  test.for(languages)(
    'shows no message when the player refuses there, in %s',
    async (language, { openFramed }) => {
      const { tab, host, hub } = await openFramed(language)
      const popup = await openProvider(tab, hub, 'facebook', language)
      await untilClosed(popup, () => refuse(popup, language))
      await expectSilentChooser(hub, language, tab)
      expect(await receivedSoFar(host)).toEqual([])
    },
  )

  test('waits for a provider whose page makes its window look closed', async ({
    environment,
    openFramed,
  }) => {
    const t = translator('ru')
    const { tab, host, hub } = await openFramed('ru')
    await tab.context.route(
      (url) => url.origin === new URL(environment.sandboxUrl).origin,
      async (route) => {
        if (route.request().resourceType() !== 'document') return route.continue()
        const response = await route.fetch({ maxRedirects: 0 })
        const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' }
        await route.fulfill({ response, headers })
      },
    )
    const popup = await openProvider(tab, hub, 'vk', 'ru')
    // Playwright routes no target of a redirect, so only the reload has the header.
    await popup.reload()
    await hub.getByText(t('accounts:oauth.goneText', { method: 'VK' })).waitFor()
    expect(popup.isClosed()).toBe(false)
    await approveAs(popup, 'Клара Щукина')
    await expectLoginReceived(environment, host, { currentAuthType: 'vk', nickName: 'Клара Щукина' })
  })

  test('shows a working link where the browser blocks popups', async ({ environment, openFramed }) => {
    const t = translator('ru')
    const { tab, host, hub } = await openFramed('ru')
    await hub.getByRole('button', { name: t('accounts:method.yandex') }).waitFor()
    await hub.evaluate(() => Object.assign(window, { open: () => null }))
    await hub.getByRole('button', { name: t('accounts:method.yandex') }).click()
    const method = t('accounts:methodName.yandex')
    const link = hub.getByRole('link', { name: t('accounts:oauth.open', { method }) })
    await hub.getByText(t('accounts:oauth.blocked', { method })).waitFor()
    expect(await accessibilityViolations(host)).toEqual([])
    const [provider] = await Promise.all([tab.context.waitForEvent('page'), link.click()])
    await untilClosed(provider, () => approveAs(provider, 'Клара Щукина'))
    await expectLoginReceived(environment, host, { currentAuthType: 'yandex', nickName: 'Клара Щукина' })
  })

  test('leaves an error that it cannot receive itself to the popup', async ({ openFramed }) => {
    const t = translator('ru')
    const { tab, host, hub } = await openFramed('ru')
    const popup = await openProvider(tab, hub, 'telegram', 'ru')
    // Only the cookie ties the flow to this browser.
    await tab.context.clearCookies()
    await approveAs(popup, 'Boris')
    await popup.getByRole('heading', { name: t('accounts:oauth.failedTitle') }).waitFor()
    expect(await accessibilityViolations(popup)).toEqual([])
    await untilClosed(popup, () =>
      popup.getByRole('button', { name: t('accounts:oauth.closeWindow') }).click(),
    )
    await hub.getByText(t('accounts:oauth.goneText', { method: 'Telegram' })).waitFor()
    await hub.getByRole('button', { name: t('common:cancel') }).click()
    await expectSilentChooser(hub, 'ru', tab)
    expect(await receivedSoFar(host)).toEqual([])
  })

  test('shows that the provider failed, and the next try works', async ({ environment, openFramed }) => {
    const t = translator('ru')
    const { tab, host, hub } = await openFramed('ru')
    await failGoogleOnce(environment)
    const popup = await openProvider(tab, hub, 'google', 'ru')
    await Promise.all([
      hub.getByText(t('errors:toast.MANUAL_REDIRECT_ERROR')).first().waitFor(),
      untilClosed(popup, () => approveAs(popup, 'Boris')),
    ])
    const error = t('accounts:oauth.failure.notConfirmed', { method: 'Google' })
    await hub.getByRole('alert').filter({ hasText: error }).waitFor()
    const again = await openProvider(tab, hub, 'google', 'ru')
    await untilClosed(again, () => approveAs(again, 'Boris'))
    await hub.waitForURL('**/loader')
    const [first, second] = await receivedBy(host, 2)
    expect(first?.data).toEqual(failure(1006))
    await expectLogin(environment, second?.data, { currentAuthType: 'google', nickName: 'Boris' })
  })

  test('shows the player and reports to the host that the session is not found', async ({
    player,
    openFramed,
  }) => {
    const t = translator('en')
    const { host, hub } = await openFramed('en', `${chooserPath}/a-session-long-gone/web/en/islandm3`)
    await Promise.all([
      hub.getByText(t('errors:refusal.SESSION_NOT_FOUND')).first().waitFor(),
      loginByEmail(hub, 'en', player),
    ])
    expect((await receivedBy(host)).map(({ data }) => data)).toEqual([failure(2000)])
    await accountButton(hub, 'en').waitFor()
  })

  test('reports to the host that the login session has ended, and waits', async ({
    environment,
    openFramed,
  }) => {
    const payment = '/payments/process/unknown/web/ru/islandm3'
    const { tab, host, hub } = await openFramed('ru', payment, { jwt: await endedToken(environment) })
    expect((await receivedBy(host)).map(({ data }) => data)).toEqual([failure(3001, 'unauthorized')])
    await hub.waitForURL('**/loader')
    tab.allowConsoleErrors(/status of 401/)
  })
})

describe('a hub in a popup', () => {
  test.for([
    { language: 'ru', method: 'vk', person: 'Клара Щукина' },
    { language: 'en', method: 'apple', person: 'Anna Petrova' },
  ] as const)(
    'reports the login to its opener and closes, after $method',
    async ({ language, method, person }, { environment, openInPopup }) => {
      const { host, hub } = await openInPopup(language)
      await untilClosed(hub, () => loginBy(hub, method, language, person))
      await expectLoginReceived(environment, host, { currentAuthType: method, nickName: person })
    },
  )

  test('reports to nobody when its opener has navigated to another site', async ({
    environment,
    player,
    openInPopup,
  }) => {
    const { tab, host, hub } = await openInPopup('en')
    await hub.getByRole('heading', { level: 1 }).waitFor()
    await host.evaluate((to) => location.assign(to), environment.site.unlistedUrl)
    await host.waitForURL(`${environment.site.unlistedUrl}/**`)
    await untilClosed(hub, () => loginByEmail(hub, 'en', player))
    expect(await receivedSoFar(host)).toEqual([])
    tab.allowConsoleErrors(/does not match the recipient window/)
    await waitUntil(async () => tab.consoleErrors[0], 'the console error of the browser')
    expect(tab.consoleErrors).toHaveLength(1)
  })

  test('keeps the player when an unlisted site opened it', async ({ environment, player, openInPopup }) => {
    const { host, hub } = await openInPopup('en', environment.site.unlistedUrl)
    await loginByEmail(hub, 'en', player)
    await hub.waitForURL('**/games/en/')
    await expectLoggedIn(hub, 'en', 'mail')
    expect(await receivedSoFar(host)).toEqual([])
  })
})

describe('a project with authType redirect', () => {
  const entryPath = `${chooserPath}?uid=player-7&project=${redirectProject}`

  test.for([
    { language: 'ru', method: 'yandex', person: 'Клара Щукина' },
    { language: 'en', method: 'google', person: 'Dmitri Volkov' },
  ] as const)(
    'gets its player back with the session, after $method',
    async ({ language, method, person }, { environment, openTab }) => {
      const { page } = await openTab({ language })
      await page.goto(entryPath)
      await page.waitForURL(new RegExp(`${chooserPath}/[\\w-]{32}/web/${language}/${redirectProject}`))
      const session = new URL(page.url()).pathname.split('/')[3]
      await loginBy(page, method, language, person)
      await page.waitForURL(`${environment.site.url}/**`)
      const { to, result } = resultIn(page)
      expect(to).toBe(`${environment.site.url}/session/loginDone`)
      await expectLogin(
        environment,
        result,
        { currentAuthType: method, nickName: person, session },
        redirectProject,
      )
    },
  )

  test('gets its player back with the error code', async ({ environment, page }) => {
    await page.goto(entryPath)
    await failGoogleOnce(environment)
    await loginBy(page, 'google', 'en', 'Boris')
    await page.waitForURL(`${environment.site.url}/**`)
    expect(resultIn(page)).toEqual({ to: `${environment.site.url}/session/loginDone`, result: failure(1006) })
  })
})

describe('an app', () => {
  test.for([
    { language: 'ru', method: 'telegram', person: 'Boris' },
    { language: 'en', method: 'facebook', person: 'Dmitri Volkov' },
  ] as const)(
    'reads the login in the address, after $method',
    async ({ language, method, person }, { environment, openTab }) => {
      const { page } = await openTab({ language })
      await page.goto(`${chooserPath}?source=mobile&locale=${language}`)
      await loginBy(page, method, language, person)
      await page.waitForURL('**/session/loginDone?result=*')
      const { result } = resultIn(page)
      expect(result).toMatchObject({ type: 'login', isError: false, data: { currentAuthType: method } })
      const { jwt, userId } = result.data as { jwt: string; userId: string }
      const me = await call<{ data: { result: object } }>(environment, 'GET', '/me', { jwt })
      expect(me.data.result).toMatchObject({ userId })
    },
  )

  test('reads at /unauthorized that the login session has ended', async ({ environment, tab, page }) => {
    await page.goto(`/settings?source=mobile&jwt=${await endedToken(environment)}`)
    await page.waitForURL('**/unauthorized?result=*')
    expect(resultIn(page).result).toEqual(failure(3001, 'unauthorized'))
    tab.allowConsoleErrors(/status of 401/)
  })
})
