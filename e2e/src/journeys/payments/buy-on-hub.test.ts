/** Buying on the price list and on a game page: the item waits in the game. */
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { describe, expect } from 'vitest'
import { type ApiPlayer, call, register } from '../../environment/api.ts'
import { accessibilityViolations, isHydrated, observeLayoutShifts } from '../../environment/browser.ts'
import { type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { type Language, translator } from '../../environment/translator.ts'
import { hasFocus } from '../../steps/keyboard.ts'
import { endedToken, isToaster, loginByEmail } from '../../steps/login.ts'
import { buyItem, cancelPayment, payThrough } from '../../steps/payment.ts'
import { buyButton, itemCard, ownedLabel, rememberPlayed } from '../../steps/shop.ts'

const hints = 'islandm3-hints'
const aurora = 'neuroarena-aurora'
const t = translator('en')

const test = journey()

const providers: { provider: PaymentProvider; language: Language; delivered: RegExp }[] = [
  { provider: 'stripe', language: 'en', delivered: /is yours!$/ },
  { provider: 'yookassa', language: 'ru', delivered: /теперь у вас!$/ },
  { provider: 'yandex-pay', language: 'ru', delivered: /теперь у вас!$/ },
]

describe.each(providers)('through $provider', ({ provider, language, delivered }) => {
  const t = translator(language)

  test('a guest buys on the price list after logging in, and finds the item in the game', async ({
    environment,
    openTab,
  }) => {
    const buyer = await register(environment)
    const tab = await openTab({ language, width: 360, height: 780 })
    const { page } = tab
    await page.goto('/prices')
    await buyButton(page, hints).click()
    await page.waitForURL('**/session/login?*')
    await loginByEmail(page, language, buyer)
    await page.waitForURL('**/payments/process/*')
    await payThrough(page, provider, language)
    await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
    const dialog = page.getByRole('dialog')
    const game = language === 'ru' ? 'Остров сокровищ M3' : 'Treasure Island M3'
    const item = language === 'ru' ? 'Пять подсказок' : 'Five hints'
    await dialog.getByText(t('payments:result.paid.waits', { item, game })).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByRole('link', { name: t('catalogue:playGame', { name: game }) }).click()
    await page.frameLocator('#game-frame').getByRole('heading', { name: delivered }).waitFor()
    await expectDelivered(environment, buyer)
  })
})

/** One verified webhook went out, and the game has consumed the purchase. */
async function expectDelivered(environment: TestEnvironment, { jwt, userId }: ApiPlayer): Promise<void> {
  type Received = { verified: boolean; body: { type: string; data: { playerId: string } } }
  const webhooks = await waitUntil(async () => {
    const response = await fetch(`${environment.sandboxUrl}/game-server/notices?project=islandm3`)
    const ours = ((await response.json()) as Received[]).filter(({ body }) => body.data.playerId === userId)
    return ours.length > 0 ? ours : undefined
  }, 'the webhook')
  expect(webhooks).toMatchObject([{ verified: true, body: { type: 'payment.paid' } }])
  await waitUntil(async () => {
    const { data } = await call<{ data: { result: unknown[] } }>(environment, 'GET', '/purchases', { jwt })
    return data.result.length === 0 || undefined
  }, 'the game to consume its purchase')
}

test('an item that is bought once is shown as owned, without a layout shift, and stays in the game', async ({
  environment,
  openTab,
}) => {
  const owner = await register(environment)
  await buyItem(environment, owner, aurora)
  for (const path of ['/prices', '/games/en/neuroarena/']) {
    const { page } = await openTab({ player: owner })
    await rememberPlayed(page, 'neuroarena')
    // The page shows a guest's login button until the boot script runs.
    const bootScript = Promise.withResolvers<void>()
    await page.route(/\/assets\/boot-[^/]*\.js$/, (route) => bootScript.promise.then(() => route.continue()))
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    const shifted = await observeLayoutShifts(page)
    bootScript.resolve()
    await ownedLabel(page, aurora, 'en').waitFor()
    expect(await buyButton(page, aurora).count()).toBe(0)
    expect(await shifted(), path).toEqual([])
  }
  const { page } = await openTab({ player: owner })
  for (let start = 0; start < 2; start += 1) {
    await page.goto('/games/en/neuroarena/?play=1')
    const game = page.frameLocator('#game-frame')
    if (start === 0) await game.getByRole('heading', { name: /Aurora skin: yours/ }).waitFor()
    else await game.getByRole('button', { name: 'Shop' }).first().waitFor()
  }
  await page.goto('/prices')
  await ownedLabel(page, aurora, 'en').waitFor()
})

test('an item that another tab has bought meanwhile is not ordered again', async ({
  environment,
  openTab,
}) => {
  const buyer = await register(environment)
  const tab = await openTab({ player: buyer })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  await page.goto('/prices/neuroarena')
  await page.waitForFunction(isHydrated, 'h1')
  await buyButton(page, aurora).waitFor()
  await page.waitForLoadState('networkidle')
  await buyItem(environment, buyer, aurora)
  await buyButton(page, aurora).click()
  await itemCard(page, aurora).getByText(t('errors:refusal.ITEM_ALREADY_OWNED')).waitFor()
  await ownedLabel(page, aurora, 'en').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a double click orders once, and Back from the payment leads to the items, which still sell', async ({
  openTab,
  player,
}) => {
  const tab = await openTab({ player })
  const { page } = tab
  const orders = () => tab.requestedUrls.filter((url) => url.endsWith('/api/payments/create'))
  await rememberPlayed(page, 'islandm3')
  await page.goto('/games/en/islandm3/')
  await buyButton(page, hints).dblclick()
  await page.getByLabel(t('payments:email.label')).waitFor()
  expect(orders()).toHaveLength(1)
  await page.goBack()
  await page.waitForURL('**/games/en/islandm3/')
  await buyButton(page, hints).click()
  await page.getByLabel(t('payments:email.label')).waitFor()
  expect(orders()).toHaveLength(2)
})

