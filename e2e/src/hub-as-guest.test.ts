/** The hub as a guest of the sandbox's example game: in a frame, in a popup, in an app, and by a redirect. */
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiPlayer, register } from './api.ts'
import { accessibilityViolations, newVisitor, openBrowserWithThirdParties, type Visitor } from './browser.ts'
import { copyContent } from './content.ts'
import { cancelPayment, payByCard } from './pay.ts'
import { signInByMail } from './sign-in/steps.ts'
import { wordsIn } from './words.ts'
import { eventually, startWorld, type World } from './world.ts'

const words = wordsIn('en')
/** A project that wants its players back with the result in the address. */
const redirectProject = 'farshore'
let world: World
let browser: Browser
let player: ApiPlayer
let visitor: Visitor

beforeAll(async () => {
  const content = copyContent()
  const redirecting = 'authType: redirect\nhost: ${' + 'SANDBOX_URL}'
  content.project(
    'islandm3',
    (yaml) =>
      yaml
        .replace('authType: postMessage', redirecting)
        .replaceAll('id: islandm3-', `id: ${redirectProject}-`),
    redirectProject,
  )
  ;[world, browser] = await Promise.all([
    startWorld({ CONTENT_DIR: content.dir }),
    openBrowserWithThirdParties('blocked'),
  ])
  player = await register(world)
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})
afterEach(() => visitor?.context.close())

async function openGame(origin = world.sandboxUrl): Promise<Page> {
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl })
  const { page } = visitor
  await page.goto(`${origin}/example-game`)
  await page.getByText('Nothing yet.').waitFor()
  return page
}

const choose = (game: Page, way: string) => game.getByRole('radio', { name: way }).check()
const press = (game: Page, name: 'Sign in' | 'Buy') => game.getByRole('button', { name, exact: true }).click()

/** The page of the hub in the game's frame, once its address has come so far. */
const hubIn = (game: Page, path: string): Promise<Frame> =>
  eventually(
    async () => game.frames().find((frame) => frame.url().startsWith(`${world.hubUrl}${path}`)),
    `${path} in the frame`,
  )

async function hubBeside(game: Page, name: 'Sign in' | 'Buy'): Promise<Page> {
  const [popup] = await Promise.all([game.waitForEvent('popup'), press(game, name)])
  return popup
}

/** The game has heard `count` results, the newest of them so. */
async function expectHeard(game: Page, count: number, from: string, mark: string, result: object) {
  const rows = game.locator('#received li')
  await rows.nth(count - 1).waitFor()
  expect(await rows.count()).toBe(count)
  expect(await rows.first().getByRole('heading').textContent()).toBe(from + mark)
  expect(JSON.parse((await rows.first().locator('pre').textContent()) ?? '')).toMatchObject(result)
}

const loggedIn = () => ({ type: 'login', isError: false, data: { userId: player.userId } })
const payment = (status: string) => ({ type: 'PAYMENT_RESULT', isError: status !== 'paid', data: { status } })
const closed = { type: 'closed', isError: false, data: null, errorCode: null }

/** The cross asks first, and who stays is where they were. */
async function closeHub(hub: Page | Frame): Promise<void> {
  const cross = hub.getByRole('button', { name: words('common:header.closeHub') })
  const question = hub.getByRole('dialog', { name: words('common:header.closeQuestion') })
  await cross.click()
  await question.getByRole('button', { name: words('common:header.stay') }).click()
  await question.waitFor({ state: 'detached' })
  await cross.click()
  await question.getByRole('button', { name: words('common:header.closeConfirm') }).click()
}

test('in a frame it tells who plays, how a payment ended, and that it was closed, after a question', async () => {
  const game = await openGame()
  await press(game, 'Sign in')
  await signInByMail(await hubIn(game, '/session/login'), 'en', player)
  await expectHeard(game, 1, world.hubUrl, 'from the hub', loggedIn())
  await press(game, 'Buy')
  await payByCard(await hubIn(game, '/payments/process/'))
  await expectHeard(game, 2, world.hubUrl, 'from the hub', payment('paid'))
  await press(game, 'Buy')
  const hub = await hubIn(game, '/payments/process/')
  await hub.getByRole('button', { name: /^Pay / }).waitFor()
  expect(await accessibilityViolations(game)).toEqual([])
  await closeHub(hub)
  await expectHeard(game, 3, world.hubUrl, 'from the hub', closed)
  expect(await game.locator('iframe').count()).toBe(0)
  expect(visitor.complaints).toEqual([])
})

test('in a popup it tells who opened it the same, and goes', async () => {
  const game = await openGame()
  await choose(game, 'In a popup')
  const first = await hubBeside(game, 'Sign in')
  await Promise.all([first.waitForEvent('close'), signInByMail(first, 'en', player)])
  await expectHeard(game, 1, world.hubUrl, 'from the hub', loggedIn())
  const second = await hubBeside(game, 'Buy')
  await Promise.all([second.waitForEvent('close'), cancelPayment(second)])
  await expectHeard(game, 2, world.hubUrl, 'from the hub', payment('none'))
  const third = await hubBeside(game, 'Buy')
  await Promise.all([third.waitForEvent('close'), closeHub(third)])
  await expectHeard(game, 3, world.hubUrl, 'from the hub', closed)
  expect(visitor.complaints).toEqual([])
})

test('by a redirect it sends the player back with the result in the address', async () => {
  const game = await openGame()
  await game.getByLabel('Project').fill(redirectProject)
  await choose(game, 'By a redirect')
  await press(game, 'Sign in')
  await signInByMail(game, 'en', player)
  await game.waitForURL(`${world.sandboxUrl}/session/loginDone?result=*`)
  await expectHeard(game, 1, '/session/loginDone', 'in the address', loggedIn())
  await press(game, 'Buy')
  await payByCard(game)
  await game.waitForURL(`${world.sandboxUrl}/payments/done?result=*`)
  await expectHeard(game, 1, '/payments/done', 'in the address', payment('paid'))
  expect(visitor.complaints).toEqual([])
})

test('in an app the result stands in the address of the hub', async () => {
  const resultOf = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('result') ?? '')
  const game = await openGame()
  await choose(game, 'In an app')
  await press(game, 'Sign in')
  await closeHub(game)
  await game.waitForURL(`${world.hubUrl}/session/loginDone?result=*`)
  expect(resultOf(game)).toEqual(closed)
  await game.goto(`${world.sandboxUrl}/example-game`)
  await press(game, 'Sign in')
  await signInByMail(game, 'en', player)
  await game.waitForURL(`${world.hubUrl}/session/loginDone?result=*`)
  expect(resultOf(game)).toMatchObject(loggedIn())
  expect(visitor.complaints).toEqual([])
})

test('a host that no project lists shows an empty frame', async () => {
  const game = await openGame(world.sandboxUrl.replace('localhost', '127.0.0.1'))
  const refused = game.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await press(game, 'Sign in')
  await refused
  expect(game.frames().filter((frame) => frame.url().startsWith(world.hubUrl))).toEqual([])
  expect(await game.getByText('Nothing yet.').count()).toBe(1)
})
