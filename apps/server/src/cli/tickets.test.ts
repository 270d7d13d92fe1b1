import { expect } from 'vitest'
import { stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import { emailsTo } from '../../test/support/registration.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import { test } from '../../test/support/shared-hub-test.ts'
import { supportClient } from '../../test/support/support-client.ts'
import { startTestHub } from '../../test/support/test-hub.ts'
import { newId } from '../platform/ids.ts'

test('an operator lists open tickets, reads one with its order, answers and closes it', async ({ hub }) => {
  const support = supportClient(hub)
  const player = await hub.logIn('anna@example.org')
  expect(await runOnHub(hub, 'tickets list')).toEqual({ code: 0, printed: 'No ticket waits for an answer.' })
  const { orderId } = await stripeCheckout(hub).buy(player)
  const message = 'Where is it?\u202E \nSecond line'
  const id = await support.openTicket(player, { reason: 'DROP_NOT_CREDITED', paymentId: orderId, message })
  hub.clock.advance(1000)
  const other = await support.openTicket(player, { message: 'Another' })

  const listed = await runOnHub(hub, 'tickets list')
  expect(listed.printed).toContain(
    `${id}  open since 2030-01-01T00:00:00.000Z, Drop not credited: Five hints`,
  )
  expect(listed.printed.indexOf(id)).toBeLessThan(listed.printed.indexOf(other))
  const shown = await runOnHub(hub, `tickets show ${id}`)
  expect(shown.printed).toContain(`About payment ${orderId}: Five hints of islandm3`)
  expect(shown.printed).toContain('Order paid through stripe')
  expect(shown.printed).toContain('  Where is it?')
  expect(shown.printed).toContain('\n  Second line')
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
  for (const text of ['', ' ', 'x'.repeat(4001)]) {
    const { code, printed } = await runOnHub(hub, ['tickets', 'answer', id, text])
    const problem = text.length > 4000 ? 'An answer has at most 4000' : '"tickets answer" needs <text>'
    expect([code, printed]).toEqual([1, expect.stringContaining(problem)])
  }
  expect((await runOnHub(hub, 'tickets list open')).code).toBe(1)
  await runOnHub(hub, `tickets close ${id}`)
  const late = await runOnHub(hub, `tickets answer ${id} Hello`)
  expect(late).toEqual({ code: 1, printed: 'The ticket is closed and takes no more messages.' })
})

test.each([
  ['en' as const, 'support has closed your request', 'Your request is closed'],
  ['ru' as const, 'закрыла ваше обращение', 'Обращение закрыто'],
])('closing a ticket in %s informs its player by email once', async (language, subject, heading) => {
  const hub = await startTestHub()
  const player = await hub.logIn('anna@example.org')
  const id = await supportClient(hub).openTicket(player, { message: 'Hello' })
  await hub.context.db.updateTable('tickets').set({ language }).execute()
  await hub.runDueJobs()
  for (let times = 0; times < 2; times++) await runOnHub(hub, `tickets close ${id}`)
  await hub.runDueJobs()
  const emails = (await emailsTo(hub, 'anna@example.org')).filter((email) => email.subject.includes(subject))
  expect(emails).toHaveLength(1)
  expect(emails[0]?.text).toContain(heading)
  expect(emails[0]?.text).toContain(`/transactions/help?ticket=${id}`)
})
