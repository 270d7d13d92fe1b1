/** The main journeys in Chromium, Firefox and WebKit: one description for all of them. */
import { describe, expect } from 'vitest'
import { createOrder } from '../environment/api.ts'
import { translator } from '../environment/translator.ts'
import { startLoginEnvironment } from '../sites/login-environment.ts'
import type { Document } from './driver.ts'
import { createEngineTest } from './engine-test.ts'
import { findEngines } from './engines.ts'
import {
  button,
  click,
  field,
  fill,
  follow,
  heading,
  labelled,
  link,
  openMenu,
  play,
  text,
  waitFor,
  waitForFocus,
  waitForPage,
  waitForPath,
  waitUntilGone,
} from './player.ts'

const t = translator('en')
const payButton = button(/^Pay\b/)
/** The card shown when a game opens. */
const gameCard = { css: 'dialog.card' }
const gamePath = '/games/en/islandm3/'
const test = createEngineTest(startLoginEnvironment).extend(
  'orderPath',
  ({ environment, player }) =>
    async () =>
      `/payments/process/${await createOrder(environment, player.jwt)}?locale=en`,
)

/** Runs in the page. */
function showFrame(src: string): void {
  const frame = Object.assign(document.createElement('iframe'), { src, width: 1000, height: 700 })
  document.body.replaceChildren(frame)
}

