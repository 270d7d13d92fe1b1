/** The main journeys by keyboard only; the short form runs half. */
import { randomUUID } from 'node:crypto'
import type { FrameLocator, Locator } from 'playwright-core'
import { expect } from 'vitest'
import { call, createOrder, storeLogin } from '../../environment/api.ts'
import { isHydrated } from '../../environment/browser.ts'
import { startEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { createKeyboard, hasFocus } from '../../steps/keyboard.ts'
import { stripeForm, yooKassaForm } from '../../steps/payment.ts'

const t = translator('en')
type Name = string | RegExp

/** Waits until an element has the focus. */
const expectFocus = (target: Locator) =>
  waitUntil(async () => (await hasFocus(target)) || undefined, `the focus on ${target}`)

const test = journey({ start: startEnvironment })
  .extend('keyboard', ({ page }) => createKeyboard(page))
  .extend('ui', ({ page }) => ({
    link: (name: Name) => page.getByRole('link', { name, exact: true }).first(),
    button: (name: Name) => page.getByRole('button', { name, exact: true }).first(),
    field: (id: string) => page.getByLabel(t(id), { exact: true }),
    heading: (name: Name) => page.getByRole('heading', { name }),
    inDialog: (name: Name) => page.getByRole('dialog').getByRole('button', { name, exact: true }),
    menu: (name: string) => page.getByRole('banner').locator('summary').filter({ hasText: name }),
  }))
  .extend('checkout', ({ environment, player, page, keyboard, ui }) => {
    const payButton = page.getByRole('button', { name: /^Pay \S+$/ }).first()
    return {
      payButton,
      /** Creates an order and chooses a payment method by arrow keys. @returns  the order's id */
      async order(method: string): Promise<string> {
        await storeLogin(page, player)
        const id = await createOrder(environment, player.jwt)
        await page.goto(`/payments/process/${id}`)
        await keyboard.choose(page.getByRole('radio', { name: new RegExp(t(method)) }).first())
        await keyboard.press(payButton)
        return id
      },
      async typeCard(form: FrameLocator, number: string): Promise<void> {
        await keyboard.type(form.getByLabel('Card number'), number)
        await keyboard.type(form.getByLabel('Expiry date'), '1240')
        await keyboard.type(form.getByLabel('Security code'), '123')
      },
      /** The result dialog has the focus; its button leads to the history. */
      async closePaid(): Promise<void> {
        await ui.heading(t('payments:result.paid.title')).waitFor()
        await keyboard.press(ui.inDialog(t('payments:result.ok')))
        await page.waitForURL('**/transactions')
      },
    }
  })

test('a guest skips to the content, finds a game, marks it, plays it and leaves its frame', async ({
  page,
  keyboard,
  ui: { link, button },
}) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expectFocus(link(t('common:skipToContent')))
  await page.keyboard.press('Enter')
  await keyboard.press(link('Treasure Island M3'))
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Treasure Island M3' }))
  await keyboard.press(button(t('catalogue:library.favourite', { name: 'Treasure Island M3' })), 'Space')

  await keyboard.press(link(t('catalogue:playGame', { name: 'Treasure Island M3' })))
  const game: FrameLocator = page.frameLocator('#game-frame')
  await keyboard.press(game.getByRole('button', { name: 'Play', exact: true }))
  await keyboard.press(game.getByRole('button', { name: 'Shop' }).first())
  await keyboard.reach(link(t('play:leave')), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Treasure Island M3' }))
})

test('a choice above a game leads back to it', async ({ page }) => {
  const game = page.locator('#game-frame')
  await page.goto('/games/en/islandm3/?play=1')
  await expectFocus(game)
  await page
    .locator('main summary')
    .filter({ hasText: t('common:header.language') })
    .click()
  await page.getByRole('link', { name: 'Русский' }).click()
  await expectFocus(game)
})

test('a game that does not load can be retried', async ({
  environment,
  tab,
  page,
  keyboard,
  ui: { button, heading },
}) => {
  tab.allowConsoleErrors(/ERR_FAILED/)
  const game = `${environment.gamesUrl}/**`
  await page.route(game, (route) => route.abort())
  await page.goto('/games/en/islandm3/?play=1')
  await heading(t('play:failed.title', { name: 'Treasure Island M3' })).waitFor()
  await page.unroute(game)
  await keyboard.press(button(t('common:retry')))
  await keyboard.press(page.frameLocator('#game-frame').getByRole('button', { name: 'Play', exact: true }))
})

test('language and theme are chosen, and the focus stays on their controls', async ({
  page,
  keyboard,
  ui: { button, menu },
}) => {
  await page.goto('/prices')
  await keyboard.press(menu(t('common:header.language')))
  await page.keyboard.press('Escape')
  await expectFocus(menu(t('common:header.language')))
  await keyboard.press(button(t('common:theme.light')))
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  await keyboard.reach(menu(t('common:header.language')), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('html[lang=ru]').waitFor()
  await expectFocus(menu('Язык'))
})

test('a menu that is opened while another page loads stays open, with the focus, once it has loaded', async ({
  tab,
  page,
  keyboard,
  ui: { heading, menu },
}) => {
  await page.goto('/prices')
  // Links reload the page before hydration.
  await page.waitForFunction(isHydrated, 'main h1')
  const response = Promise.withResolvers<void>()
  await tab.context.route('**/api/*/find-games*', async (route) => {
    await response.promise
    await route.continue()
  })
  const home = page.getByRole('banner').getByRole('link', { name: t('common:header.home') })
  await Promise.all([page.waitForRequest('**/api/*/find-games*'), keyboard.press(home)])
  await keyboard.press(menu(t('common:header.language')))
  const open = page.getByRole('banner').locator('details[open]')
  await open.waitFor()
  response.resolve()
  await heading(t('catalogue:moreGames')).waitFor()
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  expect(await open.count()).toBe(1)
  await expectFocus(menu(t('common:header.language')))
})

test('what is done to a shell is repeated on the page that replaces it', async ({
  player,
  tab,
  page,
  keyboard,
  ui: { button, menu },
}) => {
  await storeLogin(page, player)
  const response = Promise.withResolvers<void>()
  await tab.context.route('**/api/*/get-initial-config*', async (route) => {
    await response.promise
    await route.continue()
  })
  await Promise.all([page.waitForRequest('**/api/*/get-initial-config*'), page.goto('/transactions')])
  await keyboard.press(button(t('common:theme.dark')))
  await keyboard.reach(menu(t('common:header.language')), 'Shift+Tab')
  await page.keyboard.press('Enter')
  response.resolve()
  await page.waitForFunction(isHydrated, 'main h1')
  await page.locator('html[data-theme=dark]').waitFor()
  await page.getByRole('banner').locator('details[open]').waitFor()
  await expectFocus(menu(t('common:header.language')))
})

test('a newcomer registers, logs out, recovers the password, logs in and continues as a guest', async ({
  environment,
  page,
  keyboard,
  ui: { link, button, field, menu },
}) => {
  const email = `${randomUUID().slice(0, 8)}@example.org`
  await page.goto('/session/registration')
  await keyboard.type(field('accounts:field.email'), email)
  await keyboard.type(field('accounts:field.password'), 'Playhub2026')
  await keyboard.type(field('accounts:field.passwordRepeat'), 'Playhub2026')
  await keyboard.press(page.getByRole('checkbox', { name: t('accounts:registration.consent') }), 'Space')
  await keyboard.press(page.getByRole('checkbox', { name: t('accounts:captcha.label') }), 'Space')
  await page.getByText(t('accounts:captcha.verified')).first().waitFor()
  await keyboard.press(button(t('accounts:registration.submit')))
  await expectFocus(field('accounts:code.label'))
  const welcomeEmail = await environment.emailTo(email)
  await page.keyboard.type(await environment.codeFor(email))

  await menu(t('common:header.account')).waitFor()
  await keyboard.reach(menu(t('common:header.account')))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await keyboard.press(link(t('common:header.signIn')))
  await keyboard.press(link(t('accounts:method.mail')))
  await keyboard.press(link(t('accounts:login.forgot')))
  await keyboard.type(field('accounts:field.email'), email)
  await page.keyboard.press('Enter')
  await expectFocus(field('accounts:code.label'))
  await page.keyboard.type(await environment.codeFor(email, welcomeEmail))
  await keyboard.type(field('accounts:field.newPassword'), 'Playhub2027')
  await keyboard.type(field('accounts:field.passwordRepeat'), 'Playhub2027')
  await Promise.all([page.getByText(t('accounts:recovery.done')).waitFor(), page.keyboard.press('Enter')])
  await keyboard.type(field('accounts:field.email'), email)
  await keyboard.type(field('accounts:field.password'), 'Playhub2027')
  await page.keyboard.press('Enter')
  await menu(t('common:header.account')).waitFor()

  await keyboard.reach(menu(t('common:header.account')))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await keyboard.press(link(t('common:header.signIn')))
  await keyboard.press(button(t('accounts:chooser.guest')))
  await page.waitForURL('**/games/en/')
})

test('an item is bought through Stripe; a dialog closed by Escape returns the focus', async ({
  page,
  keyboard,
  checkout,
  ui: { button, heading, inDialog },
}) => {
  await checkout.order('payments:provider.stripe')
  await expectFocus(heading(t('payments:form.title.stripe')))
  await keyboard.press(button(t('payments:cancel.action')))
  await inDialog(t('payments:cancel.stay')).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(button(t('payments:cancel.action')))
  await checkout.typeCard(stripeForm(page, 'en'), '4242424242424242')
  await keyboard.press(checkout.payButton)
  await checkout.closePaid()
})

test('a 3-D Secure challenge is failed, and completed at the next try', async ({
  page,
  keyboard,
  checkout,
}) => {
  await checkout.order('payments:provider.stripe')
  await checkout.typeCard(stripeForm(page, 'en'), '4000002500003155')
  await keyboard.press(checkout.payButton)
  const bank = page.frameLocator('dialog iframe')
  await keyboard.press(bank.getByRole('button', { name: 'Fail' }))
  await page.getByRole('alert').filter({ hasText: /bank/ }).waitFor()
  await keyboard.press(checkout.payButton)
  await keyboard.press(bank.getByRole('button', { name: 'Complete' }))
  await checkout.closePaid()
})

test('an expired payment form shows a result, and the next form pays', async ({
  environment,
  page,
  keyboard,
  checkout,
  ui: { heading, inDialog },
}) => {
  const id = await checkout.order('payments:provider.yookassa')
  const form = yooKassaForm(page)
  await keyboard.reach(form.getByLabel('Card number'))
  await environment.decidePayment(id, 'abandon')
  await heading(t('payments:result.none.title')).waitFor()
  await keyboard.press(inDialog(t('payments:result.again')))
  await checkout.typeCard(form, '5555555555554444')
  await keyboard.press(form.getByRole('button', { name: /^Pay/ }))
  await checkout.closePaid()
})

test('an item is bought through Yandex Pay, in a popup', async ({ page, checkout }) => {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    checkout.order('payments:provider.yandex-pay'),
  ])
  await createKeyboard(popup).press(popup.getByRole('button', { name: /^Pay/ }))
  await checkout.closePaid()
})

