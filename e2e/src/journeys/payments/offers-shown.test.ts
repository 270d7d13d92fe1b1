/** What players see of sales, bundles, codes and gifts. */
import type { PriceItem } from '@playhub/contract'
import { expect } from 'vitest'
import { call, register } from '../../environment/api.ts'
import { accessibilityViolations, isHydrated, observeLayoutShifts } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { hasFocus } from '../../steps/keyboard.ts'
import { loginByEmail } from '../../steps/login.ts'
import { answerOffers, changePrice, rightCode } from '../../steps/offers.ts'
import { buyButton, itemCard } from '../../steps/shop.ts'

const hints = 'islandm3-hints'
const pack = 'islandm3-pack'
const t = translator('en')
const ended = '2099-12-30T00:00:00.000Z'

function startWithOffers(): Promise<TestEnvironment> {
  const content = copyContent()
  content.project('islandm3', (yaml) =>
    yaml.replace(
      '\nleaderboards:',
      `  - id: ${pack}
    title: { ru: Набор, en: Starter pack }
    description: { ru: Для начала., en: For the start. }
    image: /main_images/islandm3/items/treasure-chest.svg
    price: { RUB: 499, USD: 5.99 }
    contains: [{ item: ${hints}, quantity: 3 }, { item: islandm3-boosters, quantity: 2 }]
offers:
  - { id: weekend, kind: sale, items: [${hints}], percent: 20, until: "${ended}" }

leaderboards:`,
    ),
  )
  return startEnvironment({ CONTENT_DIR: content.dir })
}

const test = journey({ start: startWithOffers })

async function fetchPrices(environment: TestEnvironment): Promise<PriceItem[]> {
  const path = '/control/get-prices?project=islandm3'
  return (await call<{ data: { result: PriceItem[] } }>(environment, 'GET', path)).data.result
}

const change = (items: PriceItem[], id: string, fields: Partial<PriceItem>) =>
  items.map((item) => (item.id === id ? { ...item, ...fields } : item))

const reprice = (items: PriceItem[], amountMinor: number) =>
  change(items, hints, { enAmountMinor: amountMinor, enValue: amountMinor / 100 })

