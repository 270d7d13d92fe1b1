/** No payment is requested without an email for its fiscal receipt (54-FZ). */
import { describe, expect } from 'vitest'
import { providerCases } from '../../../test/support/payments/provider-cases.ts'
import { providerTest } from '../../../test/support/payments/provider-checkout.ts'
import type { HubOptions } from '../../../test/support/test-hub.ts'

const vat = { YOOKASSA_RECEIPT_VAT: '20', YANDEX_PAY_RECEIPT_VAT: '20' }
const fiscalCases = providerCases.filter(({ provider }) => provider !== 'stripe')

describe.for(fiscalCases)('$provider', (providerCase) => {
  const test = providerTest(providerCase).extend('hubOptions', ({ events }): HubOptions => {
    return { webhooksTo: events.url, env: vat }
  })

  test('a player without an address is asked for one, and can pay with it', async ({
    hub,
    player,
    checkout,
  }) => {
    const { db } = hub.context
    await db.updateTable('accounts').set({ email: null, receiptEmail: null }).execute()
    const orderId = await checkout.order(player)
    expect(await checkout.findRefusal(player, orderId)).toBe('RECEIPT_EMAIL_REQUIRED')
    expect(await checkout.control.payments()).toEqual([])
    expect(await db.selectFrom('attempts').selectAll().execute()).toEqual([])

    const body = { email: 'buyer@example.org' }
    await hub.callOk('POST /payments/update-mail-to-receive-check', { as: player, body })
    await checkout.open(player, orderId)
    expect(await checkout.control.payments()).toHaveLength(1)
  })

  test('a repeated request whose address has been erased reaches no provider', async ({
    hub,
    player,
    checkout,
  }) => {
    const { db } = hub.context
    const orderId = await checkout.order(player)
    await checkout.control.fault(providerCase.provider, 'reset', 9)
    await checkout.findRefusal(player, orderId)
    await checkout.control.clearFaults()
    await db.updateTable('attempts').set({ receiptEmail: null }).execute()
    await hub.passTime(5 * 60_000)
    expect(await checkout.control.payments()).toEqual([])
    expect(hub.logs()).toMatch(/needs the buyer's email address/)
  })
})
