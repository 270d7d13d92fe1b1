import { expect } from 'vitest'
import { stripeCheckout } from '../payments/testing/stripe-checkout.ts'
import { newId } from '../platform/ids.ts'
import { supportClient } from '../support/testing/support-client.ts'
import { test } from '../testing/hub-test.ts'
import { operate } from './testing/beside-hub.ts'

test('an operator finds what waits, reads it with its order, answers and closes', async ({ hub }) => {
  const support = supportClient(hub)
  const player = await hub.signIn('anna@example.org')
  expect(await operate(hub, 'tickets list')).toEqual({ code: 0, said: 'No ticket waits for an answer.' })
  const { orderId } = await stripeCheckout(hub).buy(player)
  const message = 'Where is it?\u202E \nSecond line'
  const id = await support.openTicket(player, { reason: 'DROP_NOT_CREDITED', paymentId: orderId, message })
  hub.clock.advance(1000)
  const other = await support.openTicket(player, { message: 'Another' })

  const listed = await operate(hub, 'tickets list')
  expect(listed.said).toContain(`${id}  open since 2030-01-01T00:00:00.000Z, Drop not credited: Five hints`)
  expect(listed.said.indexOf(id)).toBeLessThan(listed.said.indexOf(other))
  const shown = await operate(hub, `tickets show ${id}`)
  expect(shown.said).toContain(`About payment ${orderId}: Five hints of islandm3`)
  expect(shown.said).toContain('Order paid through stripe')
  expect(shown.said).toContain('  Where is it?')
  expect(shown.said).toContain('\n  Second line')
  expect(shown.said).not.toContain('\u202E')

  for (let times = 0; times < 2; times++) {
    expect((await operate(hub, ['tickets', 'answer', id, 'It', 'came', 'just', 'now'])).code).toBe(0)
  }
  expect((await support.read(player, id)).messages.map(({ text }) => text)).toContain('It came just now')
  expect((await support.read(player, id)).messages).toHaveLength(2)
  expect((await operate(hub, 'tickets list')).said).not.toContain(id)
  for (let times = 0; times < 2; times++) expect((await operate(hub, `tickets close ${id}`)).code).toBe(0)
  expect((await operate(hub, 'tickets list all')).said).toContain(`${id}  closed`)
})

test('an operator is told why nothing is written', async ({ hub }) => {
  const support = supportClient(hub)
  const id = await support.openTicket(await hub.signIn())
  for (const command of ['show', 'close', 'answer']) {
    const text = command === 'answer' ? ['Hello'] : []
    const { code, said } = await operate(hub, ['tickets', command, newId(), ...text])
    expect([code, said]).toEqual([1, 'There is no such ticket: "tickets list" names them.'])
  }
  for (const text of ['', ' ', 'x'.repeat(4001)]) {
    const { code, said } = await operate(hub, ['tickets', 'answer', id, text])
    expect([code, said]).toEqual([1, expect.stringMatching(/^Say what the player is to read/)])
  }
  await operate(hub, `tickets close ${id}`)
  const late = await operate(hub, `tickets answer ${id} Hello`)
  expect(late).toEqual({ code: 1, said: 'The ticket is closed: it takes no more messages.' })
})
