/** The sample of the SDK README in a hub frame. */
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { call } from '../../environment/api.ts'
import { translator } from '../../environment/translator.ts'
import { type Game, sdkGameJourney } from '../../sites/sdk-game.ts'
import { fillCard } from '../../steps/payment.ts'

const t = translator('en')

const test = sdkGameJourney().extend(
  'purchases',
  ({ environment, player }) =>
    async (): Promise<unknown[]> => {
      const path = '/purchases'
      const { data } = await call<{ data: { result: unknown[] } }>(environment, 'GET', path, player)
      return data.result
    },
)

/** Global defined by the SDK script. */
declare const Playhub: typeof import('@playhub/game-sdk')

/** A payment restarts the game. */
const readGems = async ({ page }: Game) =>
  Number(await page.frameLocator('#game-frame').locator('body[data-game=ready] output').textContent())
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function payFor({ page, frame }: Game): Promise<void> {
  await frame.getByRole('button', { name: 'Buy 100 gems' }).click()
  const pay = page.getByRole('button', { name: /^Pay / })
  await pay.click()
  await fillCard(page, 'en', '4242424242424242')
  await pay.click()
  await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
}

test('the sample sells an item without a layout shift', async ({ game, purchases }) => {
  const layoutShifts = (where: Page | Frame) =>
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
  const gems = (await readGems(game)) + 100
  expect(await layoutShifts(game.frame)).toBe(0)
  await payFor(game)
  await button(game.page, t('payments:result.ok')).click()
  await expect.poll(() => readGems(game)).toBe(gems)
  expect(await purchases()).toEqual([])
})

test('a game in full screen sells: the payment leaves full screen', async ({ game }) => {
  const gems = (await readGems(game)) + 100
  await button(game.page, t('play:fullScreen')).click()
  await game.page.waitForFunction(() => document.fullscreenElement !== null)
  await payFor(game)
  await button(game.page, t('payments:result.ok')).click()
  await expect.poll(() => readGems(game)).toBe(gems)
})

test('after a new release of the hub, an open game still sells: the payment opens in a page of its own', async ({
  game,
}) => {
  const { page, frame } = game
  await page.route('**/payment-overlay-*.js', (route) => route.fulfill({ status: 404 }))
  await frame.getByRole('button', { name: 'Buy 100 gems' }).click()
  await page.waitForURL('**/payments/process/*')
  await page.getByRole('button', { name: /^Pay / }).waitFor()
})

test('a purchase that a closed tab interrupted is granted once at the next start, in both of two tabs', async ({
  game,
  tab,
  openGameIn,
  purchases,
}) => {
  const gems = (await readGems(game)) + 100
  await payFor(game)
  await game.page.close()
  expect(await purchases()).toHaveLength(1)

  const tabs = await Promise.all([tab.context.newPage(), tab.context.newPage()])
  const games = await Promise.all(tabs.map((page) => openGameIn(page)))
  await expect.poll(() => Promise.all(games.map(readGems))).toEqual([gems, gems])
  expect(await purchases()).toEqual([])
})

test('a game cannot use items or purchases of another project', async ({ game: { frame } }) => {
  const codes = await frame.evaluate(async () => {
    const hub = await Playhub.connect()
    const calls = [
      hub.purchase({ itemId: 'familytown-coins' }),
      hub.purchase({ itemId: 'toString' }),
      hub.consumePurchase('00000000-0000-7000-8000-000000000000'),
    ]
    return Promise.all(calls.map((call) => (call as Promise<unknown>).catch(({ code }) => code)))
  })
  expect(codes).toEqual(['UNKNOWN_ITEM', expect.stringMatching(/UNKNOWN_ITEM|BUSY/), 'UNKNOWN_PURCHASE'])
})
