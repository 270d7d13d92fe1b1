import type { LoggedIn, ProjectConfig } from '@playhub/contract'
import type { Frame, Page } from 'playwright-core'
import { test as base, describe, expect } from 'vitest'
import { type BrowserFixture, buildFixture } from '../../test/accounts/browser-fixture.ts'
import type { TestHub } from '../../test/accounts/hub-page.ts'

declare const window: Window & { hub: TestHub; received: { origin: string; data: unknown }[] }

const player: LoggedIn = {
  jwt: 'login-token',
  userId: 'player-1',
  nickName: 'Anna',
  currentAuthType: 'google',
  session: '',
}

/** A hub newer than the page may send another `authType`. */
type Project = Omit<ProjectConfig, 'authType'> & { authType: string }

/** Serves the hub's only project. */
function serveProject({ responses, site }: BrowserFixture, change: Partial<Project> = {}): void {
  const project: Project = {
    id: 'islandm3',
    name: { ru: 'Остров', en: 'Island' },
    authType: 'postMessage',
    authMethods: [],
    paymentsMethods: [],
    origins: [site],
    host: null,
    mainData: { outOfCatalog: false, isActive: true },
    ...change,
  }
  const initialConfig = { projects: [project], settings: [], supportEmail: '' }
  responses['GET /control/get-initial-config'] = [200, { data: { result: initialConfig } }]
}

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('builtFixture', { scope: 'file' }, async ({}, { onCleanup }) => {
    const fixture = await buildFixture()
    onCleanup(() => fixture.close())
    return fixture
  })
  .extend('fixture', ({ builtFixture: fixture }) => {
    fixture.calls.length = 0
    serveProject(fixture)
    fixture.responses['POST /play/token'] = [200, { data: { result: { token: 'game-token', expiresAt: 1 } } }]
    return fixture
  })
  .extend('open', ({ fixture }, { onCleanup }) => {
    const pages: Page[] = []
    onCleanup(async () => void (await Promise.all(pages.map((page) => page.context().close()))))
    const ofProject = 'project=islandm3'
    return {
      async directly(query = ofProject) {
        const page = await fixture.openHub(query)
        pages.push(page)
        return page
      },
      async framed(query = ofProject) {
        const opening = await fixture.frameHub(query)
        pages.push(opening.host)
        return opening
      },
      async popup(query = ofProject) {
        const opening = await fixture.popUpHub(query)
        pages.push(opening.host)
        return opening
      },
    }
  })

type Hub = Page | Frame
const finish = (hub: Hub, change: Partial<LoggedIn> = {}) =>
  hub.evaluate((data) => window.hub.completeLogin(data), { ...player, ...change })
const visited = (hub: Hub) => hub.evaluate(() => window.hub.visited)
const kind = (hub: Hub) => hub.evaluate(() => window.hub.currentPlayer().kind)

/** The host's messages, once there is one. */
async function received(host: Page) {
  await host.waitForFunction(() => window.received.length > 0)
  return host.evaluate(() => window.received)
}

/** The result in an address, and the address without it. */
function resultIn({ hub }: BrowserFixture, href: string | undefined) {
  const url = new URL(href ?? '', hub)
  return { to: url.origin + url.pathname, result: JSON.parse(url.searchParams.get('result') ?? 'null') }
}

const login = (data: object) => ({ data, type: 'login', isError: false, errorCode: null })
const failure = (errorCode: number) => ({ data: null, type: 'login', isError: true, errorCode })
const playerForGame = { ...player, jwt: 'game-token' }

