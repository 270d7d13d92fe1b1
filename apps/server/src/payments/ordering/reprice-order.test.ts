import { describe, expect } from 'vitest'
import { addCode, countUsed, listUses, readOrder, withOffers } from '../../../test/support/offers/offers.ts'
import { boosters, hints } from '../../../test/support/payments/stripe-checkout.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { HOUR_MS } from '../../platform/clock.ts'

const start = '2030-01-01T00:00:00Z'
const at = (ms: number) => new Date(Date.parse(start) + ms).toISOString()
const code = 'ZYXWVTSRPN'

const test = withOffers([
  { id: 'half', kind: 'sale', items: ['islandm3-chest'], percent: 50, until: at(2 * HOUR_MS) },
  { id: 'code', kind: 'code', items: [boosters, 'islandm3-chest'], percent: 20, perPlayer: 1, uses: 1 },
  { id: 'more', kind: 'code', items: ['islandm3-chest'], percent: 10, stacks: true },
])

const reprice = (hub: TestHub, as: Player, id: string, body: { code?: string | null; expected?: object }) =>
  hub.call('POST /payments/reprice/{id}', { as, params: { id }, body: body as { code?: string } })
async function toOutcome(response: ReturnType<typeof reprice>) {
  const { ok, body } = await response
  return ok ? 'ok' : body.code
}

