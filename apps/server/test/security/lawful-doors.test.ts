/** Attacks where waivers, withdrawals, prepayments, countries and remembered cards meet. */
import { createHash } from 'node:crypto'
import { expect, vi } from 'vitest'
import { deletePlayer } from '../../src/accounts/operator/players.ts'
import { resumeWebhooksJob } from '../../src/payments/jobs.ts'
import { DAY_MS, MINUTE_MS } from '../../src/platform/clock.ts'
import { editContent } from '../support/added-language.ts'
import { copyContent } from '../support/content-copy.ts'
import { test as hubTest } from '../support/hub-test.ts'
import { rememberedCards } from '../support/payments/remembering.ts'
import type { HubOptions, Player, TestHub } from '../support/test-hub.ts'

const prepayment = { YOOKASSA_RECEIPT_VAT: '20', YOOKASSA_RECEIPT_MODE: 'full_prepayment' }
const proxy = { TRUST_PROXY: 'true', COUNTRY_HEADER: 'CF-IPCountry' }
const velvet = 'nightcity-velvet'

function rememberingContent(): string {
  const dir = copyContent({})
  editContent(dir, 'hub.yaml', (yaml) => `payments: { rememberCards: on }\n${yaml}`)
  return dir
}

const test = hubTest
  .extend(
    'hubOptions',
    (): HubOptions => ({ env: { CONTENT_DIR: rememberingContent(), ...prepayment, ...proxy } }),
  )
  .extend('shop', ({ hub }) => shopAt(hub))

type Step = 'declare' | 'confirm' | 'keep'

function shopAt(hub: TestHub) {
  const cards = rememberedCards(hub)
  const { db } = hub.context
  const { legal } = hub.context.catalogue.content().hub
  const readClosing = (id: string) =>
    db.selectFrom('closingReceipts').selectAll().where('orderId', '=', id).executeTakeFirst()
  return {
    ...cards,
    legal,
    async waive(as: Player, id: string) {
      const { waiver } = await hub.callOk('GET /payments/process/{id}', { as, params: { id } })
      const sha256 = createHash('sha256')
        .update(waiver?.text ?? '')
        .digest('hex')
      return hub.callOk('POST /payments/waive-withdrawal/{id}', { as, params: { id }, body: { sha256 } })
    },
    async withdraw(as: Player, paymentId: string, step: Step) {
      const taken = await hub.call('POST /payments/withdraw', { as, body: { paymentId, step } })
      return taken.ok ? (taken.body.data.result.withdrawal?.state ?? 'none') : taken.body.code
    },
    async buyAt(provider: 'stripe' | 'yookassa', as: Player, itemId: string) {
      const orderId = await cards.order(as, itemId)
      await cards.open(provider, as, orderId)
      await cards.control.decide((await cards.payments(orderId))[0]?.id ?? '')
      await cards.checkout.get(as, orderId)
      await hub.runDueJobs()
      return orderId
    },
    async tryToOrder(as: Player, itemId: string) {
      const ordered = await hub.call('POST /payments/create', { as, body: { itemId } })
      return ordered.ok ? ordered.body.id : ordered.body.code
    },
    readOrder: (id: string) =>
      db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    readClosing,
    /** The sandbox registers receipts in real time. */
    waitForClosing: (id: string) =>
      vi.waitFor(async () => {
        await hub.passTime(2_000)
        const receipt = await readClosing(id)
        expect(receipt).toMatchObject({ state: 'registered' })
        return receipt
      }, 15_000),
    listRefunds: (id: string) => db.selectFrom('refunds').selectAll().where('orderId', '=', id).execute(),
    listPurchases: (itemId: string) =>
      db.selectFrom('purchases').select(['orderId', 'state']).where('itemId', '=', itemId).execute(),
    pauseGame: () =>
      db
        .insertInto('pausedProjects')
        .values({ project: 'islandm3', since: 1, by: 'x', reason: null })
        .execute(),
    async resumeGame() {
      await db.deleteFrom('pausedProjects').execute()
      await hub.context.jobs.enqueue(db, resumeWebhooksJob('islandm3'))
    },
  }
}

const endRefunds = async (hub: TestHub) => {
  for (let count = 0; count < 3; count += 1) await hub.passTime(10_000)
}

test('a remembered card charges nothing before the waiver, and the order keeps waiver and both countries', async ({
  player,
  shop,
}) => {
  const { card } = await shop.remember('yookassa', player)
  shop.legal.withdrawal = 'waiver'
  const orderId = await shop.order(player)
  const from = { 'cf-ipcountry': 'DE' }
  for (let count = 0; count < 12; count += 1)
    expect(await shop.press(player, orderId, card.id, from)).toBe('WITHDRAWAL_WAIVER_REQUIRED')
  expect(await shop.payments(orderId)).toEqual([])
  expect(await shop.readOrder(orderId)).toMatchObject({ status: 'none', countryByNetwork: null })
  await shop.waive(player, orderId)
  await shop.press(player, orderId, card.id, from)
  expect(await shop.readOrder(orderId)).toMatchObject({
    status: 'paid',
    countryByNetwork: 'DE',
    countryByCard: 'US',
    withdrawalWaiver: expect.stringContaining('sha256'),
  })
  await shop.waitForClosing(orderId)
})