describe('a finished login', () => {
  test('returns the player to the page they came from when the hub was opened directly', async ({ open }) => {
    const page = await open.directly('')
    await page.evaluate(() => window.hub.saveReturnUrl('/prices'))
    await finish(page)
    expect(await visited(page)).toEqual(['/prices'])
    await page.getByText("You're logged in").waitFor()
  })

  test('keeps the language, the age confirmation and the hub context', async ({ open }) => {
    const page = await open.directly('project=islandm3&locale=ru&session=s1')
    await page.evaluate(() => {
      window.hub.store('age-verification', 'true')
      window.hub.store('i18nextLng', 'ru')
    })
    await finish(page, { session: 's1' })
    expect(await page.evaluate(() => window.hub.readHubContext())).toMatchObject({
      locale: 'ru',
      project: 'islandm3',
      session: 's1',
      source: 'web',
    })
    expect(await page.evaluate(() => window.hub.stored('age-verification'))).toBe('true')
    expect(await page.evaluate(() => window.hub.stored('i18nextLng'))).toBe('ru')
    expect(await kind(page)).toBe('player')
  })

  test('in a popup is posted to the game, and the popup closes', async ({ fixture, open }) => {
    const { host, hub } = await open.popup()
    await Promise.all([hub.waitForEvent('close'), finish(hub).catch(() => undefined)])
    expect(await received(host)).toEqual([{ origin: fixture.hub, data: login(playerForGame) }])
  })

  test('is not posted to an origin that the project does not list', async ({ fixture, open }) => {
    serveProject(fixture, { origins: ['https://game.example'] })
    const { host, hub } = await open.framed()
    await finish(hub)
    expect(await visited(hub)).toEqual(['/games/en/'])
    expect(await host.evaluate(() => window.received)).toEqual([])
  })

  test('redirects the player to a project with redirects', async ({ fixture, open }) => {
    serveProject(fixture, { authType: 'redirect', host: fixture.site })
    const page = await open.directly('project=islandm3&session=s1')
    void finish(page, { session: 's1' }).catch(() => undefined)
    await page.waitForURL(`${fixture.site}/**`)
    const { to, result } = resultIn(fixture, page.url())
    expect(to).toBe(`${fixture.site}/session/loginDone`)
    expect(result).toEqual(login({ ...playerForGame, session: 's1' }))
  })

  test('is in the address for the app, with the login token', async ({ fixture, open }) => {
    const page = await open.directly('source=mobile')
    await finish(page)
    const { to, result } = resultIn(fixture, (await visited(page))[0])
    expect([to, result]).toEqual([`${fixture.hub}/session/loginDone`, login(player)])
  })

  test.for<[cause: string, change: Partial<Project>, message: string]>([
    ['its authType is unknown', { authType: 'unknown' }, "This kind of login isn't known"],
    ['it has no host to redirect to', { authType: 'redirect' }, "Couldn't finish the login"],
  ])(
    'keeps the player in the hub when it cannot be delivered: %s',
    async ([_, change, message], { fixture, open }) => {
      serveProject(fixture, change)
      const page = await open.directly('project=islandm3&session=s1')
      await Promise.all([page.getByText(message).waitFor(), finish(page, { session: 's1' })])
      expect([await visited(page), await kind(page)]).toEqual([['/games/en/'], 'player'])
    },
  )

  test('is not posted when there is no game token, and the player stays', async ({ fixture, open }) => {
    fixture.responses['POST /play/token'] = [500, { code: 'FAULT', status: 500, title: '' }]
    const { host, hub } = await open.framed()
    await Promise.all([hub.getByText("Couldn't finish the login").waitFor(), finish(hub)])
    expect([await visited(hub), await kind(hub)]).toEqual([['/games/en/'], 'player'])
    expect(await host.evaluate(() => window.received)).toEqual([])
  })

  test('with an expired hub session shows that to the player and reports it to the host', async ({
    fixture,
    open,
  }) => {
    const { host, hub } = await open.framed('project=islandm3&session=gone')
    await Promise.all([hub.getByText('Session not found').waitFor(), finish(hub, { session: '' })])
    expect(await received(host)).toEqual([{ origin: fixture.hub, data: failure(2000) }])
    expect(await kind(hub)).toBe('player')
    expect(await hub.evaluate(() => window.hub.stored('session'))).toBeNull()
  })
})

describe('an unfinished login', () => {
  test('as a guest in a frame is reported to the game', async ({ fixture, open }) => {
    const { host, hub } = await open.framed()
    await hub.evaluate(() => window.hub.continueAsGuest())
    const guest = { currentAuthType: 'guest', nickName: '', userId: '', jwt: '', session: '' }
    expect(await received(host)).toEqual([{ origin: fixture.hub, data: login(guest) }])
    expect(await visited(hub)).toEqual(['/loader'])
  })

  test('as a guest returns to the page they came from when the hub was opened directly', async ({ open }) => {
    const page = await open.directly('')
    await page.evaluate(() => window.hub.continueAsGuest())
    expect(await visited(page)).toEqual(['/games/en/'])
  })

  test('that fails is reported to the host, and the player may try another method', async ({
    fixture,
    open,
  }) => {
    const { host, hub } = await open.framed()
    const [isHandled] = await Promise.all([
      hub.evaluate(() => window.hub.failLogin(1006)),
      hub.getByText("Couldn't finish the login").waitFor(),
    ])
    expect(isHandled).toBe(false)
    expect(await received(host)).toEqual([{ origin: fixture.hub, data: failure(1006) }])
    expect(await visited(hub)).toEqual([])
  })

  test('that fails is reported to the app', async ({ fixture, open }) => {
    const page = await open.directly('source=mobile')
    expect(await page.evaluate(() => window.hub.failLogin(1006))).toBe(true)
    expect(resultIn(fixture, (await visited(page))[0]).result).toEqual(failure(1006))
  })
})

