/** Every journey once more, by somebody who has a keyboard and no pointer. */
import { randomUUID } from 'node:crypto'
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiPlayer, call, register } from '../environment/api.ts'
import { newVisitor, openBrowser, type Visitor } from '../environment/browser.ts'
import { operate } from '../environment/run-command.ts'
import { eventually, startWorld, type World } from '../environment/test-environment.ts'
import { wordsIn } from '../environment/translator.ts'
import { isAwake, keepSignedIn } from '../screens/visit.ts'
import { hasFocus, type Keys, keysOf } from '../steps/keyboard.ts'
import { decideAtProvider } from '../steps/pay.ts'
import { yooKassaForm } from '../steps/payment.ts'

const words = wordsIn('en')
let world: World
let browser: Browser
let player: ApiPlayer
let visitor: Visitor
let page: Page
let keys: Keys

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  player = await register(world)
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})
beforeEach(async () => {
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl })
  page = visitor.page
  keys = keysOf(page)
  return () => visitor.context.close()
})

type Name = string | RegExp
const link = (name: Name) => page.getByRole('link', { name, exact: true }).first()
const button = (name: Name) => page.getByRole('button', { name, exact: true }).first()
const field = (path: string) => page.getByLabel(words(path), { exact: true })
const heading = (name: Name) => page.getByRole('heading', { name })
const inDialog = (name: Name) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const menu = (name: string) => page.getByRole('banner').locator('summary').filter({ hasText: name })

/** Where the focus ends after something has changed. */
const expectFocus = (target: Locator) =>
  eventually(async () => (await hasFocus(target)) || undefined, `the focus on ${target}`)

const codeFor = async (email: string, seen?: Awaited<ReturnType<World['letterTo']>>) =>
  /\b\d{6}\b/.exec((await world.letterTo(email, seen)).text)?.[0] ?? ''

test('a guest skips to the content, finds a game, marks it, plays it and comes out of its frame', async () => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expectFocus(link(words('common:skipToContent')))
  await page.keyboard.press('Enter')
  await keys.type(page.getByRole('searchbox'), 'm3')
  await heading(words('catalogue:search.results')).waitFor()
  const heart = button(words('catalogue:shelf.favourite', { name: 'Treasure Island M3' }))
  await keys.press(heart, 'Space')
  await keys.press(link(words('catalogue:playGame', { name: 'Treasure Island M3' })))
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Treasure Island M3' }))

  await keys.press(page.getByRole('main').locator('a[href*="play="]'))
  const game: FrameLocator = page.frameLocator('#game-frame')
  await keys.press(game.getByRole('button', { name: 'Play', exact: true }))
  await keys.press(game.getByRole('button', { name: 'Shop' }).first())
  await keys.reach(link(words('catalogue:game.leave')), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Treasure Island M3' }))
})

test('a game that does not start is tried again', async () => {
  const game = `${world.gamesUrl}/**`
  await page.route(game, (route) => route.abort())
  await page.goto('/games/en/islandm3/?play=1')
  await heading(words('play:failed.title', { name: 'Treasure Island M3' })).waitFor()
  await page.unroute(game)
  await keys.press(button(words('common:retry')))
  await keys.press(page.frameLocator('#game-frame').getByRole('button', { name: 'Play', exact: true }))
})

