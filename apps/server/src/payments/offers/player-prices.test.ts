import { expect } from 'vitest'
import { addCode, withOffers } from '../../../test/support/offers/offers.ts'
import { boosters } from '../../../test/support/payments/stripe-checkout.ts'

const test = withOffers([{ id: 'code', kind: 'code', items: [boosters], percent: 20 }])

test("a player who has used an offer's codes up sees no price with another", async ({
  hub,
  player,
  checkout,
}) => {
  for (const code of ['ZYXWVTSRPN', 'SECONDXXXX']) await addCode(hub, code)
  const body = { itemId: boosters, code: 'ZYXWVTSRPN' }
  const { id } = await hub.callOk('POST /payments/create', { as: player, body })
  const list = () =>
    hub.call('POST /offers/prices', { as: player, body: { project: 'islandm3', code: 'SECONDXXXX' } })
  expect((await list()).ok).toBe(true)
  const { id: intent } = await checkout.open(player, id)
  await checkout.decide(intent)
  await checkout.deliver(await checkout.fetchEvent(intent, 'payment_intent.succeeded'))
  await hub.runDueJobs()
  expect((await list()).body).toMatchObject({ code: 'CODE_USED' })
})