test('a cancelled payment leads back to the item', async ({ openTab, player }) => {
  const { page } = await openTab({ player })
  await page.goto('/prices')
  await buyButton(page, aurora).click()
  await page.getByLabel(t('payments:email.label')).waitFor()
  await cancelPayment(page)
  await page.waitForURL(`**/prices#item-${aurora}`)
  await buyButton(page, aurora).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
})

test('a player who decides to play later returns to the items', async ({ environment, openTab }) => {
  const { page } = await openTab({ player: await register(environment) })
  await page.goto('/prices/neuroarena')
  await buyButton(page, aurora).click()
  await payThrough(page, 'stripe', 'en')
  await page.getByRole('button', { name: t('payments:result.ok'), exact: true }).click()
  await page.waitForURL(`**/prices/neuroarena#item-${aurora}`)
  await ownedLabel(page, aurora, 'en').waitFor()
})

test('without a connection the card says so, and the next click orders', async ({ openTab, player }) => {
  const tab = await openTab({ player })
  const { page, context } = tab
  tab.allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/prices/islandm3')
  await page.waitForFunction(isHydrated, 'h1')
  await context.setOffline(true)
  await buyButton(page, hints).click()
  await itemCard(page, hints).getByRole('alert').getByText(t('errors:unreachable')).waitFor()
  expect(await hasFocus(buyButton(page, hints))).toBe(true)
  expect(tab.requestedUrls.filter(isToaster)).toEqual([])
  await context.setOffline(false)
  await buyButton(page, hints).click()
  await page.waitForURL('**/payments/process/*')
})

test('a refused order is explained beside its item only', async ({ openTab, player }) => {
  const tab = await openTab({ player })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  const body = JSON.stringify({ code: 'ITEM_NOT_FOR_SALE', status: 409, title: 'Not for sale' })
  await page.route('**/api/payments/create', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', body }),
  )
  await page.goto('/prices/islandm3')
  await buyButton(page, hints).click()
  await itemCard(page, hints).getByText(t('errors:refusal.ITEM_NOT_FOR_SALE')).waitFor()
  expect(await page.getByText(t('errors:refusal.ITEM_NOT_FOR_SALE')).count()).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/prices/islandm3')
})

test('a player whose login has ended logs in again, and the payment opens', async ({
  environment,
  openTab,
}) => {
  const buyer = await register(environment)
  const tab = await openTab()
  const { page } = tab
  tab.allowConsoleErrors(/status of 401/)
  const jwt = await endedToken(environment)
  await page.goto('/prices/islandm3')
  await page.evaluate((token) => {
    const player = { currentAuthType: 'mail', nickName: 'Anna', userId: 'anna', jwt: token, session: '' }
    localStorage.setItem('web-auth-data', JSON.stringify(player))
    localStorage.setItem('access-token', token)
  }, jwt)
  await buyButton(page, hints).click()
  await page.waitForURL('**/session/login*')
  await loginByEmail(page, 'en', buyer)
  await page.waitForURL('**/payments/process/*')
})

test('a guest who returns without logging in finds nothing ordered, also later', async ({
  environment,
  openTab,
}) => {
  const buyer = await register(environment)
  const tab = await openTab()
  const { page } = tab
  await rememberPlayed(page, 'islandm3')
  await page.goto('/games/en/islandm3/')
  await buyButton(page, hints).click()
  await page.getByRole('button', { name: t('accounts:chooser.guest') }).click()
  await page.waitForURL('**/games/en/islandm3/')
  await page
    .getByRole('link', { name: t('common:header.signIn') })
    .first()
    .click()
  await loginByEmail(page, 'en', buyer)
  await page.waitForURL('**/games/en/islandm3/')
  await buyButton(page, hints).waitFor()
  await page.waitForLoadState('networkidle')
  expect(tab.requestedUrls.filter((url) => url.includes('/api/payments/'))).toEqual([])
})
