import { expect, test } from 'vitest'
import { operate } from '../cli/testing/beside-hub.ts'
import { stripeCheckout } from '../payments/testing/stripe-checkout.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { copyContent } from '../testing/content-copy.ts'
import { emailsTo, outcomeOf } from '../testing/registration.ts'
import { type Player, startTestHub, type TestHub } from '../testing/test-hub.ts'
import { helpDeskAt, supportAddress } from './testing/help-desk.ts'

async function startHelpDesk(options: Parameters<typeof startTestHub>[0] = {}) {
  const hub = await startTestHub(options)
  return { hub, player: await hub.signIn('anna@example.org'), ...helpDeskAt(hub) }
}

const fieldsOf = (answer: { ok: boolean; body: unknown }) =>
  (answer.body as { errors?: { field: string; issue: string }[] }).errors?.map(
    ({ field, issue }) => `${field}: ${issue}`,
  )

async function deadJobs({ context: { db } }: TestHub) {
  return db.selectFrom('jobs').selectAll().where('state', '=', 'dead').execute()
}

test('the team gets the words, the player and all that happened to the order, without a secret', async () => {
  const { hub, player, ask, teamLetters } = await startHelpDesk()
  const { orderId, intentId } = await stripeCheckout(hub).buy(player)
  const message = 'The hints have not come.\nI paid <b>twice</b> & waited.'
  const id = await ask(player, { reason: 'DROP_NOT_CREDITED', paymentId: orderId, message })
  const [letter, ...others] = await teamLetters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe(`Drop not credited: Five hints · ticket ${id}`)
  for (const told of [
    message,
    `Payment ID: ${orderId}`,
    'Game: islandm3',
    `Player: ${player.userId} (Test, by mail)`,
    'Answers go to: anna@example.org',
    '2030-01-01 00:00:00  Ordered "Five hints" of islandm3 for $0.99 or ₽99',
    'Attempt at stripe opened for $0.99',
    'Event from stripe: payment_intent.succeeded',
    'Attempt at stripe: succeeded, Visa •••• 4242',
    'Order paid through stripe',
    'Purchase granted',
    'Webhook payment.paid delivered',
    'emailed',
    `npm run hub -- tickets answer ${id}`,
  ]) {
    expect(letter?.text).toContain(told)
  }
  expect(letter?.html).toContain('&#60;b&#62;twice&#60;/b&#62; &#38; waited')
  const secrets = [intentId, player.jwt, player.password, 'whsec_', 'sk_test', '_secret_', 'argon2']
  for (const secret of secrets) expect(letter?.text).not.toContain(secret)
})

test.each([
  [
    'en',
    'We have received your request',
    'We have received your request and will contact you via email shortly.',
  ],
  ['ru', 'Мы получили ваше обращение', 'Мы получили ваше обращение и скоро свяжемся с вами по почте.'],
])('the player is told in %s that the request has arrived', async (language, subject, sentence) => {
  const { hub, player } = await startHelpDesk()
  const answer = await hub.callOk('POST /payments/send-letter-support', {
    as: player,
    body: {
      data: { email: ' Feedback@EXAMPLE.org ', reason: 'OTHER', nickName: 'x', currentAuthType: 'mail' },
    },
    headers: { 'frontend-language': language },
  })
  const [letter] = await emailsTo(hub, 'feedback@example.org')
  expect(letter?.subject).toBe(subject)
  for (const body of [letter?.text, letter?.html]) {
    expect(body).toContain(sentence)
    expect(body).toContain(`${hub.url}/transactions/help?ticket=${answer.data.result.ticketId}`)
  }
})

