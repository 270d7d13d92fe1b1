/** Several operators on the same tickets, over HTTP. */
import type { OperatorTicket } from '@playhub/contract/operator'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { emailsTo, toOutcome } from '../../../test/support/registration.ts'
import { supportClient } from '../../../test/support/support-client.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS } from '../../platform/clock.ts'

const everywhere = { role: 'support', project: '*' } as const
/** There is no console before the first owner. */
const owner = { role: 'owner', project: '*' } as const

const read = async (operator: OperatorClient, id: string): Promise<OperatorTicket> =>
  (await operator.callOk('GET /tickets/{id}', { params: { id } })).data.result

const answer = (
  operator: OperatorClient,
  id: string,
  body: { text: string; close?: boolean; seenMessages?: number },
) =>
  operator.call('POST /tickets/{id}/answer', {
    ...{ params: { id }, body: { close: false, ...body }, idempotencyKey: crypto.randomUUID() },
  })

const writers = async (operator: OperatorClient, id: string) =>
  (await operator.callOk('GET /tickets/{id}/writing', { params: { id } })).data.result

async function startTeam(hub: TestHub) {
  const [olga, ivan] = [await addTestOperator(hub, owner), await addTestOperator(hub, everywhere)]
  const player = await hub.logIn('anna@example.org')
  const support = supportClient(hub)
  const id = await support.openTicket(player, { message: 'Help' })
  return { olga, ivan, player, support, id }
}

test('of two operators who send at once, one answers and the other learns of it', async ({ hub }) => {
  const { olga, ivan, player, id } = await startTeam(hub)
  for (const text of ['Same words', undefined])
    for (const [round, close] of [false, true].entries()) {
      await olga.call('POST /tickets/{id}/reopen', { params: { id }, body: {} })
      const { messages } = await read(olga, id)
      const seenMessages = messages.length
      const sent = await Promise.all(
        [olga, ivan].map((operator, place) =>
          answer(operator, id, { text: `${text ?? `Mine ${place}`} ${round}`, close, seenMessages }),
        ),
      )
      expect(sent.map(toOutcome).toSorted()).toEqual([close ? 'TICKET_CLOSED' : 'TICKET_CHANGED', 'ok'])
      expect((await read(olga, id)).messages).toHaveLength(seenMessages + 1)
    }
  await hub.runDueJobs()
  const emails = await emailsTo(hub, player.email)
  expect(emails.filter(({ subject }) => subject.includes('answered'))).toHaveLength(4)
  expect(emails).toHaveLength(5)
})

test("an answer is not sent when the player or a colleague was faster, and a repeated one isn't sent twice", async ({
  hub,
}) => {
  const { olga, ivan, player, support, id } = await startTeam(hub)
  await support.reply(player, id, 'It works now')
  expect(toOutcome(await answer(olga, id, { text: 'Try again', seenMessages: 1 }))).toBe('TICKET_CHANGED')
  expect(await read(olga, id)).toMatchObject({ state: 'open', messages: { length: 2 } })
  const closing = { params: { id }, body: { seenMessages: 1 } }
  expect(toOutcome(await olga.call('POST /tickets/{id}/close', closing))).toBe('TICKET_CHANGED')
  expect(await read(olga, id)).toMatchObject({ state: 'open' })

  expect(toOutcome(await answer(olga, id, { text: 'Good', seenMessages: 2 }))).toBe('ok')
  expect(toOutcome(await answer(olga, id, { text: 'Good', seenMessages: 2 }))).toBe('ok')
  expect(toOutcome(await answer(ivan, id, { text: 'Good', seenMessages: 2 }))).toBe('TICKET_CHANGED')
  expect((await read(ivan, id)).messages).toHaveLength(3)
  // As the console of the previous version and the commands.
  expect(toOutcome(await answer(ivan, id, { text: 'Anything else?' }))).toBe('ok')
  for (const seenMessages of [-1, 1.5, 1e300])
    expect(toOutcome(await answer(ivan, id, { text: 'x', seenMessages }))).toBe('BODY_INVALID')
})