test('a declared withdrawal holds the closing receipt back until it is kept', async ({
  hub,
  player,
  shop,
}) => {
  shop.legal.withdrawal = 'refund'
  await shop.pauseGame()
  const orderId = await shop.buyAt('yookassa', player, 'islandm3-hints')
  expect(await shop.withdraw(player, orderId, 'declare')).toBe('declared')
  await shop.resumeGame()
  await endRefunds(hub)
  await hub.passTime(10 * MINUTE_MS)
  expect(await shop.readClosing(orderId)).toMatchObject({ state: 'waiting', amountMinor: null })
  expect(await shop.withdraw(player, orderId, 'keep')).toBe('open')
  await hub.passTime(10 * MINUTE_MS)
  const price = (await shop.readOrder(orderId)).amountMinor
  expect(await shop.waitForClosing(orderId)).toMatchObject({ amountMinor: price })
  expect(await shop.withdraw(player, orderId, 'declare')).toBe('declared')
  expect(await shop.withdraw(player, orderId, 'confirm')).toBe('none')
  await endRefunds(hub)
  expect(await shop.readOrder(orderId)).toMatchObject({ refundedMinor: price })
})

test('a withdrawal before the delivery leaves no receipt to send', async ({ hub, player, shop }) => {
  shop.legal.withdrawal = 'refund'
  await shop.pauseGame()
  const orderId = await shop.buyAt('yookassa', player, 'islandm3-hints')
  await shop.withdraw(player, orderId, 'declare')
  await shop.withdraw(player, orderId, 'confirm')
  await endRefunds(hub)
  await shop.resumeGame()
  await hub.passTime(10 * MINUTE_MS)
  await endRefunds(hub)
  expect(await shop.readClosing(orderId)).toMatchObject({ state: 'refunded', sentAt: null })
})

test('a one-time item is bought again only after its withdrawal has ended, and never owned twice', async ({
  hub,
  player,
  shop,
}) => {
  shop.legal.withdrawal = 'refund'
  const first = await shop.buyAt('stripe', player, velvet)
  await shop.withdraw(player, first, 'declare')
  const other = await shop.tryToOrder(player, velvet)
  expect([first, 'ITEM_ALREADY_OWNED']).toContain(other)
  await shop.withdraw(player, first, 'confirm')
  await endRefunds(hub)
  const second = await shop.buyAt('stripe', player, velvet)
  expect(second).not.toBe(first)
  for (const step of ['confirm', 'keep', 'declare'] as const) await shop.withdraw(player, first, step)
  await endRefunds(hub)
  expect(await shop.listPurchases(velvet)).toEqual(
    expect.arrayContaining([
      { orderId: first, state: 'revoked' },
      { orderId: second, state: 'granted' },
    ]),
  )
  expect(await shop.listRefunds(second)).toEqual([])
})

test('an account that is erased between the steps is neither refunded nor stuck', async ({
  hub,
  player,
  shop,
}) => {
  shop.legal.withdrawal = 'refund'
  const declared = await shop.buyAt('stripe', player, 'islandm3-hints')
  const confirmed = await shop.buyAt('yookassa', player, 'islandm3-boosters')
  await shop.withdraw(player, declared, 'declare')
  await shop.withdraw(player, confirmed, 'declare')
  await shop.withdraw(player, confirmed, 'confirm')
  await deletePlayer(hub.context, player.userId, { operator: 'olga', reason: 'Asked', isAtOnce: true })
  await endRefunds(hub)
  await hub.passTime(2 * DAY_MS)
  await endRefunds(hub)
  expect(await shop.listRefunds(declared)).toMatchObject([{ state: 'failed', sentAt: null }])
  expect(await shop.listRefunds(confirmed)).toMatchObject([{ state: 'succeeded' }])
})

test('cards of payments that succeed at once are remembered once', async ({ hub, player, shop }) => {
  const orders = [await shop.order(player), await shop.order(player, 'islandm3-boosters')]
  for (const id of orders) await shop.open('yookassa', player, id, 'true')
  for (const id of orders) await shop.control.decide((await shop.payments(id))[0]?.id ?? '')
  await Promise.all(orders.map((id) => shop.checkout.get(player, id)))
  await hub.runDueJobs()
  expect(await shop.list(player)).toHaveLength(1)
})