test('a request may name no payment, one of the own in any case, and nothing else', async () => {
  const { hub, player, ask, read, send } = await startHelpDesk()
  const orderId = await stripeCheckout(hub).order(player)
  expect(await read(player, await ask(player))).toMatchObject({ paymentId: null, project: null, title: null })
  expect((await read(player, await ask(player, { paymentId: null, message: 'Null' }))).paymentId).toBeNull()
  const named = await ask(player, { paymentId: ` ${orderId.toUpperCase()} ` })
  expect(await read(player, named)).toMatchObject({ paymentId: orderId, title: 'Five hints', state: 'open' })
  for (const paymentId of ['42', `${orderId}0`, "' or 1=1 --"]) {
    expect(fieldsOf(await send(player, { paymentId }))).toEqual(['data.paymentId: PAYMENT_ID_INVALID'])
  }
  const elsewhere = '01900000-0000-7000-8000-000000000000'
  expect(outcomeOf(await send(player, { paymentId: elsewhere }))).toBe('PAYMENT_NOT_FOUND')
})

test('what does not fit is refused beside its field', async () => {
  const { player, send } = await startHelpDesk()
  const long = `${'a'.repeat(321 - '@example.org'.length)}@example.org`
  const wrong = { reason: 'MONEY' as 'OTHER' }
  expect(fieldsOf(await send(player, wrong))).toEqual(['data.reason: REASON_REQUIRED'])
  expect(fieldsOf(await send(player, { reason: undefined }))).toEqual(['data.reason: REASON_REQUIRED'])
  expect(fieldsOf(await send(player, { email: '' }))).toEqual(['data.email: EMAIL_REQUIRED'])
  expect(fieldsOf(await send(player, { email: 'anna' }))).toEqual(['data.email: EMAIL_INVALID'])
  expect(fieldsOf(await send(player, { email: long }))).toEqual(['data.email: EMAIL_TOO_LONG'])
  expect(fieldsOf(await send(player, { message: 'x'.repeat(4001) }))).toEqual(['data.message: TEXT_TOO_LONG'])
})

test('twenty presses at once are one ticket; once it is answered the same words are a new one', async () => {
  const { hub, player, ask, list, teamLetters } = await startHelpDesk()
  const request = { message: 'Where is my chest?' }
  const ids = await Promise.all(Array.from({ length: 20 }, () => ask(player, request)))
  expect(new Set(ids).size).toBe(1)
  expect(await teamLetters()).toHaveLength(1)
  expect(await emailsTo(hub, player.email)).toHaveLength(1)
  await operate(hub, ['tickets', 'answer', ids[0] as string, 'In the bag'])
  const second = await ask(player, request)
  expect((await list(player)).map(({ id, state }) => [id, state])).toEqual([
    [second, 'open'],
    [ids[0], 'answered'],
  ])
  expect(await deadJobs(hub)).toEqual([])
})

test('player and support write to each other until the ticket is closed', async () => {
  const { hub, player, ask, read, write, teamLetters } = await startHelpDesk()
  const id = await ask(player, { message: 'Hello' })
  await hub.runDueJobs()
  hub.clock.advance(1000)
  await operate(hub, ['tickets', 'answer', id, 'Which level?\nAnd which chest?'])
  const [answer] = await emailsTo(hub, player.email)
  expect(answer?.subject).toBe('Playhub support has answered you')
  expect(answer?.text).toContain('Which level?\nAnd which chest?')
  expect((await read(player, id)).state).toBe('answered')

  hub.clock.advance(1000)
  const [first, again] = await Promise.all([write(player, id, ' The third '), write(player, id, 'The third')])
  expect([outcomeOf(first), outcomeOf(again)]).toEqual(['ok', 'ok'])
  const thread = await read(player, id)
  expect(thread.state).toBe('open')
  expect(thread.updatedAt).toBe(hub.clock.now())
  expect(thread.messages.map(({ author, text }) => `${author}: ${text}`)).toEqual([
    'player: Hello',
    'support: Which level?\nAnd which chest?',
    'player: The third',
  ])
  const [told, ...before] = await teamLetters()
  expect(told?.subject).toBe(`Re: Other · ticket ${id}`)
  expect(told?.text).toContain('The third')
  expect(before).toHaveLength(1)

  await operate(hub, `tickets close ${id}`)
  expect(outcomeOf(await write(player, id, 'One more thing'))).toBe('TICKET_CLOSED')
  expect(await read(player, id)).toMatchObject({ state: 'closed', messages: { length: 3 } })
})