test('a colleague is named while writing, without a word of the draft', async ({ hub }) => {
  const { olga, ivan, id } = await startTeam(hub)
  const viewer = await addTestOperator(hub, { role: 'viewer', project: 'islandm3' })
  const keep = (text: string) => olga.callOk('PUT /tickets/{id}/draft', { params: { id }, body: { text } })
  await keep('DRAFT-CANARY')
  expect(await writers(ivan, id)).toEqual({
    ...{ writing: [{ id: olga.id, name: 'Olga' }], state: 'open', messages: 1 },
  })
  expect((await writers(olga, id)).writing).toEqual([])
  expect(JSON.stringify(await read(ivan, id))).not.toContain('CANARY')
  const foreign = await viewer.call('GET /tickets/{id}/writing', { params: { id } })
  expect(toOutcome(foreign)).toBe('TICKET_NOT_FOUND')
  hub.clock.advance(15_000)
  expect((await writers(ivan, id)).writing).toEqual([])
  await keep('DRAFT-CANARY, longer')
  expect((await writers(ivan, id)).writing).toHaveLength(1)
  await answer(olga, id, { text: 'Done', seenMessages: 1 })
  expect(await writers(ivan, id)).toEqual({ writing: [], state: 'answered', messages: 2 })
})

test('a message of the player opens a closed ticket again for 14 days, also the same words', async ({
  hub,
}) => {
  const { olga, player, support, id } = await startTeam(hub)
  await olga.callOk('POST /tickets/{id}/close', { params: { id }, body: {} })
  await hub.runDueJobs()
  expect((await support.read(player, id)).reopensUntil).toBe(hub.clock.now() + 14 * DAY_MS)
  hub.clock.advance(14 * DAY_MS)
  const later = await hub.logIn(player.email)
  const replies = await Promise.all([support.reply(later, id, 'Help'), support.reply(later, id, 'Help')])
  expect(replies.map(toOutcome)).toEqual(['ok', 'ok'])
  const reopened = await support.read(later, id)
  expect(reopened).toMatchObject({ state: 'open', reopensUntil: null, messages: { length: 2 } })
  expect((await support.teamEmails()).map(({ subject }) => subject)).toEqual([
    `Re: Other · ticket ${id}`,
    `Other · ticket ${id}`,
  ])

  const ivan = await addTestOperator(hub, everywhere)
  await ivan.callOk('POST /tickets/{id}/close', { params: { id }, body: {} })
  hub.clock.advance(14 * DAY_MS + 1)
  const latest = await hub.logIn(player.email)
  expect((await support.read(latest, id)).reopensUntil).toBeNull()
  expect(toOutcome(await support.reply(latest, id, 'Still'))).toBe('TICKET_CLOSED')
})

test('staff reopen a ticket whenever it was closed, without an email', async ({ hub }) => {
  const { player, support, id, ivan } = await startTeam(hub)
  await ivan.callOk('POST /tickets/{id}/close', { params: { id }, body: {} })
  await hub.runDueJobs()
  const before = await emailsTo(hub, player.email)
  hub.clock.advance(60 * DAY_MS)
  const olga = await addTestOperator(hub, everywhere)
  const reopen = (operator: OperatorClient) =>
    operator.call('POST /tickets/{id}/reopen', { params: { id }, body: {} })
  expect((await Promise.all([reopen(olga), reopen(olga)])).map(toOutcome)).toEqual(['ok', 'ok'])
  expect(await read(olga, id)).toMatchObject({ state: 'open', updatedAt: hub.clock.now() })
  await hub.runDueJobs()
  expect(await emailsTo(hub, player.email)).toHaveLength(before.length)
  const { db } = hub.context
  const recorded = db.selectFrom('auditLog').select('operatorId').where('action', '=', 'ticket.reopen')
  expect(await recorded.execute()).toEqual([{ operatorId: olga.id }])
  expect(toOutcome(await support.reply(await hub.logIn(player.email), id, 'Thanks'))).toBe('ok')
  const viewer = await addTestOperator(hub, { role: 'viewer', project: '*' })
  expect(toOutcome(await reopen(viewer))).toBe('OPERATOR_FORBIDDEN')
})

