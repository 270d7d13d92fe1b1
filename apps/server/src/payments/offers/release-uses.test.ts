import { describe, expect } from 'vitest'
import { addCode, countUsed, listUses, withOffers } from '../../../test/support/offers/offers.ts'
import { boosters } from '../../../test/support/payments/stripe-checkout.ts'

describe('a code', () => {
  const test = withOffers([{ id: 'code', kind: 'code', items: [boosters], percent: 20 }])
  const body = { itemId: boosters, code: 'ZYXWVTSRPN' }

  for (const by of ['the player', 'Stripe'])
    test(`is free again once ${by} cancels the payment`, async ({ hub, player, checkout }) => {
      await addCode(hub, body.code)
      const { id } = await hub.callOk('POST /payments/create', { as: player, body })
      const { id: intent } = await checkout.open(player, id)
      if (by === 'the player') await checkout.cancel(player, id, intent)
      else {
        await checkout.stripe.paymentIntents.cancel(intent)
        await checkout.deliver(await checkout.fetchEvent(intent, 'payment_intent.canceled'))
        await hub.runDueJobs()
      }
      expect(await checkout.get(player, id)).toMatchObject({ status: 'none' })
      expect(await countUsed(hub)).toBe(0)
      expect(await listUses(hub)).toMatchObject([{ state: 'released' }])
      const other = await hub.callOk('POST /payments/create', { as: await hub.logIn(), body })
      expect(other.id).not.toBe(id)
    })
})