test('an answer and the closing at one moment leave nothing unsaid', async () => {
  const { hub, player, ask, read, write } = await startHelpDesk()
  const id = await ask(player)
  const [closed, ...answers] = await Promise.all([
    operate(hub, `tickets close ${id}`),
    ...Array.from({ length: 8 }, (_, place) => write(player, id, `Answer ${place}`)),
  ])
  expect(closed.code).toBe(0)
  const taken = answers.filter(({ ok }) => ok).length
  expect(answers.filter(({ ok }) => !ok).map(outcomeOf)).toEqual(Array(8 - taken).fill('TICKET_CLOSED'))
  expect(await read(player, id)).toMatchObject({ state: 'closed', messages: { length: taken } })
})

test('a flood is told when to come back, and leaves nothing behind', async () => {
  const { hub, player, ask, send, write, list, read } = await startHelpDesk()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, place) => send(player, { message: `Request ${place}` })),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  const refused = answers.find(({ ok }) => !ok)
  expect(refused).toMatchObject({ status: 429, body: { details: { retryInSeconds: 3600 } } })
  expect(refused?.headers.get('retry-after')).toBe('3600')
  expect(await list(player)).toHaveLength(5)
  hub.clock.advance(HOUR_MS - 1)
  expect(outcomeOf(await send(player, { message: 'Still' }))).toBe('TICKETS_TOO_MANY')
  hub.clock.advance(1)
  const id = await ask(player, { message: 'Now' })

  const written = []
  for (let place = 0; place < 21; place++) written.push(outcomeOf(await write(player, id, `Line ${place}`)))
  expect(written).toEqual([...Array(20).fill('ok'), 'TICKETS_TOO_MANY'])
  expect((await read(player, id)).messages).toHaveLength(21)
})

test('nobody fills a stranger’s mailbox, whoever asks', async () => {
  const { hub, player, send } = await startHelpDesk()
  const boris = await hub.signIn('boris@example.org')
  const email = 'stranger@example.org'
  const codes: string[] = []
  for (const as of [player, boris]) {
    for (const message of ['1', '2', '3']) codes.push(outcomeOf(await send(as, { email, message })))
  }
  expect(codes).toEqual([...Array(5).fill('ok'), 'TICKETS_TOO_MANY'])
  expect(await emailsTo(hub, email)).toHaveLength(5)
})

test('a player sees the own tickets alone, a page at a time', async () => {
  const { hub, player, ask, list } = await startHelpDesk()
  const boris: Player = await hub.signIn('boris@example.org')
  const mine = [await ask(player, { message: '1' }), await ask(player, { message: '2' })]
  const others = await ask(boris)
  const [newest] = await list(player, { limit: 1 })
  expect(newest?.id).toBe(mine[1])
  expect((await list(player, { before: mine[1] as string })).map(({ id }) => id)).toEqual([mine[0]])
  expect((await list(boris)).map(({ id }) => id)).toEqual([others])
})

test('a game with a support address of its own gets the requests about it', async () => {
  const address = 'island@example.org'
  const CONTENT_DIR = copyContent({ islandm3: (yaml) => `${yaml}\nsupportEmail: ${address}\n` })
  const { hub, player, ask, teamLetters } = await startHelpDesk({ env: { CONTENT_DIR } })
  await ask(player, { paymentId: await stripeCheckout(hub).order(player) })
  expect(await emailsTo(hub, address)).toHaveLength(1)
  expect(await teamLetters()).toEqual([])
  await ask(player)
  expect(await emailsTo(hub, supportAddress)).toHaveLength(1)
})