test.for([
  ['dark', 360],
  ['light', 1280],
] as const)(
  'a sale shows the old price, then the new one, in the %s theme at %i px',
  async ([colorScheme, width], { openTab }) => {
    const { page } = await openTab({ language: 'en', width, height: 780 })
    await page.emulateMedia({ colorScheme })
    await page.goto('/prices/islandm3', { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    const shifted = await observeLayoutShifts(page)
    await itemCard(page, hints)
      .getByText(/^Until December/)
      .waitFor()
    expect(await itemCard(page, hints).textContent()).toContain('Old price $0.99, now $0.79')
    await itemCard(page, hints).locator('s').getByText('$0.99').waitFor()
    await itemCard(page, hints)
      .getByText(t('prices:offer.lowest', { price: '$0.99' }))
      .waitFor()
    await itemCard(page, pack).getByText('Contains: 3 × Five hints, 2 × Three coconut bombs').waitFor()
    await itemCard(page, pack)
      .getByText(t('prices:offer.saves', { saved: '$1.96' }))
      .waitFor()
    expect(await shifted()).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
  },
)

test('a sale counts down its last day, and its end is shown within 5 s', async ({ environment, openTab }) => {
  const prices = await fetchPrices(environment)
  const endsAt = new Date('2026-12-30T00:00:00.000Z')
  const { page } = await openTab({})
  await page.clock.install({ time: endsAt.getTime() - 600_000 })
  let isOver = false
  await page.route('**/api/control/get-prices?*', (route) => {
    const [item] = prices.filter(({ id }) => id === hints)
    const { listEnValue, listRuValue, endsAt: end, ...plain } = item as PriceItem
    const row = isOver
      ? { ...plain, enAmountMinor: 99, enValue: 0.99 }
      : { ...item, endsAt: endsAt.toISOString() }
    return route.fulfill({ json: { data: { result: [row] } } })
  })
  await page.goto('/prices')
  await page.waitForFunction(isHydrated, 'h1')
  // Loaded by the browser, with the end near.
  await page.getByRole('link', { name: 'Treasure Island M3', exact: true }).click()
  await itemCard(page, hints)
    .getByText(/^Ends in \d+ min$/)
    .waitFor()
  await page.clock.pauseAt(endsAt.getTime() - 59_000)
  await itemCard(page, hints)
    .getByText(t('prices:offer.endsIn', { time: '59 sec' }))
    .waitFor()
  isOver = true
  await page.clock.runFor(61_000)
  await page.getByRole('button', { name: 'Buy for $0.99: Five hints' }).waitFor()
  expect(await page.locator('s').count()).toBe(0)
})

test('a player gets prices of their own, and sees when an item can be bought again', async ({
  environment,
  openTab,
  player,
}) => {
  const { page } = await openTab({ player })
  const prices = await fetchPrices(environment)
  const availableAt = Date.now() + 7 * 24 * 3_600_000
  await answerOffers(page, {
    prices: change(change(prices, hints, { enAmountMinor: 49, firstPurchase: true }), pack, { availableAt }),
  })
  await page.goto('/prices/islandm3')
  await page.getByRole('button', { name: 'Buy for $0.49: Five hints' }).waitFor()
  await itemCard(page, hints).getByText(t('prices:offer.first')).waitFor()
  await itemCard(page, pack)
    .getByText(/^You can buy it again on/)
    .waitFor()
  expect(await buyButton(page, pack).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a price that has changed is shown before anything is ordered, and the next press orders at it', async ({
  environment,
  openTab,
  player,
}) => {
  const tab = await openTab({ player })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  const responses = { prices: await fetchPrices(environment) }
  await answerOffers(page, responses)
  const personal = page.waitForResponse('**/api/offers/prices')
  await page.goto('/prices/islandm3')
  await personal
  await changePrice(page, '**/api/payments/create', [{ amountMinor: 99, currency: 'USD' }])
  responses.prices = reprice(responses.prices, 99)
  await buyButton(page, hints).click()
  await itemCard(page, hints)
    .getByRole('alert')
    .getByText(t('prices:offer.changed', { was: '$0.79', now: '$0.99' }))
    .waitFor()
  const order = page.waitForRequest('**/api/payments/create')
  await page.getByRole('button', { name: 'Buy for $0.99: Five hints' }).click()
  expect((await order).postDataJSON()).toEqual({
    itemId: hints,
    expected: { amountMinor: 99, currency: 'USD' },
  })
})

test('an order whose price has ended is replaced by one at the new price, once the player agrees', async ({
  openTab,
  environment,
  player,
}) => {
  const tab = await openTab({ player })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  const responses = { prices: await fetchPrices(environment) }
  await answerOffers(page, responses)
  await page.goto('/prices/islandm3')
  await buyButton(page, 'islandm3-boosters').click()
  await page.getByLabel(t('payments:email.label')).waitFor()
  await changePrice(page, '**/api/payments/stripe/create/*', [{ amountMinor: 249, currency: 'USD' }])
  await page.getByRole('button', { name: /^Pay/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('payments:newPrice.text', { was: '$2.49', now: '$2.49' })).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const order = page.waitForRequest('**/api/payments/create')
  await dialog.getByRole('button', { name: t('payments:newPrice.continue', { price: '$2.49' }) }).click()
  expect((await order).postDataJSON()).toMatchObject({ expected: { amountMinor: 249, currency: 'USD' } })
  await page.getByRole('button', { name: t('payments:cancel.action') }).waitFor()
  await dialog.waitFor({ state: 'detached' })
})

test('a code is entered on demand, applies to the prices and the order, and errors are beside the field', async ({
  environment,
  openTab,
  player,
}) => {
  const tab = await openTab({ player })
  const { page } = tab
  tab.allowConsoleErrors(/status of 404/)
  await answerOffers(page, {
    prices: await fetchPrices(environment),
    withCode: (items) => reprice(items, 39),
  })
  await page.goto('/prices/islandm3')
  await page.getByRole('button', { name: t('prices:code.open') }).click()
  const field = page.getByLabel(t('prices:code.label'), { exact: true })
  await expect.poll(() => hasFocus(field)).toBe(true)
  await page.keyboard.type('WINTER')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText(t('errors:refusal.CODE_NOT_FOUND')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await field.fill(` ${rightCode} `)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(t('prices:code.applied')).waitFor()
  const order = page.waitForRequest('**/api/payments/create')
  await page.getByRole('button', { name: 'Buy for $0.39: Five hints' }).click()
  expect((await order).postDataJSON()).toEqual({
    itemId: hints,
    expected: { amountMinor: 39, currency: 'USD' },
    code: rightCode,
  })
})

test('a link with a code applies it after the login, and the address keeps none', async ({
  environment,
  openTab,
}) => {
  const buyer = await register(environment)
  const tab = await openTab({ language: 'en', width: 360, height: 780 })
  const { page } = tab
  await answerOffers(page, {
    prices: await fetchPrices(environment),
    withCode: (items) => reprice(items, 39),
  })
  await page.goto(`/prices/islandm3?code=${rightCode}&from=mail`)
  await page.waitForURL('**/prices/islandm3?from=mail')
  await page.getByText(t('prices:code.login')).waitFor()
  expect(await page.getByLabel(t('prices:code.label'), { exact: true }).inputValue()).toBe(rightCode)
  await page
    .getByRole('button', { name: t('prices:code.toLogin'), exact: true })
    .last()
    .click()
  await page.waitForURL('**/session/login?*')
  await loginByEmail(page, 'en', buyer)
  await page.getByRole('button', { name: 'Buy for $0.39: Five hints' }).waitFor()
  const withCode = tab.requestedUrls.filter((url) => url.includes(rightCode))
  expect(withCode.map((url) => new URL(url).pathname)).toEqual(['/prices/islandm3'])
  await page.getByRole('button', { name: t('prices:code.remove') }).click()
  await page.getByRole('button', { name: 'Buy for $0.79: Five hints' }).waitFor()
})

test('a gift is claimed with the keyboard, and then shows its next time', async ({
  environment,
  openTab,
  player,
}) => {
  const { page } = await openTab({ player })
  const gift = { offerId: 'daily', items: [{ id: hints, quantity: 1 }], availableAt: null as number | null }
  const claimed = await answerOffers(page, { prices: await fetchPrices(environment), gifts: [gift] })
  await page.goto('/prices/islandm3')
  const claim = page.getByRole('button', { name: `${t('prices:gift.claim')}: Five hints` })
  await claim.focus()
  gift.availableAt = Date.now() + 12 * 3_600_000
  await page.keyboard.press('Enter')
  const message = page.getByRole('status').filter({ hasText: t('prices:gift.done') })
  await expect.poll(() => hasFocus(message)).toBe(true)
  await page.getByText(/^The next one: /).waitFor()
  expect(await claim.count()).toBe(0)
  expect(claimed).toEqual([{ project: 'islandm3', offerId: 'daily' }])
  expect(await accessibilityViolations(page)).toEqual([])
})

test('in a game the player is asked before an item costs something else, and the game stays where they decline', async ({
  environment,
  openTab,
  player,
}) => {
  const tab = await openTab({ player, width: 1280, height: 800 })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  await answerOffers(page, { prices: await fetchPrices(environment) })
  await page.goto('/games/en/islandm3/?play=1')
  const game = page.frameLocator('#game-frame')
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByText('Contains: 3 × Hint pack, 2 × Boosters').waitFor()
  const buy = game.getByRole('button', { name: 'Old price $0.99 Buy Hint pack for $0.79' })
  const dialog = page.getByRole('dialog')
  const price = { amountMinor: 79, currency: 'USD' } as const
  await changePrice(page, '**/api/payments/create', [price])
  await buy.click()
  await dialog.getByText(t('payments:newPrice.text', { was: '$0.79', now: '$0.79' })).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('payments:newPrice.stop') }).click()
  await game.getByText('Nothing was bought and nothing was charged.').waitFor()
  await changePrice(page, '**/api/payments/create', [price])
  await buy.click()
  const order = page.waitForRequest('**/api/payments/create')
  await dialog.getByRole('button', { name: t('payments:newPrice.continue', { price: '$0.79' }) }).click()
  expect((await order).postDataJSON()).toEqual({ itemId: hints, expected: price })
  await page.getByLabel(t('payments:email.label')).waitFor()
})
