/** What players see of sales, bundles, codes and gifts. */

import type { PriceItem } from '@playhub/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, register } from '../../environment/api.ts'
import { accessibilityViolations, isHydrated, observeLayoutShifts } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { changeDatabase, query } from '../../environment/database-orders.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { hasFocus } from '../../steps/keyboard.ts'
import { loginByEmail } from '../../steps/login.ts'
import { buyItem } from '../../steps/payment.ts'
import { buyButton, itemCard } from '../../steps/shop.ts'

const hints = 'islandm3-hints'
const boosters = 'islandm3-boosters'
const chest = 'islandm3-chest'
const pack = 'islandm3-pack'
const t = translator('en')
const ended = '2099-12-30T00:00:00.000Z'

type OfferEnvironment = TestEnvironment & {
  /** Changes the offers of boosters, and waits until the hub has them. */
  setFlash(offer: { percent: number; from?: number; until?: number } | null): Promise<void>
}

async function startWithOffers(): Promise<OfferEnvironment> {
  const content = copyContent()
  const write = (flash: string) => `  - id: ${pack}
    title: { ru: Набор, en: Starter pack }
    description: { ru: Для начала., en: For the start. }
    image: /main_images/islandm3/items/treasure-chest.svg
    price: { RUB: 499, USD: 5.99 }
    contains: [{ item: ${hints}, quantity: 3 }, { item: ${boosters}, quantity: 2 }]
    limit: { count: 1, per: week }
offers:
  - { id: weekend, kind: sale, items: [${hints}], percent: 20, until: "${ended}" }
  - { id: first, kind: sale, items: [${chest}], percent: 50, for: first-purchase }
  - { id: streamers, kind: code, items: [${hints}], percent: 40, uses: 100 }
  - { id: daily, kind: gift, items: [${hints}], every: day }
${flash}
leaderboards:`
  let written = '\nleaderboards:'
  function change(flash: string): void {
    content.project('islandm3', (yaml) => yaml.replace(written, () => `\n${write(flash)}`))
    written = `\n${write(flash)}`
  }
  change('')
  const environment = await startEnvironment({ CONTENT_DIR: content.dir })
  return {
    ...environment,
    async setFlash(offer) {
      const toText = (instant?: number) => instant && new Date(instant).toISOString()
      const { percent = 0, from, until } = offer ?? {}
      const fields = {
        id: 'flash',
        kind: 'sale',
        items: [boosters],
        percent,
        from: toText(from),
        until: toText(until),
      }
      change(offer ? `  - ${JSON.stringify(fields)}\n` : '')
      const cents = Math.round((249 * (100 - (from === undefined ? percent : 0))) / 100)
      await expect
        .poll(() => readPrice(environment, boosters), { timeout: 30_000 })
        .toMatchObject({ enAmountMinor: cents, validUntil: toText(from ?? until) })
    },
  }
}

const test = journey({ start: startWithOffers })

async function readPrice(environment: TestEnvironment, itemId: string): Promise<Partial<PriceItem>> {
  const path = '/control/get-prices?project=islandm3'
  const { data } = await call<{ data: { result: PriceItem[] } }>(environment, 'GET', path)
  const { validUntil, ...row } = data.result.find(({ id }) => id === itemId) ?? {}
  return { ...row, validUntil }
}

async function createCode(environment: TestEnvironment): Promise<string> {
  const command = ['codes', 'create', 'islandm3', 'streamers', '--count', '1']
  const why = ['--by', 'olga', '--reason', 'A test', '--json']
  return JSON.parse(await environment.runCommand(...command, ...why)).codes[0]
}

/** All batches so far. */
async function revokeCodes(environment: TestEnvironment): Promise<void> {
  const list = JSON.parse(await environment.runCommand('codes', 'list', 'islandm3', '--json'))
  for (const { id } of list.data.result)
    await environment.runCommand('codes', 'revoke', id, '--by', 'olga', '--reason', 'A test')
}

/** Lets the price of unpaid orders end: they keep one for an hour after its offer. */
const endPrices = ({ database }: TestEnvironment) =>
  changeDatabase(database, "update orders set created_at = created_at - 7200000 where status = 'none'")

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

