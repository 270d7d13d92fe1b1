import { expect } from 'vitest'
import { stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import { test } from '../../test/support/shared-hub-test.ts'
import { supportClient } from '../../test/support/support-client.ts'
import { newId } from '../platform/ids.ts'

test('an operator lists open tickets, reads one with its order, answers and closes it', async ({ hub }) => {
  const support = supportClient(hub)
  const player = await hub.logIn('anna@example.org')
  expect(await runOnHub(hub, 'tickets list')).toEqual({ code: 0, printed: 'Nothing found.' })
  const { orderId } = await stripeCheckout(hub).buy(player)
  const message = 'Where is it?\u202E \nSecond line'
  const id = await support.openTicket(player, { reason: 'DROP_NOT_CREDITED', paymentId: orderId, message })
  hub.clock.advance(1000)
  const other = await support.openTicket(player, { message: 'Another' })

  const listed = await runOnHub(hub, 'tickets list')
  expect(listed.printed).toMatch(
    new RegExp(`${id}  open +2030-01-01T00:00:00.000Z +islandm3 +DROP_NOT_CREDITED`),
  )
  expect(listed.printed.indexOf(id)).toBeLessThan(listed.printed.indexOf(other))
  const shown = await runOnHub(hub, `tickets show ${id}`)
  expect(shown.printed).toContain(`orderId: ${orderId}`)
  expect(shown.printed).toContain('text: Where is it?')
  expect(shown.printed).toContain('\n    Second line')
  expect(shown.printed).not.toContain('\u202E')

  for (let times = 0; times < 2; times++) {
    expect((await runOnHub(hub, ['tickets', 'answer', id, 'It', 'came', 'just', 'now'])).code).toBe(0)
  }
  expect((await support.read(player, id)).messages.map(({ text }) => text)).toContain('It came just now')
  expect((await support.read(player, id)).messages).toHaveLength(2)
  expect((await runOnHub(hub, 'tickets list')).printed).not.toContain(id)
  for (let times = 0; times < 2; times++) expect((await runOnHub(hub, `tickets close ${id}`)).code).toBe(0)
  expect((await runOnHub(hub, 'tickets list all')).printed).toContain(`${id}  closed`)
})

test('ticket commands report why they did nothing', async ({ hub }) => {
  const support = supportClient(hub)
  const id = await support.openTicket(await hub.logIn())
  for (const command of ['show', 'close', 'answer']) {
    const text = command === 'answer' ? ['Hello'] : []
    const { code, printed } = await runOnHub(hub, ['tickets', command, newId(), ...text])
    expect([code, printed]).toEqual([1, 'There is no such ticket; "tickets list" shows them.'])
  }
  for (const text of ['', ' ', 'x'.repeat(5001)]) {
    const { code, printed } = await runOnHub(hub, ['tickets', 'answer', id, text])
    const problem = text.length > 5000 ? '<text>: ' : '"tickets answer" needs <text>'
    expect([code, printed]).toEqual([1, expect.stringContaining(problem)])
  }
  expect((await runOnHub(hub, 'tickets list open')).code).toBe(1)
  await runOnHub(hub, `tickets close ${id}`)
  const late = await runOnHub(hub, `tickets answer ${id} Hello`)
  expect(late).toEqual({ code: 1, printed: 'The ticket is closed and takes no more messages.' })
})
