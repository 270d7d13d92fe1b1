/** docs/integrate.md, sample by sample: a game built from them sells, inside the hub and around it. */
import { createHmac } from 'node:crypto'
import { freePorts } from '@playhub/test-kit/free-ports'
import type { Frame, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { openBrowserWithThirdParties, untilClosed } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { hasPython, startPythonServer } from '../../sites/python-server.ts'
import { type GameServer, type GameSite, startGameSite } from '../../sites/sample-game-site.ts'
import { importSample, readText, sample, unusedSamples } from '../../sites/samples.ts'
import { loginByEmail } from '../../steps/login.ts'
import { cancelPayment, payByCard } from '../../steps/payment.ts'

const secret = `whsec_${Buffer.from('a secret of the game team, 32 bytes').toString('base64')}`

type GameEnvironment = TestEnvironment & { site: GameSite; server: GameServer; pythonPort: number }

async function startWithGameSite(): Promise<GameEnvironment> {
  const [site, [pythonPort = 0]] = await Promise.all([startGameSite(), freePorts(1)])
  const content = copyContent()
  const project = sample('project').replaceAll('https://game.example', site.url)
  content.project('islandm3', (yaml) => project + withoutSampleLines(yaml, site.url))
  content.project('neuroarena', (yaml) =>
    yaml.replace(/^webhookUrl: .*/m, `webhookUrl: http://127.0.0.1:${pythonPort}`),
  )
  const environment = await startEnvironment({
    CONTENT_DIR: content.dir,
    WEBHOOK_SECRET_ISLANDM3: secret,
    WEBHOOK_SECRET_NEUROARENA: secret,
  })
  const [, command = ''] = /^npm run hub -- (.*)$/m.exec(sample('key')) ?? []
  const [projectKey = ''] = /\bplayhub_\S+/.exec(await environment.runCommand(...command.split(' '))) ?? []
  const server = await site.open({ hubUrl: environment.hubUrl, projectKey, webhookSecret: secret })
  const close = async () => void (await Promise.all([environment.close(), site.close()]))
  return { ...environment, site, server, pythonPort, close }
}

/** Removes the sample's project lines, and points the game to the team's own site. */
const withoutSampleLines = (yaml: string, url: string) =>
  yaml
    .replace(/^origins:\n(?: .*\n)+/m, '')
    .replace(/^webhookUrl: .*\n/m, '')
    .replace(/frameUrl: .*/, `frameUrl: ${url}/`)

const test = journey({
  start: startWithGameSite,
  openBrowser: () => openBrowserWithThirdParties('allowed'),
})
  .extend('site', ({ environment }) => environment.site)
  .extend('server', ({ environment }) => environment.server)
  .extend('loggedInPage', async ({ player, openTab }) => (await openTab({ player })).page)
  /** Lets the game's server deliver what the player has bought. @returns  the items */
  .extend('deliver', ({ player, server }) => async (): Promise<string[]> => {
    const items: string[] = []
    await server.deliver(player.userId, (itemId) => items.push(itemId))
    return items
  })
  /** Sends a test webhook to a project's game server. */
  .extend('ping', ({ environment }) => async (project: string): Promise<Ping> => {
    const headers = { authorization: `Bearer sandbox_${project}` }
    const url = `${environment.hubUrl}/api/server/v1/webhooks/test`
    return (await (await fetch(url, { method: 'POST', headers })).json()) as Ping
  })

type Ping = { isTaken: boolean; reason: string | null }

async function getFrame(page: Page, selector: string): Promise<Frame> {
  const frame = await (await page.waitForSelector(selector)).contentFrame()
  if (!frame) throw new Error(`${selector} has no content frame`)
  return frame
}

test("the SDK sample is that of the SDK's README, which other tests run", () => {
  expect(readText('packages/game-sdk/README.md')).toContain(sample('sdk.html'))
})

test('window messages name the player and sell an item through the game’s server, which delivers it once', async ({
  player,
  site,
  server,
  loggedInPage: page,
  deliver,
}) => {
  await page.goto('/games/en/islandm3/?play=1')
  const game = await getFrame(page, '#game-frame')
  await game.getByText(player.email.split('@')[0] as string).waitFor()
  await game.getByRole('button', { name: 'Buy five hints' }).click()
  await payByCard(page)
  await page.frameLocator('#game-frame').getByText('paid', { exact: true }).waitFor()

  const paid = await waitUntil(
    async () => site.received.find(({ type }) => type === 'payment.paid'),
    'the webhook of the payment',
  )
  const payment = await server.fetchPayment(String(paid.data.paymentId))
  expect(payment).toMatchObject({ status: 'paid', metadata: { orderId: 'order-1' } })
  expect([await deliver(), await deliver()]).toEqual([['islandm3-hints'], []])
})

describe('the hub in a page', () => {
  test('logs in and sells, in a frame', async ({ player, site, page, deliver }) => {
    await page.goto(`${site.url}/shop`)
    await page.getByRole('button', { name: 'Buy five hints' }).click()
    await loginByEmail(await getFrame(page, 'iframe'), 'en', player)
    const payment = await waitUntil(
      async () => page.frames().find((frame) => frame.url().includes('/payments/process/')),
      'the payment in the frame',
    )
    await payByCard(payment)
    await page.getByText('paid', { exact: true }).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    expect(await deliver()).toEqual(['islandm3-hints'])
  })

  test('logs in, in a popup that closes itself', async ({ player, site, page }) => {
    await page.goto(`${site.url}/shop`)
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ])
    await untilClosed(popup, () => loginByEmail(popup, 'en', player))
    const output = page.locator('output', { hasText: /\S/ })
    await output.waitFor()
    expect(await output.textContent()).not.toBe('Guest')
  })

  test('reports to an app in the address', async ({ environment, player, server, loggedInPage: page }) => {
    const { resultIn } = await importSample<{ resultIn(address: string): unknown }>('result.js')
    const { id, url } = await server.openPayment(player.userId, 'islandm3-hints', 'from-the-app')
    expect(await server.openPayment(player.userId, 'islandm3-hints', 'from-the-app')).toMatchObject({ id })
    await page.goto(`${url}?source=mobile&locale=en`)
    await cancelPayment(page)
    await page.waitForURL('**/payments/done?result=*')
    expect(resultIn(page.url())).toMatchObject({
      type: 'PAYMENT_RESULT',
      isError: true,
      data: { paymentId: id, status: 'none' },
    })
    expect(resultIn(environment.hubUrl)).toBeNull()
  })
})

