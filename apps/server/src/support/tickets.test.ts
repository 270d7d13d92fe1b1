import { expect, test } from 'vitest'
import { copyContent } from '../../test/support/content-copy.ts'
import { stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import { emailsTo, toOutcome } from '../../test/support/registration.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import { supportClient, supportInbox } from '../../test/support/support-client.ts'
import { type Player, startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS } from '../platform/clock.ts'

async function startSupport(options: Parameters<typeof startTestHub>[0] = {}) {
  const hub = await startTestHub(options)
  return { hub, player: await hub.logIn('anna@example.org'), ...supportClient(hub) }
}

const listFieldErrors = (response: { ok: boolean; body: unknown }) =>
  (response.body as { errors?: { field: string; issue: string }[] }).errors?.map(
    ({ field, issue }) => `${field}: ${issue}`,
  )

async function deadJobs({ context: { db } }: TestHub) {
  return db.selectFrom('jobs').selectAll().where('state', '=', 'dead').execute()
}

test("the team gets the message, the player and the order's timeline, without secrets", async () => {
  const { hub, player, openTicket, teamEmails } = await startSupport()
  const { orderId, intentId } = await stripeCheckout(hub).buy(player)
  const message = 'The hints have not come.\nI paid <b>twice</b> & waited.'
  const id = await openTicket(player, { reason: 'DROP_NOT_CREDITED', paymentId: orderId, message })
  const [teamEmail, ...others] = await teamEmails()
  expect(others).toEqual([])
  expect(teamEmail?.subject).toBe(`Drop not credited: Five hints · ticket ${id}`)
  for (const line of [
    message,
    `Payment ID: ${orderId}`,
    'Game: islandm3',
    `Player: ${player.userId} (Test, by mail)`,
    'Answers go to: anna@example.org',
    '2030-01-01 00:00:00 UTC  Ordered "Five hints" of islandm3 for $0.99 or ₽99',
    'Attempt at Stripe opened for $0.99',
    'Event from Stripe: payment_intent.succeeded',
    'Attempt at Stripe: succeeded, Visa •••• 4242',
    'Order paid through Stripe',
    'Purchase of islandm3-hints granted',
    'Webhook payment.paid delivered',
    'emailed',
    `npm run hub -- tickets answer ${id}`,
  ]) {
    expect(teamEmail?.text).toContain(line)
  }
  expect(teamEmail?.html).toContain('&#60;b&#62;twice&#60;/b&#62; &#38; waited')
  const secrets = [intentId, player.jwt, player.password, 'whsec_', 'sk_test', '_secret_', 'argon2']
  for (const secret of secrets) expect(teamEmail?.text).not.toContain(secret)
})

test.each([
  [
    'en',
    'We have received your request',
    'We have received your request and will contact you via email shortly.',
  ],
  ['ru', 'Мы получили ваше обращение', 'Мы получили ваше обращение и скоро свяжемся с вами по почте.'],
])('the player gets a confirmation in %s', async (language, subject, sentence) => {
  const { hub, player } = await startSupport()
  const response = await hub.callOk('POST /payments/send-letter-support', {
    as: player,
    body: {
      data: { email: ' Feedback@EXAMPLE.org ', reason: 'OTHER', nickName: 'x', currentAuthType: 'mail' },
    },
    headers: { 'frontend-language': language },
  })
  const [message] = await emailsTo(hub, 'feedback@example.org')
  expect(message?.subject).toBe(subject)
  for (const body of [message?.text, message?.html]) {
    expect(body).toContain(sentence)
    expect(body).toContain(`${hub.url}/transactions/help?ticket=${response.data.result.ticketId}`)
  }
})

test("a ticket can reference no payment or one of the player's own", async () => {
  const { hub, player, openTicket, read, send } = await startSupport()
  const orderId = await stripeCheckout(hub).order(player)
  expect(await read(player, await openTicket(player))).toMatchObject({
    paymentId: null,
    project: null,
    title: null,
  })
  expect(
    (await read(player, await openTicket(player, { paymentId: null, message: 'Null' }))).paymentId,
  ).toBeNull()
  const named = await openTicket(player, { paymentId: ` ${orderId.toUpperCase()} ` })
  expect(await read(player, named)).toMatchObject({ paymentId: orderId, title: 'Five hints', state: 'open' })
  for (const paymentId of ['42', `${orderId}0`, "' or 1=1 --"]) {
    expect(listFieldErrors(await send(player, { paymentId }))).toEqual(['data.paymentId: PAYMENT_ID_INVALID'])
  }
  const unknownOrder = '01900000-0000-7000-8000-000000000000'
  expect(toOutcome(await send(player, { paymentId: unknownOrder }))).toBe('PAYMENT_NOT_FOUND')
})

test('invalid input is refused with its field', async () => {
  const { player, send } = await startSupport()
  const long = `${'a'.repeat(321 - '@example.org'.length)}@example.org`
  const wrong = { reason: 'MONEY' as 'OTHER' }
  expect(listFieldErrors(await send(player, wrong))).toEqual(['data.reason: REASON_REQUIRED'])
  expect(listFieldErrors(await send(player, { reason: undefined }))).toEqual(['data.reason: REASON_REQUIRED'])
  expect(listFieldErrors(await send(player, { email: '' }))).toEqual(['data.email: EMAIL_REQUIRED'])
  expect(listFieldErrors(await send(player, { email: 'anna' }))).toEqual(['data.email: EMAIL_INVALID'])
  expect(listFieldErrors(await send(player, { email: long }))).toEqual(['data.email: EMAIL_TOO_LONG'])
  expect(listFieldErrors(await send(player, { message: 'x'.repeat(4001) }))).toEqual([
    'data.message: TEXT_TOO_LONG',
  ])
})

test('twenty concurrent requests open one ticket; after an answer the same text opens a new one', async () => {
  const { hub, player, openTicket, list, teamEmails } = await startSupport()
  const request = { message: 'Where is my chest?' }
  const ids = await Promise.all(Array.from({ length: 20 }, () => openTicket(player, request)))
  expect(new Set(ids).size).toBe(1)
  expect(await teamEmails()).toHaveLength(1)
  expect(await emailsTo(hub, player.email)).toHaveLength(1)
  await runOnHub(hub, ['tickets', 'answer', ids[0] as string, 'In the bag'])
  const second = await openTicket(player, request)
  expect((await list(player)).map(({ id, state }) => [id, state])).toEqual([
    [second, 'open'],
    [ids[0], 'answered'],
  ])
  expect(await deadJobs(hub)).toEqual([])
})

test('player and support write to each other until the ticket is closed', async () => {
  const { hub, player, openTicket, read, reply, teamEmails } = await startSupport()
  const id = await openTicket(player, { message: 'Hello' })
  await hub.runDueJobs()
  hub.clock.advance(1000)
  await runOnHub(hub, ['tickets', 'answer', id, 'Which level?\nAnd which chest?'])
  const [response] = await emailsTo(hub, player.email)
  expect(response?.subject).toBe('Playhub support has answered you')
  expect(response?.text).toContain('Which level?\nAnd which chest?')
  expect((await read(player, id)).state).toBe('answered')

  hub.clock.advance(1000)
  const [first, again] = await Promise.all([reply(player, id, ' The third '), reply(player, id, 'The third')])
  expect([toOutcome(first), toOutcome(again)]).toEqual(['ok', 'ok'])
  const thread = await read(player, id)
  expect(thread.state).toBe('open')
  expect(thread.updatedAt).toBe(hub.clock.now())
  expect(thread.messages.map(({ author, text }) => `${author}: ${text}`)).toEqual([
    'player: Hello',
    'support: Which level?\nAnd which chest?',
    'player: The third',
  ])
  const [latest, ...before] = await teamEmails()
  expect(latest?.subject).toBe(`Re: Other · ticket ${id}`)
  expect(latest?.text).toContain('The third')
  expect(before).toHaveLength(1)

  await runOnHub(hub, `tickets close ${id}`)
  expect(toOutcome(await reply(player, id, 'One more thing'))).toBe('ok')
  await runOnHub(hub, `tickets close ${id}`)
  hub.clock.advance(14 * DAY_MS + 1)
  const later = await hub.logIn(player.email)
  expect(toOutcome(await reply(later, id, 'One more thing'))).toBe('TICKET_CLOSED')
  expect(await read(later, id)).toMatchObject({ state: 'closed', messages: { length: 4 } })
})

test('an answer concurrent with closing is saved completely, and one after it opens the ticket', async () => {
  const { hub, player, openTicket, read, reply } = await startSupport()
  const id = await openTicket(player)
  const [closed, ...responses] = await Promise.all([
    runOnHub(hub, `tickets close ${id}`),
    ...Array.from({ length: 8 }, (_, place) => reply(player, id, `Answer ${place}`)),
  ])
  expect(closed.code).toBe(0)
  expect(responses.map(toOutcome)).toEqual(Array(8).fill('ok'))
  const thread = await read(player, id)
  expect(thread.messages).toHaveLength(8)
  expect(['open', 'closed']).toContain(thread.state)
})

test('a flood is refused with the time to retry, and saves nothing', async () => {
  const { hub, player, openTicket, send, reply, list, read } = await startSupport()
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, place) => send(player, { message: `Request ${place}` })),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(5)
  const refused = responses.find(({ ok }) => !ok)
  expect(refused).toMatchObject({ status: 429, body: { details: { retryInSeconds: 3600 } } })
  expect(refused?.headers.get('retry-after')).toBe('3600')
  expect(await list(player)).toHaveLength(5)
  hub.clock.advance(HOUR_MS - 1)
  expect(toOutcome(await send(player, { message: 'Still' }))).toBe('TICKETS_TOO_MANY')
  hub.clock.advance(1)
  const id = await openTicket(player, { message: 'Now' })

  const written = []
  for (let place = 0; place < 21; place++) written.push(toOutcome(await reply(player, id, `Line ${place}`)))
  expect(written).toEqual([...Array(20).fill('ok'), 'TICKETS_TOO_MANY'])
  expect((await read(player, id)).messages).toHaveLength(21)
})