test.for(['en', 'ru'] as const)(
  'closing sends one email in %s, which invites no reply that would be refused',
  async (language, { hub }) => {
    const olga = await addTestOperator(hub, owner)
    const player = await hub.logIn('anna@example.org')
    const open = async (message: string) =>
      (
        await hub.callOk('POST /payments/send-letter-support', {
          as: player,
          body: { data: { email: player.email, reason: 'OTHER', message } },
          headers: { 'frontend-language': language },
        })
      ).data.result.ticketId
    const inBoth = async () => (await emailsTo(hub, player.email)).length
    const reopen = {
      en: 'write to us here until 15 January 2030 at 00:00 UTC',
      ru: 'напишите нам здесь до 15 января 2030 г. в 00:00 UTC',
    }[language]
    const invites = { en: 'simply reply to this email', ru: 'прямо на это письмо' }[language]
    const closings = [
      (id: string) => answer(olga, id, { text: 'Done', close: true, seenMessages: 1 }),
      (id: string) => olga.call('POST /tickets/{id}/close', { params: { id }, body: {} }),
      async (id: string) => {
        await answer(olga, id, { text: 'Done', seenMessages: 1 })
        await hub.runDueJobs()
        return answer(olga, id, { text: 'Done', close: true, seenMessages: 2 })
      },
    ]
    for (const [place, close] of closings.entries()) {
      const id = await open(`Help ${place}`)
      await hub.runDueJobs()
      const before = (await inBoth()) + (place === 2 ? 1 : 0)
      expect(toOutcome(await close(id))).toBe('ok')
      await hub.runDueJobs()
      expect(await inBoth()).toBe(before + 1)
      const [email] = await emailsTo(hub, player.email)
      for (const body of [email?.text, email?.html]) {
        expect(body).toContain(reopen)
        expect(body).not.toContain(invites)
      }
    }
  },
)

test('a saved reply knows its placeholders, and a player cannot inject by their name', async ({ hub }) => {
  const { olga, player, support } = await startTeam(hub)
  const save = (text: string) =>
    olga.call('POST /replies', { body: { title: 'Hello', language: 'en', text } })
  expect(toOutcome(await save('Hello {name}, {order} of {game} {'))).toBe('ok')
  for (const unknown of [
    '{nmae}',
    '{имя}',
    '{ name }',
    '{}',
    '{__proto__}',
    '{constructor}',
    '{name.length}',
  ]) {
    const refused = await save(`Hello ${unknown} {name}`)
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'PLACEHOLDER_UNKNOWN',
        details: { unknown: [unknown], known: ['{name}', '{order}', '{game}'] },
      },
    })
  }
  const [reply] = (await olga.callOk('GET /replies')).data.result
  const changed = { title: 'Hello', language: 'en', text: '{who}', version: 0 }
  const change = await olga.call('PUT /replies/{id}', { params: { id: reply?.id ?? '' }, body: changed })
  expect(toOutcome(change)).toBe('PLACEHOLDER_UNKNOWN')

  const nickName = '<img src=x>\r\nBcc: {order}\u202e\u0000'.replace('\u0000', '')
  await hub.context.db.updateTable('accounts').set({ nickName }).where('id', '=', player.userId).execute()
  const orderId = await stripeCheckout(hub).order(player)
  const id = await support.openTicket(player, { paymentId: orderId, message: 'Where is it?' })
  const { placeholders, playerName } = await read(olga, id)
  expect(playerName).toBe(nickName)
  expect(placeholders).toEqual({
    name: '<img src=x> Bcc: {order}',
    order: orderId,
    game: 'Treasure Island M3',
  })
  await answer(olga, id, { text: `Hello ${placeholders?.name}!`, seenMessages: 1 })
  const email = (await emailsTo(hub, player.email)).find(({ text }) => text.includes('Hello'))
  expect(email?.html).not.toContain('<img src=x>')
  expect(email?.html).toContain('&#60;img src=x&#62; Bcc: {order}!')

  const plain = await support.openTicket(player, { message: 'No order' })
  expect((await read(olga, plain)).placeholders).toEqual({ name: '<img src=x> Bcc: {order}' })
})
