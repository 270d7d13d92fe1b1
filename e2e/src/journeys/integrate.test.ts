/** docs/integrate.md, sample by sample: a game team that copies them has a game that sells, in the hub and around it. */
import { createHmac } from 'node:crypto'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/free-ports.ts'
import { type ApiPlayer, register } from '../environment/api.ts'
import { newVisitor, openBrowserWithThirdParties, type Visitor } from '../environment/browser.ts'
import { copyContent } from '../environment/content.ts'
import { operate } from '../environment/run-command.ts'
import { eventually, startWorld, type World } from '../environment/test-environment.ts'
import { keepSignedIn } from '../screens/visit.ts'
import { hasPython, startPythonServer } from '../sites/python-server.ts'
import { type GameServer, type GameSite, startGameSite } from '../sites/sample-game-site.ts'
import { importSample, readText, sample, untaken } from '../sites/samples.ts'
import { cancelPayment, payByCard } from '../steps/pay.ts'
import { signInByMail } from '../steps/sign-in.ts'

const secret = `whsec_${Buffer.from('a secret of the game team, 32 bytes').toString('base64')}`
let site: GameSite
let server: GameServer
let world: World
let browser: Browser
let player: ApiPlayer
let visitor: Visitor
let pythonPort = 0

beforeAll(async () => {
  const [game, [freePort = 0]] = await Promise.all([startGameSite(), freePorts(1)])
  site = game
  pythonPort = freePort
  const content = copyContent()
  const project = sample('project').replaceAll('https://game.example', site.url)
  content.project('islandm3', (yaml) => project + withoutOwn(yaml, site.url))
  content.project('neuroarena', (yaml) =>
    yaml.replace(/^webhookUrl: .*/m, `webhookUrl: http://127.0.0.1:${pythonPort}`),
  )
  const env = { CONTENT_DIR: content.dir, WEBHOOK_SECRET_ISLANDM3: secret, WEBHOOK_SECRET_NEUROARENA: secret }
  ;[world, browser] = await Promise.all([startWorld(env), openBrowserWithThirdParties('allowed')])
  player = await register(world)
  const [, command = ''] = /^npm run hub -- (.*)$/m.exec(sample('key')) ?? []
  const [projectKey = ''] = /\bplayhub_\S+/.exec(await operate(world, ...command.split(' '))) ?? []
  server = await site.open({ hubUrl: world.hubUrl, projectKey, webhookSecret: secret })
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  await site?.close()
})
afterEach(() => visitor?.context.close())

/** The file of a project without what the sample says, and with the game at the team's own site. */
const withoutOwn = (yaml: string, url: string) =>
  yaml
    .replace(/^origins:\n(?: .*\n)+/m, '')
    .replace(/^webhookUrl: .*\n/m, '')
    .replace(/frameUrl: .*/, `frameUrl: ${url}/`)

async function comeIn(): Promise<Page> {
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl })
  return visitor.page
}

async function frameOf(page: Page, selector: string): Promise<Frame> {
  const frame = await (await page.waitForSelector(selector)).contentFrame()
  if (!frame) throw new Error(`${selector} shows nothing`)
  return frame
}

async function given(): Promise<string[]> {
  const items: string[] = []
  await server.deliver(player.userId, (itemId) => items.push(itemId))
  return items
}

test('the ten lines are those of the SDK, which its own tests sell with', () => {
  expect(readText('packages/game-sdk/README.md')).toContain(sample('sdk.html'))
})

test('window messages tell who plays, sell an item by the game’s server, which gives it once', async () => {
  const page = await comeIn()
  await keepSignedIn(page, player)
  await page.goto('/games/en/islandm3/?play=1')
  const game = await frameOf(page, '#game-frame')
  await game.getByText(player.email.split('@')[0] as string).waitFor()
  await game.getByRole('button', { name: 'Buy five hints' }).click()
  await payByCard(page)
  await game.getByText('paid', { exact: true }).waitFor()
  expect(visitor.complaints).toEqual([])

  const paid = await eventually(
    async () => site.heard.find(({ type }) => type === 'payment.paid'),
    'the webhook of the payment',
  )
  const payment = await server.paymentOf(String(paid.data.paymentId))
  expect(payment).toMatchObject({ status: 'paid', metadata: { orderId: 'order-1' } })
  expect([await given(), await given()]).toEqual([['islandm3-hints'], []])
})

