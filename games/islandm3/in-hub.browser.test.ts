import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HELLO, WELCOME } from '@playhub/contract/bridge-protocol'
import { type Browser, chromium, type FrameLocator, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningGames, startGames } from '../server.ts'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

/** What the page of a hub does, cut down to what this game asks of it. Runs in the browser. */
const hubScript = `
  const guest = { id: null, name: 'Guest', isGuest: true }
  const anna = { id: 'anna', name: 'Anna', isGuest: false }
  let player = guest
  const purchases = []
  window.heard = []
  window.answers = {
    init: () => ({ player, language: 'en', project: { id: 'islandm3', name: 'Island' },
      capabilities: ['player', 'signIn', 'shop', 'language', 'pause', 'support'] }),
    getCatalog: () => [{ id: 'islandm3-chest', title: 'Chest', description: '', imageUrl: null,
      price: { amountMinor: 39900, currency: 'RUB', formatted: '399 ₽' } }],
    signIn: () => { player = anna; tell('player', player); return player },
    purchase: ({ itemId }) => {
      const purchase = { id: 'bought-' + purchases.length, itemId, state: 'granted', createdAt: 1 }
      purchases.push(purchase)
      return { status: 'paid', purchase }
    },
    getPurchases: () => purchases.filter(({ state }) => state === 'granted'),
    consumePurchase: ({ id }) => {
      const purchase = purchases.find((candidate) => candidate.id === id)
      const alreadyConsumed = purchase.state === 'consumed'
      purchase.state = 'consumed'
      return { id, alreadyConsumed }
    },
  }
  let port
  window.tell = (event, payload) => port.postMessage({ event, payload })
  addEventListener('message', ({ data, source, origin }) => {
    if (data?.type !== '${HELLO}' || port) return
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data: { id, call, params } }) => {
      heard.push(call)
      const result = answers[call]?.(params) ?? null
      port.postMessage({ id, ok: true, result })
    }
    const welcome = { type: '${WELCOME}', nonce: data.nonce, version: data.versions[0], capabilities: [] }
    source.postMessage(welcome, origin, [channel.port2])
  })
`

let root: string
let hubServer: Server
let hubUrl: string
let games: RunningGames
let browser: Browser
let page: Page
let game: FrameLocator
let complaints: string[]

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'playhub-games-'))
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'silent', build: { outDir: root } })
  hubServer = createServer((_request, response) => {
    const frame = `<iframe title="Game" src="${games.url}/islandm3/" style="width:800px;height:560px"></iframe>`
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><link rel="icon" href="data:,"><script>${hubScript}</script>${frame}`)
  })
  await new Promise<void>((resolve) => hubServer.listen(0, 'localhost', resolve))
  // The same site as the games: this browser denies storage to frames of another site.
  hubUrl = `http://localhost:${(hubServer.address() as AddressInfo).port}`
  games = await startGames({ port: 0, hubUrl, root })
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS })
})

afterAll(async () => {
  await browser?.close()
  await games?.close()
  hubServer?.close()
  await rm(root, { recursive: true, force: true })
})

beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 900, height: 640 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  complaints = []
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(hubUrl)
  game = page.frameLocator('iframe')
})

afterEach(async () => {
  await page.context().close()
  expect(complaints).toEqual([])
})

const heard = () => page.evaluate('heard') as Promise<string[]>

test('the game tells the hub when it can be played, and when it is being played', async () => {
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Pause' }).click()
  await game.getByRole('heading', { name: 'Paused' }).waitFor()
  const calls = (await heard()).filter((call) => call === 'ready' || call.startsWith('gameplay'))
  expect(calls).toEqual(['gameplayStop', 'ready', 'gameplayStart', 'gameplayStop'])
})

test('a guest signs in before buying, and the item is given, saved and consumed once', async () => {
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByText('Guest').waitFor()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: 'Buy Treasure chest for 399 ₽' }).click()
  await game.getByRole('heading', { name: 'Treasure chest is yours!' }).waitFor()
  await game.getByRole('button', { name: 'Thank you' }).click()
  await game.getByRole('button', { name: 'Close' }).click()

  await game.getByText('Anna').waitFor()
  await game.getByRole('button', { name: 'Hint, 8 left' }).waitFor()
  await game.getByRole('button', { name: '+5 moves, 1 left' }).waitFor()
  const calls = await heard()
  expect(calls.indexOf('signIn')).toBeLessThan(calls.indexOf('purchase'))
  expect(calls.filter((call) => call === 'consumePurchase')).toHaveLength(1)
})

test('a payment that came through later brings its item by itself', async () => {
  await page.evaluate("answers.purchase = () => ({ status: 'pending' })")
  await game.getByRole('button', { name: 'Play' }).click()
  await page.evaluate("tell('player', { id: 'anna', name: 'Anna', isGuest: false })")
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: /^Buy Treasure chest/ }).click()
  await game.getByText('The payment is still on its way. Your item will arrive by itself.').waitFor()
  await page.evaluate(`
    answers.getPurchases = () => [{ id: 'late', itemId: 'islandm3-chest', state: 'granted', createdAt: 1 }]
    answers.consumePurchase = ({ id }) => ({ id, alreadyConsumed: false })
    tell('purchases', null)
  `)
  await game.getByRole('heading', { name: 'Treasure chest from an earlier purchase is yours!' }).waitFor()
})

test('a payment that was cancelled says that nothing was charged', async () => {
  await page.evaluate("answers.purchase = () => ({ status: 'cancelled' })")
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: /^Buy Treasure chest/ }).click()
  await game.getByText('Nothing was bought and nothing was charged.').waitFor()
})

test('the game follows the language of the hub while it is open', async () => {
  await game.getByRole('button', { name: 'Play' }).waitFor()
  await page.evaluate("tell('language', 'ru')")
  await game.getByRole('heading', { name: 'Уровень 1', level: 2 }).first().waitFor()
  await game.getByRole('button', { name: 'Играть' }).click()
  await game.getByRole('button', { name: 'Магазин' }).waitFor()
})
