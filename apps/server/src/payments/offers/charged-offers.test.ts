import { describe, expect } from 'vitest'
import { addCode, countUsed, listUses, readOrder, withOffers } from '../../../test/support/offers/offers.ts'
import { boosters } from '../../../test/support/payments/stripe-checkout.ts'

describe('an order paid in dollars', () => {
  const codeForRoubles = { id: 'code', kind: 'code', items: [boosters], price: { RUB: 50 } }
  const test = withOffers([codeForRoubles])

  test('uses no code for roubles up', async ({ hub, player, checkout }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const body = { itemId: boosters, code: 'ZYXWVTSRPN' }
    const { id } = await hub.callOk('POST /payments/create', { as: player, body })
    expect(await countUsed(hub)).toBe(1)
    const { id: intent } = await checkout.open(player, id)
    await checkout.decide(intent)
    await checkout.deliver(await checkout.fetchEvent(intent, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    expect(await checkout.get(player, id)).toMatchObject({ status: 'paid' })
    expect(await readOrder(hub, id)).toMatchObject({ amountMinor: 249, offerIds: '[]', codeId: null })
    expect(await countUsed(hub)).toBe(0)
    expect(await listUses(hub)).toMatchObject([{ offerId: 'code', state: 'released' }])
  })
})

describe('of two sales', () => {
  const test = withOffers([
    { id: 'dollars', kind: 'sale', items: [boosters], price: { USD: 1 } },
    { id: 'roubles', kind: 'sale', items: [boosters], percent: 20 },
    { id: 'more', kind: 'bonus', items: [boosters], adds: [{ item: 'islandm3-hints', quantity: 1 }] },
  ])

  test('the one that made the charged price counts, and what was added', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId } = await checkout.buy(player, boosters)
    expect(await readOrder(hub, orderId)).toMatchObject({ amountMinor: 100, offerIds: '["dollars","more"]' })
    const uses = await listUses(hub)
    expect(uses.map(({ offerId, state }) => [offerId, state]).toSorted()).toEqual([
      ['dollars', 'used'],
      ['more', 'used'],
      ['roubles', 'released'],
    ])
  })
})