describe('the hub in a page', () => {
  test('signs in and sells, in a frame', async () => {
    const page = await comeIn()
    await page.goto(`${site.url}/shop`)
    await page.getByRole('button', { name: 'Buy five hints' }).click()
    await signInByMail(await frameOf(page, 'iframe'), 'en', player)
    const desk = await eventually(
      async () => page.frames().find((frame) => frame.url().includes('/payments/process/')),
      'the payment in the frame',
    )
    await payByCard(desk)
    await page.getByText('paid', { exact: true }).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    expect(visitor.complaints).toEqual([])
    expect(await given()).toEqual(['islandm3-hints'])
  })

  test('signs in, in a popup that closes itself', async () => {
    const page = await comeIn()
    await page.goto(`${site.url}/shop`)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ])
    await Promise.all([popup.waitForEvent('close'), signInByMail(popup, 'en', player)])
    const told = page.locator('output', { hasText: /\S/ })
    await told.waitFor()
    expect(await told.textContent()).not.toBe('Guest')
    expect(visitor.complaints).toEqual([])
  })

  test('tells an app by the address', async () => {
    const { resultIn } = await importSample<{ resultIn(address: string): unknown }>('result.js')
    const { id, url } = await server.openPayment(player.userId, 'islandm3-hints', 'from-the-app')
    expect(await server.openPayment(player.userId, 'islandm3-hints', 'from-the-app')).toMatchObject({ id })
    const page = await comeIn()
    await keepSignedIn(page, player)
    await page.goto(`${url}?source=mobile&locale=en`)
    await cancelPayment(page)
    await page.waitForURL('**/payments/done?result=*')
    expect(resultIn(page.url())).toMatchObject({
      type: 'PAYMENT_RESULT',
      isError: true,
      data: { paymentId: id, status: 'none' },
    })
    expect(resultIn(world.hubUrl)).toBeNull()
  })
})

describe('webhooks', () => {
  type Ping = { isTaken: boolean; reason: string | null }
  async function ping(project: string): Promise<Ping> {
    const headers = { authorization: `Bearer sandbox_${project}` }
    const answer = await fetch(`${world.hubUrl}/api/server/v1/webhooks/test`, { method: 'POST', headers })
    return (await answer.json()) as Ping
  }

  /** As somebody would who has the secret; then with the body changed, an hour late, and unsigned. */
  async function answersTo(url: string): Promise<number[]> {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = (body: string, at: Date, sent = body) => {
      const seconds = String(Math.floor(at.getTime() / 1000))
      const signature = createHmac('sha256', key).update(`forged.${seconds}.${body}`).digest('base64')
      const headers = {
        'webhook-id': 'forged',
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${signature}`,
      }
      return { method: 'POST', body: sent, headers }
    }
    const now = new Date()
    const anHourAgo = new Date(now.getTime() - 3_600_000)
    const posts = [
      signed('{"type":"ping","data":{}}', now),
      signed('{"sum":1}', now, '{"sum":2}'),
      signed('{}', anHourAgo),
      { method: 'POST', body: '{}' },
    ]
    return Promise.all(posts.map(async (post) => (await fetch(url, post)).status))
  }

  test('are taken by the sample in Node, and nobody else’s are', async () => {
    expect(await ping('islandm3')).toMatchObject({ isTaken: true })
    expect(site.heard.at(-1)).toMatchObject({ type: 'ping', data: { project: 'islandm3' } })
    expect(await answersTo(`${site.url}/playhub`)).toEqual([204, 400, 400, 400])
  })

  test('are taken by the sample in Python, and nobody else’s are', async ({ skip }) => {
    const python = sample('webhooks.py')
    if (!hasPython()) return skip('this machine has no Python 3.9 to run the sample with')
    expect(python).not.toMatch(/^(from|import) (?!base64|http)/m)
    const game = await startPythonServer(pythonPort, secret)
    try {
      expect(await ping('neuroarena')).toMatchObject({ isTaken: true })
      const said = eventually(async () => game.lines().at(-1), 'a line of the Python server')
      expect(await said).toBe('ping {"project": "neuroarena"}')
      expect(await answersTo(game.url)).toEqual([204, 400, 400, 400])
    } finally {
      await game.close()
    }
  })
})

test('no sample of the page is left unrun', () => {
  expect(untaken()).toEqual([])
})