test('an open page shows a sale when it begins, and its end', async ({ environment, openTab }) => {
  const from = Date.now() + 15_000
  const until = from + 15_000
  await environment.setFlash({ percent: 20, from, until })
  const { page } = await openTab({})
  await page.goto('/prices')
  await page.waitForFunction(isHydrated, 'h1')
  await page.getByRole('link', { name: 'Treasure Island M3', exact: true }).click()
  const plain = page.getByRole('button', { name: 'Buy for $2.49: Three coconut bombs' })
  await plain.waitFor()
  await page.getByRole('button', { name: 'Buy for $1.99: Three coconut bombs' }).waitFor()
  await itemCard(page, boosters)
    .getByText(/^Ends in \d+ sec$/)
    .waitFor()
  await plain.waitFor()
  expect(await itemCard(page, boosters).locator('s').count()).toBe(0)
})

test('a player gets prices of their own, and sees when an item can be bought again', async ({
  environment,
  openTab,
}) => {
  const buyer = await register(environment)
  const { page } = await openTab({ player: buyer })
  await page.goto('/prices/islandm3')
  await itemCard(page, chest).getByText(t('prices:offer.first')).waitFor()
  await page.getByRole('button', { name: /^Buy for \$2\.50: / }).waitFor()
  await buyItem(environment, buyer, pack)
  await page.reload()
  await itemCard(page, pack)
    .getByText(/^You can buy it again on/)
    .waitFor()
  expect(await buyButton(page, pack).count()).toBe(0)
  await page.getByRole('button', { name: /^Buy for \$4\.99: / }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

/** After a refused order at $1.99. */
async function orderAtNewPrice(page: Page): Promise<void> {
  await itemCard(page, boosters)
    .getByRole('alert')
    .getByText(t('prices:offer.changed', { was: '$1.99', now: '$2.24' }))
    .waitFor()
  await page.getByRole('button', { name: 'Buy for $2.24: Three coconut bombs' }).click()
  await page.getByRole('button', { name: t('payments:pay', { price: '$2.24' }) }).waitFor()
}

test('a price that has changed is shown before anything is ordered, and the next press orders at it', async ({
  environment,
  openTab,
}) => {
  const buyer = await register(environment)
  await environment.setFlash({ percent: 20 })
  const tab = await openTab({ player: buyer })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  await page.goto('/prices/islandm3')
  await page.getByRole('button', { name: 'Buy for $1.99: Three coconut bombs' }).waitFor()
  await environment.setFlash({ percent: 10 })
  await buyButton(page, boosters).click()
  await orderAtNewPrice(page)
})

test('the price of a refused order stays on the list, whatever the list says, so the next press orders at it', async ({
  environment,
  openTab,
}) => {
  const buyer = await register(environment)
  await environment.setFlash({ percent: 20 })
  const tab = await openTab({ player: buyer })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  const first = page.waitForResponse('**/api/offers/prices')
  await page.goto('/prices/islandm3')
  const body = await (await first).text()
  await page.route('**/api/offers/prices', (route) =>
    route.fulfill({ contentType: 'application/json', body }),
  )
  await environment.setFlash({ percent: 10 })
  const reloaded = page.waitForResponse('**/api/offers/prices')
  await page.getByRole('button', { name: 'Buy for $1.99: Three coconut bombs' }).click()
  await reloaded
  await orderAtNewPrice(page)
})

test('an order whose price has ended goes on at the new price, once the player agrees', async ({
  openTab,
  environment,
}) => {
  const buyer = await register(environment)
  await environment.setFlash({ percent: 20 })
  const tab = await openTab({ player: buyer })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  await page.goto('/prices/islandm3')
  await page.getByRole('button', { name: 'Buy for $1.99: Three coconut bombs' }).click()
  await page.getByRole('button', { name: t('payments:pay', { price: '$1.99' }) }).waitFor()
  const address = new URL(page.url()).pathname
  await environment.setFlash(null)
  await endPrices(environment)
  await page.getByRole('button', { name: /^Pay/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('payments:newPrice.text', { was: '$1.99', now: '$2.49' })).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('payments:newPrice.continue', { price: '$2.49' }) }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.frameLocator('iframe[title="Secure card form"]').first().owner().waitFor()
  expect(new URL(page.url()).pathname.split('/').at(-1)).toBe(address.split('/').at(-1))
  const [order] = await query<{ amount: number }>(
    environment.database,
    `select cast(amount_minor as integer) as amount from orders where id = '${address.split('/').at(-1)}'`,
  )
  expect(order).toEqual({ amount: 249 })
})

test('a code is entered on demand, applies to the prices and the order, and errors are beside the field', async ({
  environment,
  openTab,
}) => {
  const code = await createCode(environment)
  const tab = await openTab({ player: await register(environment) })
  const { page } = tab
  tab.allowConsoleErrors(/status of 404/)
  await page.goto('/prices/islandm3')
  await page.getByRole('button', { name: t('prices:code.open') }).click()
  const field = page.getByLabel(t('prices:code.label'), { exact: true })
  await expect.poll(() => hasFocus(field)).toBe(true)
  await page.keyboard.type('WINTER')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText(t('errors:refusal.CODE_NOT_FOUND')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await field.fill(` ${code} `)
  await page.keyboard.press('Enter')
  const status = page.getByRole('status').filter({ hasText: t('prices:code.applied') })
  await expect.poll(() => hasFocus(status)).toBe(true)
  await page.getByRole('button', { name: 'Buy for $0.59: Five hints' }).click()
  await page.getByText(t('payments:code.applied')).waitFor()
  await page.getByRole('button', { name: t('payments:pay', { price: '$0.59' }) }).waitFor()
})

test('a code for some items leaves the others for sale, and goes when it counts no longer', async ({
  environment,
  openTab,
}) => {
  await environment.setFlash({ percent: 20 })
  const code = await createCode(environment)
  const tab = await openTab({ player: await register(environment) })
  const { page } = tab
  tab.allowConsoleErrors(/status of 4(?:04|09)/)
  await page.goto(`/prices/islandm3?code=${code}`)
  const reduced = page.getByRole('button', { name: 'Buy for $0.59: Five hints' })
  await reduced.waitFor()
  await environment.setFlash({ percent: 10 })
  await revokeCodes(environment)
  await buyButton(page, boosters).click()
  await page.getByRole('alert').getByText(t('errors:refusal.CODE_NOT_FOUND')).waitFor()
  await page.getByRole('button', { name: 'Buy for $0.79: Five hints' }).waitFor()
  await orderAtNewPrice(page)
})

test.for([
  ['en', 'dark', 360],
  ['ru', 'light', 1280],
] as const)(
  'a code is typed on the payment screen in %s, %s, at %i px, and can be removed',
  async ([language, colorScheme, width], { environment, openTab }) => {
    const texts = translator(language)
    const code = await createCode(environment)
    const tab = await openTab({ player: await register(environment), language, width, height: 780 })
    const { page } = tab
    tab.allowConsoleErrors(/status of 404/)
    await page.emulateMedia({ colorScheme })
    await page.goto('/prices/islandm3')
    await buyButton(page, hints).click()
    await page.waitForURL('**/payments/process/*')
    const opener = page.getByRole('button', { name: texts('payments:code.open') })
    await opener.focus()
    await page.keyboard.press('Enter')
    const field = page.getByLabel(texts('prices:code.label'), { exact: true })
    await expect.poll(() => hasFocus(field)).toBe(true)
    await page.keyboard.type('__proto__')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(texts('errors:refusal.CODE_NOT_FOUND')).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await field.fill(code)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const status = page.getByRole('status').filter({ hasText: texts('payments:code.applied') })
    await expect.poll(() => hasFocus(status)).toBe(true)
    const summary = page.getByRole('region', { name: texts('payments:summary') })
    await summary.locator('s').waitFor()
    const spoken = (await summary.textContent()) ?? ''
    const [was, now] = language === 'en' ? ['$0.99', '$0.59'] : ['99', '59,40']
    expect(spoken.indexOf(was)).toBeLessThan(spoken.indexOf(now))
    expect(spoken).toContain(texts('payments:oldPrice'))
    await page.getByRole('button', { name: /^(?:Pay|Оплатить|Заплатить)/ }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await page.reload()
    await page.getByText(texts('payments:code.applied')).waitFor()
    await page.getByRole('button', { name: texts('prices:code.remove') }).click()
    await expect.poll(() => hasFocus(opener)).toBe(true)
    await expect.poll(() => summary.textContent()).not.toContain(now)
  },
)

test('a link with a code applies it after the login, and the address keeps none', async ({
  environment,
  openTab,
}) => {
  const code = await createCode(environment)
  const buyer = await register(environment)
  const tab = await openTab({ language: 'en', width: 360, height: 780 })
  const { page } = tab
  await page.goto(`/prices/islandm3?code=${code}&from=mail`)
  await page.waitForURL('**/prices/islandm3?from=mail')
  await page.getByText(t('prices:code.login')).waitFor()
  expect(await page.getByLabel(t('prices:code.label'), { exact: true }).inputValue()).toBe(code)
  await page
    .getByRole('button', { name: t('prices:code.toLogin'), exact: true })
    .last()
    .click()
  await page.waitForURL('**/session/login?*')
  await loginByEmail(page, 'en', buyer)
  await page.getByRole('button', { name: 'Buy for $0.59: Five hints' }).waitFor()
  const withCode = tab.requestedUrls.filter((url) => url.includes(code))
  expect(withCode.map((url) => new URL(url).pathname)).toEqual(['/prices/islandm3'])
  await page.getByRole('button', { name: t('prices:code.remove') }).click()
  await page.getByRole('button', { name: 'Buy for $0.79: Five hints' }).waitFor()
})

test('a gift is claimed with the keyboard, and then shows its next time', async ({
  environment,
  openTab,
}) => {
  const { page } = await openTab({ player: await register(environment) })
  await page.goto('/prices/islandm3')
  const claim = page.getByRole('button', { name: `${t('prices:gift.claim')}: Five hints` })
  await claim.focus()
  await page.keyboard.press('Enter')
  const message = page.getByRole('status').filter({ hasText: t('prices:gift.done') })
  await expect.poll(() => hasFocus(message)).toBe(true)
  await page.getByText(/^The next one: /).waitFor()
  expect(await claim.count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a code is typed over a running game, at 360 px', async ({ environment, openTab }) => {
  const code = await createCode(environment)
  const tab = await openTab({ player: await register(environment), language: 'en', width: 360, height: 780 })
  const { page } = tab
  tab.allowConsoleErrors(/status of 404/)
  await page.goto('/games/en/islandm3/?play=1')
  const game = page.frameLocator('#game-frame')
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByRole('button', { name: /Buy Hint pack for \$0\.79$/ }).click()
  await page.getByRole('button', { name: t('payments:code.open') }).click()
  const field = page.getByLabel(t('prices:code.label'), { exact: true })
  await expect.poll(() => hasFocus(field)).toBe(true)
  await page.keyboard.type('WINTER')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText(t('errors:refusal.CODE_NOT_FOUND')).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  expect(await accessibilityViolations(page)).toEqual([])
  await field.fill(code)
  await page.keyboard.press('Enter')
  const status = page.getByRole('status').filter({ hasText: t('payments:code.applied') })
  await expect.poll(() => hasFocus(status)).toBe(true)
  await page.getByRole('button', { name: t('payments:pay', { price: '$0.59' }) }).waitFor()
})

test('in a game the player is asked before an item costs something else, and the game stays where they decline', async ({
  environment,
  openTab,
}) => {
  const tab = await openTab({ player: await register(environment), width: 1280, height: 800 })
  const { page } = tab
  tab.allowConsoleErrors(/status of 409/)
  await environment.setFlash({ percent: 20 })
  await page.goto('/games/en/islandm3/?play=1')
  const game = page.frameLocator('#game-frame')
  await game.getByRole('button', { name: 'Play' }).click()
  await game.getByRole('button', { name: 'Shop', exact: true }).click()
  await game.getByText('Contains: 3 × Hint pack, 2 × Boosters').waitFor()
  const buy = game.getByRole('button', { name: 'Old price $2.49 Buy Boosters for $1.99' })
  await buy.waitFor()
  await environment.setFlash({ percent: 10 })
  const dialog = page.getByRole('dialog')
  await buy.click()
  await dialog.getByText(t('payments:newPrice.text', { was: '$1.99', now: '$2.24' })).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('payments:newPrice.stop') }).click()
  await game.getByText('Nothing was bought and nothing was charged.').waitFor()
  await buy.click()
  await dialog.getByRole('button', { name: t('payments:newPrice.continue', { price: '$2.24' }) }).click()
  await page.getByRole('button', { name: t('payments:pay', { price: '$2.24' }) }).waitFor()
})