describe('a code typed at checkout', () => {
  test('lowers the price of the same order, and its removal raises it', async ({ hub, player, checkout }) => {
    await addCode(hub, code)
    const id = await checkout.order(player, boosters)
    const screen = () => hub.callOk('GET /payments/process/{id}', { as: player, params: { id } })
    expect(await screen()).toMatchObject({ code: 'open', paymentData: { enAmountMinor: 249 } })
    expect((await reprice(hub, player, id, { code: ' zyxwv tsrpn' })).body).toMatchObject({
      code: 'applied',
      paymentData: { enAmountMinor: 199, listEnAmountMinor: 249, lowestEnAmountMinor: 249 },
    })
    expect(await screen()).toMatchObject({ code: 'applied', paymentData: { enAmountMinor: 199 } })
    expect(await countUsed(hub)).toBe(1)
    expect((await reprice(hub, player, id, { code: null })).body).toMatchObject({
      code: 'open',
      paymentData: { enAmountMinor: 249 },
    })
    expect(await countUsed(hub)).toBe(0)
    expect(await listUses(hub)).toEqual([])
    expect((await reprice(hub, player, id, { code })).ok).toBe(true)
    const { id: intent } = await checkout.open(player, id)
    expect((await checkout.stripe.paymentIntents.retrieve(intent)).amount).toBe(199)
    expect(hub.logs()).not.toMatch(/zyxwv/i)
  })

  test('counts once, however often it is sent at once', async ({ hub, player, checkout }) => {
    await addCode(hub, code)
    const id = await checkout.order(player, boosters)
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => toOutcome(reprice(hub, player, id, { code }))),
    )
    expect(new Set(sent)).toEqual(new Set(['ok']))
    expect(await countUsed(hub)).toBe(1)
    expect((await listUses(hub)).map(({ state }) => state)).toEqual(['reserved'])
  })

  test('is not used up where another offer is cheaper', async ({ hub, player, checkout }) => {
    await addCode(hub, code)
    const id = await checkout.order(player, 'islandm3-chest')
    expect((await reprice(hub, player, id, { code })).body).toMatchObject({ code: 'open' })
    expect(await countUsed(hub)).toBe(0)
  })

  test('that is refused leaves the order, its price and its code as they are', async ({
    hub,
    player,
    checkout,
  }) => {
    await addCode(hub, code)
    await addCode(hub, 'USEDUPXXXX', { useLimit: 0 })
    const id = await checkout.order(player, boosters)
    await reprice(hub, player, id, { code })
    expect(await toOutcome(reprice(hub, player, id, { code: 'NONEXXXXXX' }))).toBe('CODE_NOT_FOUND')
    expect(await toOutcome(reprice(hub, player, id, { code: 'USEDUPXXXX' }))).toBe('CODE_USED')
    const expected = { amountMinor: 1, currency: 'USD' }
    expect(await toOutcome(reprice(hub, player, id, { expected }))).toBe('PRICE_CHANGED')
    expect(await readOrder(hub, id)).toMatchObject({ priceUsdMinor: 199, offerIds: '["code"]' })
    expect((await listUses(hub)).map(({ state }) => state)).toEqual(['reserved'])
  })

  test('of another game or for other items is refused', async ({ hub, player, checkout }) => {
    await addCode(hub, code, { project: 'familytown' })
    await addCode(hub, 'OTHERSXXXX')
    const id = await checkout.order(player, hints)
    expect(await toOutcome(reprice(hub, player, id, { code }))).toBe('CODE_NOT_FOUND')
    expect(await toOutcome(reprice(hub, player, id, { code: 'OTHERSXXXX' }))).toBe('CODE_NOT_FOUND')
    expect(await countUsed(hub)).toBe(0)
  })

  test('is guessed ten times an hour, here and in the price list together', async ({
    hub,
    player,
    checkout,
  }) => {
    await addCode(hub, code)
    const id = await checkout.order(player, boosters)
    for (let guess = 0; guess < 5; guess++) {
      expect(await toOutcome(reprice(hub, player, id, { code: `GUESS${guess}` }))).toBe('CODE_NOT_FOUND')
      const body = { project: 'islandm3', code: `GUESS${guess}` }
      expect((await hub.call('POST /offers/prices', { as: player, body })).body).toMatchObject({
        code: 'CODE_NOT_FOUND',
      })
    }
    expect(await toOutcome(reprice(hub, player, id, { code }))).toBe('TOO_MANY_REQUESTS')
    hub.clock.advance(HOUR_MS)
    expect(await toOutcome(reprice(hub, player, id, { code }))).toBe('ok')
  })

  test('may be any text: what is no code changes nothing', async ({ hub, player, checkout }) => {
    await addCode(hub, code)
    const id = await checkout.order(player, boosters)
    const lookalikes = [
      '__proto__',
      'constructor',
      '---',
      'ＺＹＸＷＶＴＳＲＰＮ',
      'ΖΥXWVTSRPN',
      `${code}\u200b`,
    ]
    for (const text of lookalikes)
      expect(await toOutcome(reprice(hub, player, id, { code: text }))).toBe('CODE_NOT_FOUND')
    for (const text of ['', ' ', 'A'.repeat(65), `${code}\u0000`, 'A'.repeat(100_000)])
      expect((await reprice(hub, player, id, { code: text })).status).toBe(400)
    expect(await readOrder(hub, id)).toMatchObject({ priceUsdMinor: 249, codeId: null })
  })

  test('cancels a dearer open payment', async ({ hub, player, checkout }) => {
    await addCode(hub, code)
    const { orderId: id, intentId } = await checkout.orderAndOpen(player, boosters)
    const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id } })
    expect(screen.code).toBe('open')
    expect(await toOutcome(reprice(hub, player, id, { code: 'NONEXXXXXX' }))).toBe('CODE_NOT_FOUND')
    expect((await checkout.open(player, id)).id).toBe(intentId)
    expect((await reprice(hub, player, id, { code })).body).toMatchObject({
      ...{ status: 'none', code: 'applied', providerId: null },
      paymentData: { enAmountMinor: 199 },
    })
    const { id: intent } = await checkout.open(player, id)
    expect((await checkout.stripe.paymentIntents.retrieve(intent)).amount).toBe(199)
    const opened = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id } })
    expect(opened.code).toBeUndefined()
    expect(await toOutcome(reprice(hub, player, id, { code: null }))).toBe('PAYMENT_IN_PROGRESS')
  })

  test('is refused for an open payment that is no dearer, and for orders of others', async ({
    hub,
    player,
    checkout,
  }) => {
    await addCode(hub, code)
    const { orderId: id, intentId } = await checkout.orderAndOpen(player, 'islandm3-chest')
    expect(await toOutcome(reprice(hub, player, id, { code }))).toBe('PAYMENT_IN_PROGRESS')
    expect((await checkout.open(player, id)).id).toBe(intentId)
    expect(await toOutcome(reprice(hub, await hub.logIn(), id, { code }))).toBe('PAYMENT_NOT_FOUND')
    expect(await countUsed(hub)).toBe(0)
    const { orderId: paid } = await checkout.buy(await hub.logIn(), hints)
    expect(await toOutcome(reprice(hub, player, paid, {}))).toBe('PAYMENT_NOT_FOUND')
  })

  test('is refused for a paid order', async ({ hub, player, checkout }) => {
    const { orderId } = await checkout.buy(player, boosters)
    expect(await toOutcome(reprice(hub, player, orderId, { code: null }))).toBe('PAYMENT_ALREADY_PAID')
  })
})