test('the limit of emails to an address holds across players', async () => {
  const { hub, player, send } = await startSupport()
  const boris = await hub.logIn('boris@example.org')
  const email = 'stranger@example.org'
  const codes: string[] = []
  for (const as of [player, boris]) {
    for (const message of ['1', '2', '3']) codes.push(toOutcome(await send(as, { email, message })))
  }
  expect(codes).toEqual([...Array(5).fill('ok'), 'TICKETS_TOO_MANY'])
  expect(await emailsTo(hub, email)).toHaveLength(5)
})

test('a player sees only their own tickets, in pages', async () => {
  const { hub, player, openTicket, list } = await startSupport()
  const boris: Player = await hub.logIn('boris@example.org')
  const mine = [await openTicket(player, { message: '1' }), await openTicket(player, { message: '2' })]
  const others = await openTicket(boris)
  const [newest] = await list(player, { limit: 1 })
  expect(newest?.id).toBe(mine[1])
  expect((await list(player, { before: mine[1] as string })).map(({ id }) => id)).toEqual([mine[0]])
  expect((await list(boris)).map(({ id }) => id)).toEqual([others])
})

test('a project with its own support address gets its tickets', async () => {
  const email = 'island@example.org'
  const CONTENT_DIR = copyContent({ islandm3: (yaml) => `${yaml}\nsupportEmail: ${email}\n` })
  const { hub, player, openTicket, teamEmails } = await startSupport({ env: { CONTENT_DIR } })
  await openTicket(player, { paymentId: await stripeCheckout(hub).order(player) })
  expect(await emailsTo(hub, email)).toHaveLength(1)
  expect(await teamEmails()).toEqual([])
  await openTicket(player)
  expect(await emailsTo(hub, supportInbox)).toHaveLength(1)
})

test('closed tickets are deleted when their time is over, open ones stay', async () => {
  const { hub, player, openTicket } = await startSupport({ env: { TICKET_RETENTION_DAYS: '30' } })
  const closed = await openTicket(player, { message: 'Old' })
  const open = await openTicket(player, { message: 'Open' })
  await runOnHub(hub, `tickets close ${closed}`)
  const { db } = hub.context
  const ids = async () => (await db.selectFrom('tickets').select('id').execute()).map(({ id }) => id)
  await hub.passTime(30 * DAY_MS - HOUR_MS)
  expect((await ids()).toSorted()).toEqual([closed, open].toSorted())
  await hub.passTime(2 * HOUR_MS)
  expect(await ids()).toEqual([open])
  expect(await db.selectFrom('ticketMessages').select('ticketId').execute()).toEqual([{ ticketId: open }])
})
