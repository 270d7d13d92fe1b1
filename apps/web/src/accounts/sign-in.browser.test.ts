import type { ProjectConfig, SignedIn } from '@playhub/contract'
import type { Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildStage, type Stage } from './testing/browser-stage.ts'
import type { TestHub } from './testing/hub-page.ts'

declare const window: Window & { hub: TestHub; heard: { origin: string; data: unknown }[] }

let stage: Stage
let opened: Page[] = []

beforeAll(async () => {
  stage = await buildStage()
}, 60_000)
afterAll(() => stage?.close())

const player: SignedIn = {
  jwt: 'login-token',
  userId: 'player-1',
  nickName: 'Anna',
  currentAuthType: 'google',
  session: '',
}

function project(change: Partial<ProjectConfig> = {}): ProjectConfig {
  return {
    id: 'islandm3',
    name: { ru: 'Остров', en: 'Island' },
    authType: 'postMessage',
    authMethods: [],
    paymentsMethods: [],
    origins: [stage.site],
    host: null,
    mainData: { outOfCatalog: false },
    ...change,
  }
}

function answerWith(given: ProjectConfig): void {
  const config = { projects: [given], settings: [], supportEmail: '' }
  stage.answers['GET /control/get-initial-config'] = [200, { data: { result: config } }]
}

beforeEach(() => {
  stage.calls.length = 0
  answerWith(project())
  stage.answers['POST /play/token'] = [200, { data: { result: { token: 'game-token', expiresAt: 1 } } }]
})
afterEach(async () => {
  await Promise.all(opened.map((page) => page.context().close()))
  opened = []
})

async function alone(query = 'project=islandm3') {
  const page = await stage.openHub(query)
  opened.push(page)
  return page
}
async function framed(query = 'project=islandm3') {
  const scene = await stage.frameHub(query)
  opened.push(scene.host)
  return scene
}
async function poppedUp(query = 'project=islandm3') {
  const scene = await stage.popUpHub(query)
  opened.push(scene.host)
  return scene
}

type Hub = Page | Frame
const finish = (hub: Hub, change: Partial<SignedIn> = {}) =>
  hub.evaluate((data) => window.hub.finishSignIn(data), { ...player, ...change })
const visited = (hub: Hub) => hub.evaluate(() => window.hub.visited)
const kind = (hub: Hub) => hub.evaluate(() => window.hub.currentPlayer().kind)

/** What the host has heard, once it has heard something. */
async function heard(host: Page) {
  await host.waitForFunction(() => window.heard.length > 0)
  return host.evaluate(() => window.heard)
}

/** The result in an address, and the address without it. */
function resultIn(address: string | undefined) {
  const url = new URL(address ?? '', stage.hub)
  return { to: url.origin + url.pathname, result: JSON.parse(url.searchParams.get('result') ?? 'null') }
}

const login = (data: object) => ({ data, type: 'login', isError: false, errorCode: null })
const failure = (errorCode: number) => ({ data: null, type: 'login', isError: true, errorCode })
const asGameSees = { ...player, jwt: 'game-token' }