describe.each(findEngines())('$name', (engine) => {
  if (engine.missing) return test(`is skipped: ${engine.missing}`, ({ skip }) => skip(engine.missing))

  describe('the first key after Play reaches the game', () => {
    test.for(['islandm3', 'familytown', 'neuroarena'])(
      '%s, from its own page',
      async (project, { openIn }) => {
        const { page, game } = await openIn(engine, `/games/en/${project}/`)
        await play(page)
        await expectFirstKey(page, game)
      },
    )

    test('by an address that starts the game', async ({ openIn }) => {
      const { page, game } = await openIn(engine, `${gamePath}?play=1`)
      await expectFirstKey(page, game)
    })

    test('from the catalogue, and again after Back and Play', async ({ openIn }) => {
      // Firefox fails to load modules when a link is followed meanwhile. The page stays until the next one loads.
      const allowedErrors = /error loading dynamically imported module|PageUnreachable/
      const { page, game } = await openIn(engine, '/games/en/', { allowedErrors })
      await follow(page, { css: `main a[href="${gamePath}"]` }, /islandm3/)
      await play(page)
      await expectFirstKey(page, game)
      await page.evaluate(() => history.back())
      await waitUntilGone(page, { css: '#game-frame' })
      await play(page)
      await expectFirstKey(page, game)
    })

    test('from my games, after an in-app navigation', async ({ openIn }) => {
      const { page, game } = await openIn(engine, `${gamePath}?play=1`)
      await waitForFocus(page, shownGame)
      await follow(page, link(t('play:leave')), /islandm3\/$/)
      await follow(page, link(t('common:header.home')), /^\/games\/en\/$/)
      await follow(page, { css: 'a[href^="/my-games"]' }, /^\/my-games/)
      await follow(page, { css: `main a[href^="${gamePath}"]` }, /islandm3/)
      await play(page)
      await expectFirstKey(page, game)
    })

    test('in a game that opens without a card', async ({ openIn }) => {
      const { page, game } = await openIn(engine, '/games/en/familytown/?play=1')
      await expectFirstKey(page, game)
      await follow(page, link(t('play:leave')), /familytown\/$/)
      await play(page)
      await waitForFocus(page, shownGame)
      await page.press('ArrowRight')
      expect(await game.evaluate(() => document.activeElement?.className)).toBe('plot')
    })

    test('after a guest has left the game to log in', async ({ openIn, player }) => {
      const { page, game } = await openIn(engine, `${gamePath}?play=1`)
      await expectFirstKey(page, game)
      await click(game, button('Pause'))
      await click(game, button('Sign in'))
      await click(page, link(t('accounts:method.mail')))
      await logIn(page, player)
      await expectFirstKey(page, game)
    })

    test('after a payment over the game, paid by card', async ({ openIn }) => {
      const { page, game } = await openIn(engine, `${gamePath}?play=1`, { isLoggedIn: true })
      await expectFirstKey(page, game)
      await click(game, button(/^Shop/))
      await click(game, button(/^Buy Hint pack for/))
      await choose(page, 'stripe')
      await payByCard(page)
      await click(page, button(t('payments:result.ok')))
      await waitForFocus(page, shownGame)
      await waitFor(game, heading('Hint pack is yours!'))
      await game.press('Enter')
      await waitUntilGone(game, heading('Hint pack is yours!'))
    })
  })

  // Firefox reports each rejected cookie as a page error, which fails the test.
  test('a hub in a frame of another site sets no cookies, which the browser would reject', async ({
    environment,
    openIn,
    player,
  }) => {
    const { page } = await openIn(engine, '/robots.txt')
    await page.goto(environment.site.url)
    const hub = page.frame('iframe')
    const embed = (path: string) => page.evaluate(showFrame, environment.hubUrl + path)
    await embed('/games/en/islandm3/')
    const languageMenu = { css: `header summary[title^="${t('common:header.language')}"]` }
    await waitFor(hub, languageMenu)
    await hub.evaluate(untilHydrated)
    await openMenu(hub, languageMenu, link('Русский'))
    await click(hub, link('Русский'))
    await waitForPath(hub, /^\/games\/ru\//)
    await openMenu(hub, { css: 'header summary[title^="Язык"]' }, link('English'))
    await click(hub, link('English'))
    await waitForPath(hub, /^\/games\/en\//)
    await embed('/session/login/email?project=islandm3&locale=en')
    await logIn(hub, player)
    await waitForPath(hub, /^\/loader/)
  })

  describe('a player', () => {
    test('logs in by email', async ({ openIn, player }) => {
      const { page } = await openIn(engine, '/session/login/email?locale=en')
      await logIn(page, player)
      await waitForPath(page, /^\/games\/en\//)
      await waitFor(page, { css: 'header summary', name: new RegExp(t('common:header.account')) })
    })

    test('logs in through a provider', async ({ openIn }) => {
      const { page } = await openIn(engine, '/session/login?locale=en')
      await click(page, button(t('accounts:method.google')))
      await click(page, link(/Anna Petrova/))
      await waitForPath(page, /^\/games\/en\//)
      await waitFor(page, { css: 'header summary', name: new RegExp(t('common:header.account')) })
    })

    test('pays through YooKassa, sees the payment and opens its receipt', async ({ openIn, orderPath }) => {
      const { page } = await openIn(engine, await orderPath(), { isLoggedIn: true })
      await choose(page, 'yookassa')
      const form = page.frame('iframe[title*="assa"]')
      await fillCard(form, '5555555555554444')
      await click(form, button(/^Pay/))
      await waitFor(page, text(t('payments:result.paid.title')))
      await click(page, button(t('payments:result.ok')))
      await waitForPath(page, /^\/transactions/)
      await click(page, button(/\d{4}-\d{2}-\d{2}/))
      await click(page, button(t('payments:history.receipt')))
      const receipt = link(t('payments:receipt.open'))
      await waitFor(page, receipt)
      expect(await page.evaluate(receiptType, t('payments:receipt.open'))).toBe('application/pdf')
    })

    test('pays through Yandex Pay in its window', async ({ openIn, orderPath }) => {
      const { page, session } = await openIn(engine, await orderPath(), { isLoggedIn: true })
      await choose(page, 'yandex-pay')
      const popup = await waitForPage(session, 1)
      await waitForPath(popup, /yandex-pay\/pay/)
      await click(popup, payButton)
      await waitFor(page, text(t('payments:result.paid.title')))
    })

    test('writes to support', async ({ openIn }) => {
      const { page } = await openIn(engine, '/transactions/help?locale=en', { isLoggedIn: true })
      await click(page, labelled(new RegExp(t('support:reason.OTHER'))))
      await fill(page, field(t('support:form.message')), 'The night city does not load.')
      await click(page, button(t('support:form.send')))
      await waitFor(page, text('We have received your request and will contact you via email shortly.'))
    })

    test('opens a seen page while the hub is down, is informed, and goes on by itself', async ({
      environment,
      openIn,
    }) => {
      const { page } = await openIn(engine, '/games/en/', { allowedErrors: /./ })
      await waitFor(page, heading(/./))
      await page.evaluate(untilStored)
      await environment.killHub()
      await page.goto(`${environment.hubUrl}/games/en/`)
      await waitFor(page, text(t('common:offline')))
      await page.goto(`${environment.hubUrl}/transactions`)
      await waitFor(page, heading(t('errors:screen.offlineTitle')))
      await environment.startHub()
      await waitForPath(page, /^\/games\/en\//)
    })
  })
})

/** A game frame revealed by the hub. */
const shownGame = '#game-frame:not([inert])'

/** Presses the main button on the game's opening card. Looking into the frame before would move the focus. */
async function expectFirstKey(page: Document, game: Document): Promise<void> {
  await waitForFocus(page, shownGame)
  await page.press('Enter')
  await waitUntilGone(game, gameCard)
}

async function logIn(
  page: Document,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await fill(page, field(t('accounts:field.email')), email)
  await fill(page, field(t('accounts:field.password')), password)
  await click(page, button(t('accounts:login.submit')))
}

async function choose(page: Document, provider: 'stripe' | 'yookassa' | 'yandex-pay'): Promise<void> {
  await click(page, labelled(new RegExp(t(`payments:provider.${provider}`))))
  await click(page, payButton)
}

async function payByCard(page: Document): Promise<void> {
  await fillCard(page.frame('iframe[title="Secure card form"]'), '4242424242424242')
  await click(page, payButton)
}

async function fillCard(form: Document, number: string): Promise<void> {
  await fill(form, field('Card number'), number)
  await fill(form, field('Expiry date'), '1240')
  await fill(form, field('Security code'), '123')
}

/** Runs in the page. @returns  the linked file's type */
async function receiptType(label: string): Promise<string | null> {
  const found = [...document.querySelectorAll('a')].find(({ textContent }) => textContent?.trim() === label)
  return (await fetch(found?.href ?? '')).headers.get('content-type')
}

/** Runs in the page. Settles when React has taken over the header. */
async function untilHydrated(): Promise<void> {
  const isHydrated = () =>
    Object.keys(document.querySelector('header summary') ?? {}).some((key) => key.startsWith('__reactFiber'))
  while (!isHydrated()) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Runs in the page. Settles when the service worker has stored the page. */
async function untilStored(): Promise<void> {
  await navigator.serviceWorker.ready
  while (!(await caches.match(location.href, { ignoreVary: true })))
    await new Promise((resolve) => setTimeout(resolve, 50))
}