describe('an order whose price has ended', () => {
  const chest = 'islandm3-chest'
  const openStripe = (hub: TestHub, as: Player, id: string) =>
    hub.call('GET /payments/stripe/create/{id}', { as, params: { id } })

  test('takes the price that the player agrees to, and keeps its code', async ({ hub, player, checkout }) => {
    await addCode(hub, code, { offerId: 'more' })
    const id = await checkout.order(player, chest)
    expect((await reprice(hub, player, id, { code })).body).toMatchObject({
      paymentData: { enAmountMinor: 225 },
    })
    hub.clock.advance(3 * HOUR_MS)
    const refused = await openStripe(hub, player, id)
    expect(refused.body).toMatchObject({
      code: 'PRICE_CHANGED',
      details: { quote: { price: expect.arrayContaining([{ amountMinor: 449, currency: 'USD' }]) } },
    })
    const expected = { amountMinor: 449, currency: 'USD' }
    expect((await reprice(hub, player, id, { expected })).body).toMatchObject({
      code: 'applied',
      paymentData: { enAmountMinor: 449, listEnAmountMinor: 499 },
    })
    const { id: intent } = await checkout.open(player, id)
    expect((await checkout.stripe.paymentIntents.retrieve(intent)).amount).toBe(449)
    expect(await countUsed(hub)).toBe(1)
  })

  test('tells the price without its code when that is taken back', async ({ hub, player, checkout }) => {
    await addCode(hub, code, { offerId: 'more' })
    const id = await checkout.order(player, chest)
    await reprice(hub, player, id, { code })
    await hub.context.db.updateTable('offerCodes').set({ revokedAt: 1 }).execute()
    hub.clock.advance(3 * HOUR_MS)
    expect((await openStripe(hub, player, id)).body).toMatchObject({
      code: 'PRICE_CHANGED',
      details: { quote: { price: expect.arrayContaining([{ amountMinor: 499, currency: 'USD' }]) } },
    })
    const without = await reprice(hub, player, id, { expected: { amountMinor: 499, currency: 'USD' } })
    expect(without.body).toMatchObject({ code: 'open', paymentData: { enAmountMinor: 499 } })
  })

  test("of a game's server stays the order that the game waits for", async ({ hub, player, checkout }) => {
    const order = await hub.context.payments.forProject('islandm3').order({
      ...{ playerId: player.userId, itemId: chest, language: 'en', metadata: undefined },
    })
    hub.clock.advance(3 * HOUR_MS)
    expect((await openStripe(hub, player, order.id)).body).toMatchObject({ code: 'PRICE_CHANGED' })
    const expected = { amountMinor: 499, currency: 'USD' }
    expect((await reprice(hub, player, order.id, { expected })).body).toMatchObject({
      status: 'none',
      paymentData: { enAmountMinor: 499 },
    })
    const { id: intent } = await checkout.open(player, order.id)
    expect((await checkout.stripe.paymentIntents.retrieve(intent)).amount).toBe(499)
  })
})
