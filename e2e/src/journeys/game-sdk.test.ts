/** A game team's first day: the README's ten lines in a frame of the hub, and what the old messages do beside them. */
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiPlayer, call, register } from '../environment/api.ts'
import { newVisitor, openBrowserWithThirdParties, type Visitor } from '../environment/browser.ts'
import { copyContent } from '../environment/content.ts'
import { startWorld, type World } from '../environment/test-environment.ts'
import { wordsIn } from '../environment/translator.ts'
import { keepSignedIn } from '../screens/visit.ts'
import { startTeamSite, type TeamSite } from '../sites/sdk-site.ts'
import { fillCard } from '../steps/payment.ts'

const itemId = 'islandm3-hints'
const words = wordsIn('en')
let site: TeamSite
let world: World
let browser: Browser
let player: ApiPlayer
let visitor: Visitor

beforeAll(async () => {
  site = await startTeamSite(itemId)
  const content = copyContent()
  content.project('islandm3', (yaml) =>
    yaml.replace('origins:', `origins:\n  - ${site.url}`).replace(/frameUrl: .*/, `frameUrl: ${site.url}/`),
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
  await site?.close()
})
afterEach(async () => {
  await visitor?.context.close()
  // What the hub's server refuses the browser notes by itself.
  expect(visitor?.complaints.filter((complaint) => !/status of 404/.test(complaint))).toEqual([])
})

type Game = { page: Page; frame: Frame }
/** What the SDK's script tag puts there. */
declare const Playhub: typeof import('@playhub/game-sdk')

async function comeIn(): Promise<void> {
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl })
}

/** Opens the game in a tab, and waits until it has given what was bought before. */
async function openGame(page: Page): Promise<Game> {
  await keepSignedIn(page, player)
  await page.goto('/games/en/islandm3/?play=1')
  const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await frame.locator('body[data-game=ready]').waitFor()
  return { page, frame }
}

const gemsOf = async ({ frame }: Game) => Number(await frame.locator('output').textContent())
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function ownedBy(someone: ApiPlayer): Promise<unknown[]> {
  const { data } = await call<{ data: { result: unknown[] } }>(world, 'GET', '/purchases', {
    jwt: someone.jwt,
  })
  return data.result
}

async function payFor({ page, frame }: Game): Promise<void> {
  await frame.getByRole('button', { name: 'Buy 100 gems' }).click()
  const pay = page.getByRole('button', { name: /^Pay / })
  await pay.click()
  await fillCard(page, 'en', '4242424242424242')
  await pay.click()
  await page.getByRole('heading', { name: words('payments:moment.paid.title') }).waitFor()
}

test('ten lines sell an item, and nothing on the page jumps', async () => {
  await comeIn()
  const game = await openGame(visitor.page)
  const jumps = (where: Page | Frame) =>
    where.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const sum = (list: PerformanceEntryList) =>
            list.reduce((total, shift) => total + (shift as unknown as { value: number }).value, 0)
          new PerformanceObserver((list) => resolve(sum(list.getEntries()))).observe({
            type: 'layout-shift',
            buffered: true,
          })
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(0))))
        }),
    )
  expect(await jumps(game.frame)).toBe(0)
  await payFor(game)
  await button(game.page, words('payments:moment.ok')).click()
  await game.frame.getByText('100', { exact: true }).waitFor()
  expect(await ownedBy(player)).toEqual([])
})

test('a hub renewed under an open game still sells: the payment gets a page of its own', async () => {
  await comeIn()
  const { page, frame } = await openGame(visitor.page)
  await page.route('**/payment-overlay-*.js', (route) => route.fulfill({ status: 404 }))
  await frame.getByRole('button', { name: 'Buy 100 gems' }).click()
  await page.waitForURL('**/payments/process/*')
  await page.getByRole('button', { name: /^Pay / }).waitFor()
})

test('a purchase that a closed tab interrupted is found at the next start, by one of two tabs', async () => {
  await comeIn()
  const game = await openGame(visitor.page)
  await payFor(game)
  await game.page.close()
  expect(await ownedBy(player)).toHaveLength(1)

  const tabs = await Promise.all([visitor.context.newPage(), visitor.context.newPage()])
  const games = await Promise.all(tabs.map(openGame))
  const gems = await Promise.all(games.map(gemsOf))
  expect(gems.toSorted()).toEqual([0, 100])
  expect(await ownedBy(player)).toEqual([])
})

test('a game gets nothing of another project', async () => {
  await comeIn()
  const { frame, page } = await openGame(visitor.page)
  const codes = await frame.evaluate(async () => {
    const hub = await Playhub.connect()
    const asked = [
      hub.purchase({ itemId: 'familytown-coins' }),
      hub.purchase({ itemId: 'toString' }),
      hub.consumePurchase('00000000-0000-7000-8000-000000000000'),
    ]
    return Promise.all(asked.map((call) => (call as Promise<unknown>).catch(({ code }) => code)))
  })
  expect(codes).toEqual(['UNKNOWN_ITEM', expect.stringMatching(/UNKNOWN_ITEM|BUSY/), 'UNKNOWN_PURCHASE'])

  const { url } = await orderByServer('familytown', 'familytown-coins')
  await frame.evaluate((address) => parent.postMessage({ type: 'ON_BANK', data: { url: address } }, '*'), url)
  await page.getByText(words('play:otherGame')).first().waitFor()
})

test('a game of the old messages opens a payment of its server, and is told that there was no address', async () => {
  await comeIn()
  const { frame, page } = await openGame(visitor.page)
  const { id, url } = await orderByServer('islandm3', itemId)
  await frame.evaluate((address) => {
    addEventListener('message', ({ data }) => {
      if (data?.type === 'PAYMENT_RESULT') Object.assign(window, { result: data })
    })
    parent.postMessage({ type: 'IFRAME_TO_PLAYHUB_ON_BANK', data: { url: address } }, '*')
  }, url)
  await button(page, words('payments:cancel.action')).first().click()
  await page
    .getByRole('dialog', { name: words('payments:cancel.question') })
    .getByRole('button', { name: words('payments:cancel.confirm') })
    .click()
  await button(page, words('payments:moment.later')).click()
  const heard = await frame.waitForFunction(() => (window as { result?: unknown }).result)
  expect(await heard.jsonValue()).toEqual({
    type: 'PAYMENT_RESULT',
    data: { paymentId: id, status: 'none', purchaseId: null },
    isError: true,
    errorCode: expect.any(Number),
  })

  await frame.evaluate(() => parent.postMessage({ type: 'ON_BANK', data: {} }, '*'))
  await page.getByText(words('errors:toast.PAYMENT_OPEN_ERROR')).first().waitFor()
})

test('the game fills the screen and gives it back', async () => {
  await comeIn()
  const { page } = await openGame(visitor.page)
  await button(page, words('catalogue:game.fullScreen')).click()
  await page.waitForFunction(() => document.fullscreenElement !== null)
  await button(page, words('catalogue:game.exitFullScreen')).click()
  await page.waitForFunction(() => document.fullscreenElement === null)
})

/** As the game's own server opens a payment. */
async function orderByServer(project: string, item: string): Promise<{ id: string; url: string }> {
  const answer = await fetch(`${world.hubUrl}/api/server/v1/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer sandbox_${project}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ playerId: player.userId, itemId: item }),
  })
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()) as { id: string; url: string }
}