test('the language and the theme are chosen by keys, and the focus stays where they are', async () => {
  await page.goto('/prices')
  await keys.press(menu(words('common:header.language')))
  await page.keyboard.press('Escape')
  await expectFocus(menu(words('common:header.language')))
  await keys.press(button(words('common:theme.light')))
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  await keys.reach(menu(words('common:header.language')), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('html[lang=ru]').waitFor()
  await expectFocus(menu('Язык'))
})

test('a menu that is opened while another screen is on its way stays open, with the focus, once that has come', async () => {
  await page.goto('/prices')
  // Until then a link leads to a page that is loaded anew.
  await page.waitForFunction(isAwake, 'main h1')
  const arrive = Promise.withResolvers<void>()
  await visitor.context.route('**/api/*/find-games*', async (route) => {
    await arrive.promise
    await route.continue()
  })
  const home = page.getByRole('banner').getByRole('link', { name: words('common:header.home') })
  await Promise.all([page.waitForRequest('**/api/*/find-games*'), keys.press(home)])
  await keys.press(menu(words('common:header.language')))
  const open = page.getByRole('banner').locator('details[open]')
  await open.waitFor()
  arrive.resolve()
  await page.getByRole('searchbox').waitFor()
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  expect(await open.count()).toBe(1)
  await expectFocus(menu(words('common:header.language')))
})

test('what is done to a page that is on its way is done to the one that takes its place', async () => {
  await keepSignedIn(page, player)
  const arrive = Promise.withResolvers<void>()
  await visitor.context.route('**/api/*/get-initial-config*', async (route) => {
    await arrive.promise
    await route.continue()
  })
  await Promise.all([page.waitForRequest('**/api/*/get-initial-config*'), page.goto('/transactions')])
  await keys.press(button(words('common:theme.dark')))
  await keys.reach(menu(words('common:header.language')), 'Shift+Tab')
  await page.keyboard.press('Enter')
  arrive.resolve()
  await page.waitForFunction(isAwake, 'main h1')
  await page.locator('html[data-theme=dark]').waitFor()
  await page.getByRole('banner').locator('details[open]').waitFor()
  await expectFocus(menu(words('common:header.language')))
})

test('a newcomer registers, logs out, recovers the password, logs in and goes on as a guest', async () => {
  const email = `${randomUUID().slice(0, 8)}@example.org`
  await page.goto('/session/registration')
  await keys.type(field('accounts:field.email'), email)
  await keys.type(field('accounts:field.password'), 'Playhub2026')
  await keys.type(field('accounts:field.passwordRepeat'), 'Playhub2026')
  await keys.press(page.getByRole('checkbox', { name: words('accounts:registration.consent') }), 'Space')
  await keys.press(page.getByRole('checkbox', { name: words('accounts:robot.label') }), 'Space')
  await page.getByText(words('accounts:robot.verified')).first().waitFor()
  await keys.press(button(words('accounts:registration.submit')))
  await expectFocus(field('accounts:code.label'))
  const welcome = await world.letterTo(email)
  await page.keyboard.type(await codeFor(email))

  await menu(words('common:header.account')).waitFor()
  await keys.reach(menu(words('common:header.account')))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await keys.press(link(words('common:header.signIn')))
  await keys.press(link(words('accounts:method.mail')))
  await keys.press(link(words('accounts:login.forgot')))
  await keys.type(field('accounts:field.email'), email)
  await page.keyboard.press('Enter')
  await expectFocus(field('accounts:code.label'))
  await page.keyboard.type(await codeFor(email, welcome))
  await keys.type(field('accounts:field.newPassword'), 'Playhub2027')
  await keys.type(field('accounts:field.passwordRepeat'), 'Playhub2027')
  await page.keyboard.press('Enter')
  await page.getByText(words('accounts:recovery.done')).waitFor()
  await keys.type(field('accounts:field.email'), email)
  await keys.type(field('accounts:field.password'), 'Playhub2027')
  await page.keyboard.press('Enter')
  await menu(words('common:header.account')).waitFor()

  await keys.reach(menu(words('common:header.account')))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await keys.press(link(words('common:header.signIn')))
  await keys.press(button(words('accounts:chooser.guest')))
  await page.waitForURL('**/games/en/')
})

const payButton = () => page.getByRole('button', { name: /^Pay \S+$/ }).first()

/** A new order, with a way to pay chosen by arrows. */
async function order(through: string): Promise<string> {
  await keepSignedIn(page, player)
  const body = { itemId: 'islandm3-hints' }
  const { id } = await call<{ id: string }>(world, 'POST', '/payments/create', { jwt: player.jwt, body })
  await page.goto(`/payments/process/${id}`)
  await keys.choose(page.getByRole('radio', { name: new RegExp(words(through)) }).first())
  await keys.press(payButton())
  return id
}

async function typeCard(form: FrameLocator, number: string): Promise<void> {
  await keys.type(form.getByLabel('Card number'), number)
  await keys.type(form.getByLabel('Expiry date'), '1240')
  await keys.type(form.getByLabel('Security code'), '123')
}

/** The moment has the focus; its one button ends the payment. */
async function endPaid(): Promise<void> {
  await heading(words('payments:moment.paid.title')).waitFor()
  await keys.press(inDialog(words('payments:moment.ok')))
  await page.waitForURL('**/transactions')
}

test('an item is bought through Stripe; a question closed by Escape gives the focus back', async () => {
  await order('payments:through.stripe')
  await expectFocus(heading(words('payments:form.title.stripe')))
  await keys.press(button(words('payments:cancel.action')))
  await inDialog(words('payments:cancel.stay')).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(button(words('payments:cancel.action')))
  await typeCard(page.frameLocator('iframe[title="Secure card form"]'), '4242424242424242')
  await keys.press(payButton())
  await endPaid()
})

test('a bank that asks is told no, and at the next try yes', async () => {
  await order('payments:through.stripe')
  await typeCard(page.frameLocator('iframe[title="Secure card form"]'), '4000002500003155')
  await keys.press(payButton())
  const bank = page.frameLocator('dialog iframe')
  await keys.press(bank.getByRole('button', { name: 'Fail' }))
  await page.getByRole('alert').filter({ hasText: /bank/ }).waitFor()
  await keys.press(payButton())
  await keys.press(bank.getByRole('button', { name: 'Complete' }))
  await endPaid()
})

test('a form whose time is up is answered, and the next one pays', async () => {
  const id = await order('payments:through.yookassa')
  const form = yooKassaForm(page)
  await keys.reach(form.getByLabel('Card number'))
  await decideAtProvider(world, id, 'abandon')
  await heading(words('payments:moment.none.title')).waitFor()
  await keys.press(inDialog(words('payments:moment.again')))
  await typeCard(form, '5555555555554444')
  await keys.press(form.getByRole('button', { name: /^Pay/ }))
  await endPaid()
})

test('an item is bought through YooKassa', async () => {
  await order('payments:through.yookassa')
  const form = yooKassaForm(page)
  await typeCard(form, '5555555555554444')
  await keys.press(form.getByRole('button', { name: /^Pay/ }))
  await endPaid()
})

test('an item is bought through Yandex Pay, in a window of its own', async () => {
  await order('payments:through.yandex-pay')
  await page.getByText(words('payments:window.lead')).waitFor()
  const [opened] = await Promise.all([page.waitForEvent('popup'), keys.press(payButton())])
  await keysOf(opened).press(opened.getByRole('button', { name: /^Pay/ }))
  await endPaid()
})

test('the history is filtered, and a payment opened, copied and helped with', async () => {
  await keepSignedIn(page, player)
  await page.goto('/transactions')
  const row = button(/\d{4}-\d{2}-\d{2}/)
  await row.waitFor()
  await keys.press(link('Treasure Island M3'))
  await page.waitForURL('**/transactions?game=islandm3')
  await keys.press(row)
  await keys.press(button(words('payments:history.copyId')))
  await page.getByText(words('payments:history.idCopied')).waitFor()
  await keys.press(button(words('payments:history.receipt')))
  await page.getByRole('link', { name: words('payments:receipt.open') }).waitFor()
  await keys.press(link(words('payments:history.help')))
  await expectFocus(heading(words('support:title')))
})

test('help is asked for, the wrong field first, and an answer is answered', async () => {
  await keepSignedIn(page, player)
  await page.goto('/transactions/help')
  await keys.press(button(words('support:form.send')))
  const reasons = page.getByRole('radio')
  await expectFocus(reasons.first())
  await keys.choose(reasons.last())
  await keys.type(field('support:form.message'), 'Where are my coins?')
  await keys.press(button(words('support:form.send')))
  await page.getByText(words('support:received')).waitFor()
  await expectFocus(page.getByRole('heading', { level: 1 }))
  const ticketId = new URL(page.url()).searchParams.get('ticket') ?? ''
  await operate(world, 'tickets', 'answer', ticketId, 'In the bag.')
  await keys.press(link(words('support:all')), 'Enter')
  await expectFocus(heading(words('support:title')))
  await keys.press(link(new RegExp(words('support:reason.OTHER'))))
  await keys.type(field('support:answer.label'), 'Thank you!')
  await keys.press(button(words('support:answer.send')))
  await page.getByRole('listitem').filter({ hasText: 'Thank you!' }).waitFor()
})

test('the settings are changed, a login ended, the data taken along, and a deletion taken back', async () => {
  await keepSignedIn(page, player)
  await call(world, 'POST', '/auth/login-by-email', {
    body: { email: player.email, password: player.password },
  })
  await page.goto('/settings')
  await keys.type(field('profile:about.firstName'), 'Anna')
  await keys.type(field('profile:about.lastName'), 'Petrova')
  await page.keyboard.press('Enter')
  await page.getByText(words('profile:about.saved')).waitFor()

  await keys.press(button(words('profile:ways.linkNamed', { method: 'Google' })))
  await keys.press(page.getByRole('link', { name: /Anna Petrova/ }))
  await page.getByText(words('profile:ways.linked', { method: 'Google' })).waitFor()
  await keys.press(button(words('profile:ways.unlinkNamed', { method: 'Google' })))
  await keys.press(inDialog(words('profile:ways.unlink')))
  await expectFocus(button(words('profile:ways.linkNamed', { method: 'Google' })))

  await keys.press(button(words('profile:devices.endNamed', { device: words('profile:devices.unknown') })))
  await page.getByText(words('profile:devices.ended')).waitFor()
  await Promise.all([page.waitForEvent('download'), keys.press(button(words('profile:data.download')))])

  const ask = button(words('profile:data.deleteAction'))
  await keys.press(ask)
  await inDialog(words('profile:deletion.confirm')).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(ask)
  await page.keyboard.press('Enter')
  await keys.press(inDialog(words('profile:deletion.confirm')))
  await page.getByText(words('profile:deletion.askedText')).first().waitFor()
  await keys.press(button(words('profile:deletion.keep')))
  await page.getByText(words('profile:deletion.kept')).waitFor()
})

test('a document is opened from the footer, and prices from the header', async () => {
  await page.goto('/games/en/')
  await keys.press(page.getByRole('contentinfo').getByRole('link', { name: words('common:footer.offer') }))
  await page.waitForURL('**/docs/offer.html')
  await keys.press(link(words('common:header.prices')))
  await expectFocus(heading(words('prices:title')))
  await keys.press(link('Neuro Arena'))
  await page.waitForURL('**/prices/neuroarena')
})