describe('an expired login', () => {
  const unauthorized = { data: null, type: 'unauthorized', isError: true, errorCode: 3001 }

  async function expireLogin(hub: Hub): Promise<void> {
    await hub.evaluate(() => window.hub.store('access-token', 'old'))
    await hub.evaluate(() => window.hub.handleUnauthorized())
    expect(await hub.evaluate(() => window.hub.stored('access-token'))).toBeNull()
  }

  test('is reported to the host window, and the hub waits', async ({ fixture, open }) => {
    const { host, hub } = await open.framed()
    await expireLogin(hub)
    expect(await received(host)).toEqual([{ origin: fixture.hub, data: unauthorized }])
    expect(await visited(hub)).toEqual(['/loader'])
  })

  test('is reported to the app at /unauthorized', async ({ fixture, open }) => {
    const page = await open.directly('source=mobile')
    await expireLogin(page)
    const { to, result } = resultIn(fixture, (await visited(page))[0])
    expect([to, result]).toEqual([`${fixture.hub}/unauthorized`, unauthorized])
  })
})

describe('a player sent by a game or an app', () => {
  const createSession = (page: Page, href: string) =>
    page.evaluate((url) => window.hub.createHubSession(url), href)
  const sessionCalls = (fixture: BrowserFixture) =>
    fixture.calls.filter(({ route }) => route === 'POST /session/get')

  test('gets a hub session and logs in with it', async ({ fixture, open }) => {
    const loginUrl = `${fixture.hub}/session/login/s7/web?uid=u1`
    fixture.responses['POST /session/get'] = [200, { loginUrl, session: 's7' }]
    const page = await open.directly('project=islandm3')
    expect(await createSession(page, '/session/login?iid=i1&uid=u1&project=islandm3')).toBe(
      '/session/login/s7/web',
    )
    expect(sessionCalls(fixture).map(({ body }) => body)).toEqual([
      { iid: 'i1', uid: 'u1', source: 'web', locale: 'en', project: 'islandm3' },
    ])
    expect(await page.evaluate(() => window.hub.readHubContext().session)).toBe('s7')
  })

  test('with a session, or without ids, gets no new session', async ({ fixture, open }) => {
    const page = await open.directly()
    expect(await createSession(page, '/session/login?uid=u1&session=s1')).toBeNull()
    expect(await createSession(page, '/session/login')).toBeNull()
    expect(sessionCalls(fixture)).toEqual([])
  })

  test.for(['https://evil.example/login', '', ' ', '#', '/', '/games/en/'])(
    'stays on the chooser, without a session, if its address is "%s"',
    async (loginUrl, { fixture, open }) => {
      fixture.responses['POST /session/get'] = [200, { loginUrl, session: 's7' }]
      const page = await open.directly()
      const [created] = await Promise.all([
        createSession(page, '/session/login?uid=u1'),
        page.getByText('The session came without an address to log in').waitFor(),
      ])
      expect(created).toBeNull()
      expect(await page.evaluate(() => window.hub.readHubContext().session)).toBe('')
    },
  )

  test('logs in without a session if none can be created', async ({ fixture, open }) => {
    fixture.responses['POST /session/get'] = [500, { code: 'FAULT', status: 500, title: '' }]
    const page = await open.directly()
    const [created] = await Promise.all([
      createSession(page, '/session/login?platformId=vk'),
      page.getByText("Couldn't open the session").waitFor(),
    ])
    expect(created).toBeNull()
  })
})

test('a popup of a framed hub requests the authorize page as a same-origin navigation', async ({
  fixture,
  open,
}) => {
  const { host, hub } = await open.framed()
  const [popup] = await Promise.all([
    host.context().waitForEvent('page'),
    hub.evaluate(() => window.hub.openPopup()?.goTo('/passport/google')),
  ])
  await popup.waitForURL('**/passport/google')
  expect(fixture.pageHeaders.get('/passport/google')).toMatchObject({
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
  })
})

test('texts that load during a language switch are in the new language', async ({ open }) => {
  const page = await open.directly('')
  const messages = await page.evaluate(async () => {
    const { switchLanguage, loadMessages, text } = window.hub
    await Promise.all([switchLanguage('ru'), loadMessages('prices')])
    const first = [text('prices:title'), text('accounts:signedIn')]
    await Promise.all([loadMessages('support'), loadMessages('payments'), switchLanguage('en')])
    return [...first, text('payments:title')]
  })
  expect(messages).toEqual(['Цены', 'Вы вошли', 'Payment'])
})

test('a toast waits for the language that the page changes to', async ({ open }) => {
  const page = await open.directly('')
  await page.evaluate(async (signedIn) => {
    const { switchLanguage, completeLogin, failLogin } = window.hub
    const ends = [switchLanguage('ru'), failLogin(1000), completeLogin(signedIn)]
    await Promise.all(ends)
  }, player)
  await page.getByText('Вы вошли').waitFor()
  const toasts = await page.locator('[data-sonner-toast]').allInnerTexts()
  expect(toasts.filter((text) => /[a-z]{4}/i.test(text))).toEqual([])
})
