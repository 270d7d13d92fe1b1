/** A login or logout in one tab reaches the browser's other tabs at once. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { accountButton, signOut, submitLogin } from '../../steps/login.ts'

const test = journey({ start: startEnvironment })
const t = translator('en')

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('a login is shown by the header of a public page, and leaves a login page', async ({
  player,
  tab,
  page,
}) => {
  const prices = await open(tab.context, '/prices')
  const registration = await open(tab.context, '/session/registration')
  await registration.getByRole('heading', { name: t('accounts:registration.title') }).waitFor()
  await page.goto('/session/login/email')
  await submitLogin(page, 'en', player)
  await accountButton(prices, 'en').waitFor()
  await registration.waitForURL('**/games/en/')
  expect(prices.url()).toContain('/prices')
})

test('a logout is shown by the header of a public page, and leaves every private page', async ({
  player,
  tab,
  page,
}) => {
  await page.goto('/session/login/email')
  await submitLogin(page, 'en', player)
  await accountButton(page, 'en').waitFor()
  const prices = await open(tab.context, '/prices')
  const settings = await open(tab.context, '/settings')
  const transactions = await open(tab.context, '/transactions')
  await Promise.all([prices, settings, transactions].map((each) => accountButton(each, 'en').waitFor()))
  await signOut(page, 'en')
  await accountButton(prices, 'en').waitFor({ state: 'detached' })
  await settings.waitForURL('**/games/en/')
  await transactions.waitForURL('**/games/en/')
  expect(prices.url()).toContain('/prices')
})

/** A game on the specification's window messages, which collects the hub's. */
const legacyGame = `<!doctype html><title>A game</title><link rel="icon" href="data:,"><script>
  window.received = []
  addEventListener('message', ({ data }) => received.push(data))
  parent.postMessage({ type: 'IFRAME_TO_PLAYHUB_GET_USER_AUTH', data: null }, '*')
</script>`

test('a running game hears of a login and a logout in another tab once each', async ({
  environment,
  player,
  tab,
  page,
}) => {
  await tab.context.route(`${environment.gamesUrl}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: legacyGame }),
  )
  const playing = await open(tab.context, '/games/en/islandm3/?play=1')
  const messages = async (count: number) => {
    const game = await (await playing.waitForSelector('#game-frame')).contentFrame()
    await game?.waitForFunction((expected) => window.received.length >= expected, count)
    return game?.evaluate(() => window.received.map(({ type, data }) => [type, data?.userId ?? null]))
  }
  const asGuest = ['USER_AUTH', '']
  const asPlayer = ['USER_AUTH', player.userId]
  await messages(1)
  await page.goto('/session/login/email')
  await submitLogin(page, 'en', player)
  await accountButton(page, 'en').waitFor()
  expect(await messages(2)).toEqual([asGuest, asPlayer])
  await signOut(page, 'en')
  expect(await messages(3)).toEqual([asGuest, asPlayer, ['USER_LOGOUT', null]])
  await page.goto('/session/login/email')
  await submitLogin(page, 'en', player)
  expect(await messages(4)).toEqual([asGuest, asPlayer, ['USER_LOGOUT', null], asPlayer])
})

declare const window: Window & { received: { type: string; data: { userId: string } | null }[] }
