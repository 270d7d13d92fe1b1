import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { emailsTo } from '../../../test/support/registration.ts'
import { supportClient } from '../../../test/support/support-client.ts'
import { exportTickets } from '../export-tickets.ts'
import { replyAsSupport } from './operator-tickets.ts'
import { addReply, changeReply, deleteReply, listReplies } from './saved-replies.ts'
import { listTickets } from './ticket-queue.ts'
import { addTicketNote, assignTicket, keepDraft, readTicketForOperator, tagTicket } from './ticket-work.ts'

const operation = { operator: 'Olga Secret', operatorId: 'olga-id', reason: null }
const all = { projects: undefined, operatorId: 'olga-id' }

test('a player and their emails never get notes, tags, drafts or who replied', async ({ hub }) => {
  const support = supportClient(hub)
  const player = await hub.logIn('anna@example.org')
  const id = await support.openTicket(player, { message: 'Help' })
  await addTicketNote(hub.context, id, 'NOTE-CANARY', operation)
  await tagTicket(hub.context, id, ['TAG-CANARY'], { ...operation, version: 0 })
  await keepDraft(hub.context, { ticketId: id, operatorId: 'olga-id', text: 'DRAFT-CANARY' })
  expect(await readTicketForOperator(hub.context.db, id, all)).toMatchObject({
    ...{
      number: expect.any(Number),
      version: 1,
      draft: 'DRAFT-CANARY',
      tags: ['TAG-CANARY'],
      excerpt: 'Help',
    },
    notes: [{ text: 'NOTE-CANARY', operator: 'Olga Secret' }],
  })
  await replyAsSupport(hub.context, id, 'Done', { ...operation, close: true })
  await hub.runDueJobs()

  const emails = await emailsTo(hub, 'anna@example.org')
  expect(emails.filter(({ text }) => text?.includes('Done'))).toHaveLength(1)
  expect(emails).toHaveLength(2)
  const exported: unknown[] = []
  for await (const page of exportTickets(hub.context.db, player.userId).read()) exported.push(page)
  const seen = [await support.read(player, id), await support.list(player), exported, emails]
  expect(JSON.stringify(seen)).not.toMatch(/CANARY|Olga Secret|olga-id/)
  expect(await readTicketForOperator(hub.context.db, id, all)).toMatchObject({
    ...{ state: 'closed', draft: null },
    messages: [{ operator: null }, { operator: 'Olga Secret', text: 'Done' }],
  })
})

test('tickets are found by a tag without differences of case, ё and accents', async ({ hub }) => {
  const support = supportClient(hub)
  const ids: string[] = []
  for (const tag of ['Ёлка', 'елка', 'Café']) {
    const id = await support.openTicket(await hub.logIn())
    await tagTicket(hub.context, id, [tag], { ...operation, version: 0 })
    ids.push(id)
  }
  const find = async (tag: string, filter: object = {}) =>
    (await listTickets(hub.context.db, { tag, ...filter }, { limit: 5 })).rows.map(({ id }) => id).toSorted()
  expect(await find('ЕЛКА')).toEqual(ids.slice(0, 2).toSorted())
  expect(await find('cafe', { states: ['open'] })).toEqual(ids.slice(2))
  expect(await find('cafes')).toEqual([])
})

test('a second change of the same version is refused and tells who was first', async ({ hub }) => {
  const id = await supportClient(hub).openTicket(await hub.logIn())
  await assignTicket(hub.context, id, 'ivan', { ...operation, version: 0 })
  const late = tagTicket(hub.context, id, ['x'], { ...operation, version: 0 })
  await expect(late).rejects.toMatchObject({
    code: 'EDIT_CONFLICT',
    details: { by: 'Olga Secret', at: hub.clock.now() },
  })
})

test('open tickets come oldest first in pages, and one without a project is hidden from its operators', async ({
  hub,
}) => {
  const { db } = hub.context
  const support = supportClient(hub)
  const player = await hub.logIn()
  const ids: string[] = []
  for (const message of ['First', 'Second', 'Third']) {
    hub.clock.advance(1000)
    ids.push(await support.openTicket(player, { message }))
  }
  const states = ['open' as const]
  const first = await listTickets(db, { states }, { limit: 2 })
  expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const [one, two] = first.rows.map(({ number }) => number)
  expect(two).toBe((one ?? 0) + 1)
  const second = await listTickets(db, { states }, { limit: 2, cursor: first.nextCursor ?? '' })
  expect(second).toMatchObject({ rows: [{ id: ids[2] }], nextCursor: null })
  expect((await listTickets(db, { q: `#${two}` }, { limit: 2 })).rows).toMatchObject([{ id: ids[1] }])
  expect((await listTickets(db, { q: "x' or 1=1" }, { limit: 2 })).rows).toEqual([])
  expect((await listTickets(db, { projects: ['islandm3'] }, { limit: 2 })).rows).toEqual([])
  const read = readTicketForOperator(db, ids[0] ?? '', { ...all, projects: ['islandm3'] })
  await expect(read).rejects.toThrow('TICKET_NOT_FOUND')
})

test('saved replies are kept by version', async ({ hub }) => {
  const content = { title: 'Wait', language: 'en', text: 'Please wait.' }
  const { id } = await addReply(hub.context, content, operation)
  const changed = { ...content, text: 'One day.', version: 0 }
  expect(await changeReply(hub.context, id, changed, operation)).toMatchObject({ version: 1 })
  await expect(changeReply(hub.context, id, changed, operation)).rejects.toThrow('EDIT_CONFLICT')
  await deleteReply(hub.context, id, operation)
  expect(await listReplies(hub.context.db)).toEqual([])
  await expect(deleteReply(hub.context, id, operation)).rejects.toThrow('REPLY_NOT_FOUND')
})
