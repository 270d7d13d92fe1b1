import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { hashEmail } from '../../platform/limits/counter-store.ts'

test('a receipt that cannot be mailed is refused and not recorded as sent', async ({ hub, player }) => {
  const { db, mail } = hub.context
  const { orderId: id } = await stripeCheckout(hub).buy(player)
  const staff = await addTestOperator(hub, { role: 'owner', project: '*' })
  const resend = (email: string) =>
    staff.call('POST /orders/{id}/receipt/resend', { params: { id }, body: { email, reason: 'Lost' } })
  const listActions = async () => {
    const recorded = db.selectFrom('auditLog').select('action').where('action', '=', 'receipt.resend')
    return (await recorded.execute()).length
  }
  const subject = `emails to ${hashEmail('full@example.org')}`
  await db.insertInto('counters').values({ subject, count: 20, since: hub.clock.now() }).execute()
  const refused = await resend('full@example.org')
  expect(refused).toMatchObject({ status: 409, body: { code: 'EMAIL_NOT_SENT' } })
  expect(refused.headers.get('retry-after')).toBe('3600')
  const { send } = mail
  mail.send = () => Promise.reject(new Error('452 4.2.2 Full'))
  expect(await resend('other@example.org')).toMatchObject({ status: 409, body: { code: 'EMAIL_NOT_SENT' } })
  mail.send = send
  expect(await listActions()).toBe(0)
  expect((await resend('other@example.org')).status).toBe(200)
  expect(await listActions()).toBe(1)
})