describe('a finished sign-in', () => {
  test('of a player alone with the hub leads back to where they came from', async () => {
    const page = await alone('')
    await page.evaluate(() => window.hub.rememberReturnTo('/prices'))
    await finish(page)
    expect(await visited(page)).toEqual(['/prices'])
    await page.getByText('You are logged in').waitFor()
  })

  test('leaves a guest their language, their age and what they were sent with', async () => {
    const page = await alone('project=islandm3&locale=ru&session=s1')
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

  test('in a frame of a game is told to it alone, with a token for the game and none for the hub', async () => {
    const { host, hub } = await framed()
    await finish(hub)
    expect(await heard(host)).toEqual([{ origin: stage.hub, data: login(asGameSees) }])
    expect(await visited(hub)).toEqual(['/loader'])
    expect(stage.calls.at(-1)).toEqual({ route: 'POST /play/token', body: { project: 'islandm3' } })
  })

  test('in a popup of a game is told to it, and the popup is gone', async () => {
    const { host, hub } = await poppedUp()
    await Promise.all([hub.waitForEvent('close'), finish(hub).catch(() => undefined)])
    expect(await heard(host)).toEqual([{ origin: stage.hub, data: login(asGameSees) }])
  })

  test('is kept from a site that the project does not list', async () => {
    answerWith(project({ origins: ['https://game.example'] }))
    const { host, hub } = await framed()
    await finish(hub)
    expect(await visited(hub)).toEqual(['/games/en/'])
    expect(await host.evaluate(() => window.heard)).toEqual([])
  })

  test('returns the player to a project that asks for redirects', async () => {
    answerWith(project({ authType: 'redirect', host: stage.site }))
    const page = await alone('project=islandm3&session=s1')
    void finish(page, { session: 's1' }).catch(() => undefined)
    await page.waitForURL(`${stage.site}/**`)
    const { to, result } = resultIn(page.url())
    expect(to).toBe(`${stage.site}/session/loginDone`)
    expect(result).toEqual(login({ ...asGameSees, session: 's1' }))
  })

  test('is told to our app in an address of our own, login token and all', async () => {
    const page = await alone('source=mobile')
    await finish(page)
    const { to, result } = resultIn((await visited(page))[0])
    expect([to, result]).toEqual([`${stage.hub}/session/loginDone`, login(player)])
  })

  test.each([
    ['its way to return is unknown', { authType: 'pigeon' as never }, 'The sign-in has an unknown type'],
    ['it names no host to return to', { authType: 'redirect' as const }, 'The sign-in could not be finished'],
  ])('stays with a player whose game cannot be told: %s', async (_, change, words) => {
    answerWith(project(change))
    const page = await alone('project=islandm3&session=s1')
    await finish(page, { session: 's1' })
    await page.getByText(words).waitFor()
    expect([await visited(page), await kind(page)]).toEqual([['/games/en/'], 'player'])
  })

  test('without a token for the game tells it nothing, and the player stays', async () => {
    stage.answers['POST /play/token'] = [500, { code: 'FAULT', status: 500, title: '' }]
    const { host, hub } = await framed()
    await finish(hub)
    await hub.getByText('The sign-in could not be finished').waitFor()
    expect([await visited(hub), await kind(hub)]).toEqual([['/games/en/'], 'player'])
    expect(await host.evaluate(() => window.heard)).toEqual([])
  })

  test('whose hub session has ended says so, to the player and to the host', async () => {
    const { host, hub } = await framed('project=islandm3&session=gone')
    await finish(hub, { session: '' })
    await hub.getByText('Session not found').waitFor()
    expect(await heard(host)).toEqual([{ origin: stage.hub, data: failure(2000) }])
    expect(await kind(hub)).toBe('player')
    expect(await hub.evaluate(() => window.hub.stored('session'))).toBeNull()
  })
})

describe('a sign-in that ends otherwise', () => {
  test('as a guest in a frame tells the game that a guest plays', async () => {
    const { host, hub } = await framed()
    await hub.evaluate(() => window.hub.continueAsGuest())
    const guest = { currentAuthType: 'guest', nickName: '', userId: '', jwt: '', session: '' }
    expect(await heard(host)).toEqual([{ origin: stage.hub, data: login(guest) }])
    expect(await visited(hub)).toEqual(['/loader'])
  })

  test('as a guest alone leads back to where they came from', async () => {
    const page = await alone('')
    await page.evaluate(() => window.hub.continueAsGuest())
    expect(await visited(page)).toEqual(['/games/en/'])
  })

  test('in failure is told to a frame’s host, and the player may try another way', async () => {
    const { host, hub } = await framed()
    expect(await hub.evaluate(() => window.hub.failSignIn(1006))).toBe(false)
    expect(await heard(host)).toEqual([{ origin: stage.hub, data: failure(1006) }])
    await hub.getByText('The sign-in could not be finished').waitFor()
    expect(await visited(hub)).toEqual([])
  })

  test('in failure is told to our app', async () => {
    const page = await alone('source=mobile')
    expect(await page.evaluate(() => window.hub.failSignIn(1006))).toBe(true)
    expect(resultIn((await visited(page))[0]).result).toEqual(failure(1006))
  })
})

describe('a login that no longer holds', () => {
  const unauthorized = { data: null, type: 'unauthorized', isError: true, errorCode: 3001 }

  async function lose(hub: Hub): Promise<void> {
    await hub.evaluate(() => window.hub.store('access-token', 'old'))
    await hub.evaluate(() => window.hub.handleUnauthorized())
    expect(await hub.evaluate(() => window.hub.stored('access-token'))).toBeNull()
  }

  test('is forgotten, told to the player, and asked for again', async () => {
    const page = await alone()
    await lose(page)
    await page.getByText('UNAUTHORIZED! INVALID_TOKEN!').waitFor()
    expect(await visited(page)).toEqual(['/session/login'])
  })

  test('is told to the window around a frame, and the hub waits', async () => {
    const { host, hub } = await framed()
    await lose(hub)
    expect(await heard(host)).toEqual([{ origin: stage.hub, data: unauthorized }])
    expect(await visited(hub)).toEqual(['/loader'])
  })

  test('is told to the app at /unauthorized', async () => {
    const page = await alone('source=mobile')
    await lose(page)
    const { to, result } = resultIn((await visited(page))[0])
    expect([to, result]).toEqual([`${stage.hub}/unauthorized`, unauthorized])
  })
})

describe('a player whom a game or an app sends', () => {
  const opens = (page: Page, address: string) =>
    page.evaluate((given) => window.hub.addressOfNewSession(given), address)
  const asked = () => stage.calls.filter(({ route }) => route === 'POST /session/get')

  test('gets a hub session, and signs in with it', async () => {
    const loginUrl = `${stage.hub}/session/login/s7/web?uid=u1`
    stage.answers['POST /session/get'] = [200, { loginUrl, session: 's7' }]
    const page = await alone('project=islandm3')
    expect(await opens(page, '/session/login?iid=i1&uid=u1&project=islandm3')).toBe('/session/login/s7/web')
    expect(asked().map(({ body }) => body)).toEqual([
      { iid: 'i1', uid: 'u1', source: 'web', locale: 'en', project: 'islandm3' },
    ])
    expect(await page.evaluate(() => window.hub.readHubContext().session)).toBe('s7')
  })

  test('with a session already, or with no ids, opens none', async () => {
    const page = await alone()
    expect(await opens(page, '/session/login?uid=u1&session=s1')).toBeNull()
    expect(await opens(page, '/session/login')).toBeNull()
    expect(asked()).toEqual([])
  })

  test('signs in here when the session leads elsewhere', async () => {
    stage.answers['POST /session/get'] = [200, { loginUrl: 'https://evil.example/login', session: 's7' }]
    const page = await alone()
    expect(await opens(page, '/session/login?uid=u1')).toBeNull()
    await page.getByText('The session came without an address to log in').waitFor()
    expect(await page.evaluate(() => window.hub.readHubContext().session)).toBe('')
  })

  test('signs in without a session when none could be opened', async () => {
    stage.answers['POST /session/get'] = [500, { code: 'FAULT', status: 500, title: '' }]
    const page = await alone()
    expect(await opens(page, '/session/login?platformId=vk')).toBeNull()
    await page.getByText('The session could not be opened').waitFor()
  })
})

test('a popup of a framed hub reaches the provider’s door as a step within the hub', async () => {
  const { host, hub } = await framed()
  const [popup] = await Promise.all([
    host.context().waitForEvent('page'),
    hub.evaluate(() => window.hub.openPopup()?.goTo('/passport/google')),
  ])
  await popup.waitForURL('**/passport/google')
  expect(stage.pageHeaders.get('/passport/google')).toMatchObject({
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
  })
})

test('words that are asked for while the language changes come in the new one', async () => {
  const page = await alone('')
  const words = await page.evaluate(async () => {
    const { switchLanguage, loadTexts, words } = window.hub
    await Promise.all([switchLanguage('ru'), loadTexts('prices')])
    const first = [words('prices:title'), words('accounts:signedIn')]
    await Promise.all([loadTexts('support'), loadTexts('payments'), switchLanguage('en')])
    return [...first, words('payments:title')]
  })
  expect(words).toEqual(['Цены', 'Вы вошли', 'Payment'])
})