test('the history is filtered, a payment opened, its id copied and support opened for it', async ({
  player,
  page,
  keyboard,
  ui: { link, button, heading },
}) => {
  await storeLogin(page, player)
  await page.goto('/transactions')
  const row = button(/\d{4}-\d{2}-\d{2}/)
  await row.waitFor()
  await keyboard.press(link('Treasure Island M3'))
  await page.waitForURL('**/transactions?game=islandm3')
  await keyboard.press(row)
  await Promise.all([
    page.getByText(t('payments:history.idCopied')).waitFor(),
    keyboard.press(button(t('payments:history.copyId'))),
  ])
  await keyboard.press(button(t('payments:history.receipt')))
  await page.getByRole('link', { name: t('payments:receipt.open') }).waitFor()
  await keyboard.press(link(t('payments:history.help')))
  await expectFocus(heading(t('support:title')))
})

test('a support request is corrected and sent, and an answer gets a reply', async ({
  environment,
  player,
  page,
  keyboard,
  ui: { link, button, field, heading },
}) => {
  await storeLogin(page, player)
  await page.goto('/transactions/help')
  await keyboard.press(button(t('support:form.send')))
  const reasons = page.getByRole('radio')
  await expectFocus(reasons.first())
  await keyboard.choose(reasons.last())
  await keyboard.type(field('support:form.message'), 'Where are my coins?')
  await keyboard.press(button(t('support:form.send')))
  await page.getByText(t('support:received')).waitFor()
  await expectFocus(page.getByRole('heading', { level: 1 }))
  const ticketId = new URL(page.url()).searchParams.get('ticket') ?? ''
  await environment.runCommand('tickets', 'answer', ticketId, 'In the bag.')
  await keyboard.press(link(t('support:all')), 'Enter')
  await expectFocus(heading(t('support:title')))
  await keyboard.press(link(new RegExp(t('support:reason.OTHER'))))
  await keyboard.type(field('support:answer.label'), 'Thank you!')
  await keyboard.press(button(t('support:answer.send')))
  await page.getByRole('listitem').filter({ hasText: 'Thank you!' }).waitFor()
})

