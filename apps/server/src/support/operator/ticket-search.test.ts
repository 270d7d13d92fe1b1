import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { supportClient } from '../../../test/support/support-client.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { listTickets } from './ticket-queue.ts'
import { foldChangedTickets } from './ticket-search.ts'
import { addTicketNote } from './ticket-work.ts'

const operation = { operator: 'Olga', operatorId: 'olga-id', reason: null }

/** Two tickets: Anna's about hints, and Семён's. */
async function openTwo(hub: TestHub) {
  const support = supportClient(hub)
  const anna = await hub.logIn('anna@example.org')
  const simon = await hub.logIn('simon@example.org')
  await hub.context.db
    .updateTable('accounts')
    .set({ nickName: 'Семён Жук' })
    .where('id', '=', simon.userId)
    .execute()
  const paymentId = await stripeCheckout(hub).order(anna)
  const hints = await support.openTicket(anna, { message: 'The HINTS are missing, 100% sure', paymentId })
  const crash = await support.openTicket(simon, {
    message: 'Игра "падает" на втором уровне',
    email: 'zhuk@mail.example',
  })
  return { support, anna, simon, hints, crash }
}

const find = async (hub: TestHub, q: string, filter: object = {}) =>
  (await listTickets(hub.context.db, { q, findsText: true, ...filter }, { limit: 5 })).rows.map(
    ({ id }) => id,
  )

test('tickets are found by email, name and words, in any case and order', async ({ hub }) => {
  const { support, anna, simon, hints, crash } = await openTwo(hub)
  for (const q of [
    'anna@example.org',
    'ANNA@',
    'hints',
    'missing hints',
    'sure anna',
    '100%',
    'nna@example.o',
  ])
    expect.soft(await find(hub, q), q).toEqual([hints])
  for (const q of [
    'семен',
    'СЕМЁН жук',
    'zhuk@',
    'simon@example.org',
    'уровне игра',
    '"падает"',
    'на уровне',
  ])
    expect.soft(await find(hub, q), q).toEqual([crash])
  for (const q of [
    'hints жук',
    'a',
    'на',
    '%%%',
    '"',
    '""" or',
    'hints*',
    'NOT hints nothing',
    "x' or 1=1",
    '___',
    '\\\\\\',
  ])
    expect.soft(await find(hub, q), q).toEqual([])
  expect(await find(hub, 'example.org', { states: ['closed'] })).toEqual([])
  expect((await find(hub, 'example.org')).toSorted()).toEqual([hints, crash].toSorted())

  await support.reply(simon, crash, 'Теперь и зависает')
  await addTicketNote(hub.context, hints, 'Chargeback pending', operation)
  await hub.context.db
    .updateTable('accounts')
    .set({ nickName: 'Аня' })
    .where('id', '=', anna.userId)
    .execute()
  expect(await find(hub, 'зависает')).toEqual([crash])
  expect(await find(hub, 'chargeback аня')).toEqual([hints])
})

test('a word of most tickets is found by looking at the first ones, with the same filters', async ({
  hub,
}) => {
  const { db } = hub.context
  const { support, anna, hints, crash } = await openTwo(hub)
  hub.clock.advance(1000)
  const later = await support.openTicket(anna, { message: 'hints again' })
  const search = async (q: string, cursor?: string) =>
    listTickets(db, { q, findsText: true, states: ['open'] }, { limit: 1, scanLimit: 1, cursor })
  const first = await search('example')
  expect(first.rows).toHaveLength(1)
  const ids = [first.rows[0]?.id]
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await search('example', cursor)
    ids.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor
  }
  expect(ids.toSorted()).toEqual([hints, crash, later].toSorted())
})

test('only roles that see personal data find text, in the palette too', async ({ hub }) => {
  const { hints, crash } = await openTwo(hub)
  await hub.context.db.updateTable('tickets').set({ project: 'familytown' }).where('id', '=', crash).execute()
  const owner = await addTestOperator(hub, { role: 'owner', project: '*' })
  const viewer = await addTestOperator(hub, { role: 'viewer', project: '*' })
  const island = await addTestOperator(hub, { role: 'support', project: 'islandm3' })
  const mixed = await addTestOperator(
    hub,
    { role: 'support', project: 'islandm3' },
    { role: 'producer', project: 'familytown' },
  )
  const list = async (operator: OperatorClient, q: string) =>
    (await operator.callOk('GET /tickets', { query: { q } as never })).data.result.map(({ id }) => id)
  const palette = async (operator: OperatorClient, q: string) =>
    (await operator.callOk('GET /search', { query: { q } })).data.result.hits
      .filter(({ kind }) => kind === 'ticket')
      .map(({ id }) => id)
  for (const search of [list, palette]) {
    expect(await search(owner, 'hints')).toEqual([hints])
    expect(await search(owner, 'Жук')).toEqual([crash])
    expect(await search(island, 'hints')).toEqual([hints])
    expect(await search(island, 'Жук')).toEqual([])
    for (const operator of [viewer, mixed])
      for (const q of ['hints', 'Жук', 'anna@example.org', 'zhuk@mail.example'])
        expect(await search(operator, q)).toEqual([])
    expect(await search(viewer, hints)).toEqual([hints])
  }
  const csv = await mixed.read('/tickets/export?q=hints')
  expect(csv.text).not.toContain(hints)
  for (const q of ['\u0000', 'x'.repeat(129), 'a\nb'])
    expect((await owner.send('GET /tickets', { query: { q } })).status).toBe(400)
  for (const q of [
    '__proto__',
    '{name}',
    '🙂🙂🙂',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    'AND OR NOT',
    'NEAR("a" "b")',
    '*',
    '^a:b',
  ])
    expect((await owner.send('GET /tickets', { query: { q } })).status).toBe(200)
})

test('a message that arrives while its ticket is folded is found, and an erased ticket leaves no words', async ({
  hub,
}) => {
  const { support, anna, hints } = await openTwo(hub)
  const { db } = hub.context
  await Promise.all([
    ...Array.from({ length: 5 }, (_, place) => support.reply(anna, hints, `number${place}`)),
    ...Array.from({ length: 5 }, () => foldChangedTickets(db)),
  ])
  for (let place = 0; place < 5; place++) expect(await find(hub, `number${place}`)).toEqual([hints])
  await db.deleteFrom('tickets').where('id', '=', hints).execute()
  expect(await find(hub, 'hints')).toEqual([])
  const { rows } = await sql`select folded from ticket_search where folded like '%hints%'`.execute(db)
  expect(rows).toEqual([])
})