describe('webhooks', () => {
  /** The statuses for a valid webhook, a changed body, one an hour late and an unsigned one. */
  async function collectStatuses(url: string): Promise<number[]> {
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

  test('are accepted by the Node sample, and forged ones are not', async ({ site, ping }) => {
    expect(await ping('islandm3')).toMatchObject({ isTaken: true })
    expect(site.received.at(-1)).toMatchObject({ type: 'ping', data: { project: 'islandm3' } })
    expect(await collectStatuses(`${site.url}/playhub`)).toEqual([204, 400, 400, 400])
  })

  test('are accepted by the Python sample, and forged ones are not', async ({ environment, ping, skip }) => {
    const python = sample('webhooks.py')
    if (!hasPython()) return skip('the sample needs Python 3.9')
    expect(python).not.toMatch(/^(from|import) (?!base64|http)/m)
    const game = await startPythonServer(environment.pythonPort, secret)
    try {
      expect(await ping('neuroarena')).toMatchObject({ isTaken: true })
      const line = waitUntil(async () => game.lines().at(-1), 'a line of the Python server')
      expect(await line).toBe('ping {"project": "neuroarena"}')
      expect(await collectStatuses(game.url)).toEqual([204, 400, 400, 400])
    } finally {
      await game.close()
    }
  })
})

test('every sample of the page has been run', () => {
  expect(unusedSamples()).toEqual([])
})