test('settings are changed, a login session ended, the data downloaded and a deletion cancelled', async ({
  environment,
  player,
  page,
  keyboard,
  ui: { button, field, inDialog },
}) => {
  await storeLogin(page, player)
  await call(environment, 'POST', '/auth/login-by-email', {
    body: { email: player.email, password: player.password },
  })
  await page.goto('/settings')
  await keyboard.type(field('profile:about.firstName'), 'Anna')
  await keyboard.type(field('profile:about.lastName'), 'Petrova')
  await Promise.all([page.getByText(t('profile:about.saved')).waitFor(), page.keyboard.press('Enter')])

  await keyboard.press(button(t('profile:identities.linkNamed', { method: 'Google' })))
  await Promise.all([
    page.getByText(t('profile:identities.linked', { method: 'Google' })).waitFor(),
    keyboard.press(page.getByRole('link', { name: /Anna Petrova/ })),
  ])
  await keyboard.press(button(t('profile:identities.unlinkNamed', { method: 'Google' })))
  await keyboard.press(inDialog(t('profile:identities.unlink')))
  await expectFocus(button(t('profile:identities.linkNamed', { method: 'Google' })))

  await Promise.all([
    page.getByText(t('profile:devices.ended')).waitFor(),
    keyboard.press(button(t('profile:devices.endNamed', { device: t('profile:devices.unknown') }))),
  ])
  await Promise.all([page.waitForEvent('download'), keyboard.press(button(t('profile:data.download')))])

  const deleteButton = button(t('profile:data.deleteAction'))
  await keyboard.press(deleteButton)
  await inDialog(t('profile:deletion.confirm')).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(deleteButton)
  await page.keyboard.press('Enter')
  await keyboard.press(inDialog(t('profile:deletion.confirm')))
  await page.getByText(t('profile:deletion.askedText')).first().waitFor()
  await Promise.all([
    page.getByText(t('profile:deletion.kept')).waitFor(),
    keyboard.press(button(t('profile:deletion.keep'))),
  ])
})

test('a document is opened from the footer, and prices from the header', async ({
  page,
  keyboard,
  ui: { link, heading },
}) => {
  await page.goto('/games/en/')
  await keyboard.press(page.getByRole('contentinfo').getByRole('link', { name: t('common:footer.offer') }))
  await page.waitForURL('**/docs/offer.html')
  await keyboard.press(link(t('common:header.shop')))
  await expectFocus(heading(t('prices:title')))
  await keyboard.press(link('Neuro Arena'))
  await page.waitForURL('**/prices/neuroarena')
})
