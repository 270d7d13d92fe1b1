import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import type { Player } from '../../../test/support/test-hub.ts'
import { up } from '../../migrations/2026-11-29-95-notes-by-project.ts'

const support = (project: string) => ({ role: 'support' as const, project })

async function listNotes(operator: OperatorClient, { userId }: Player): Promise<string[]> {
  const { data } = await operator.callOk('GET /players/{id}', { params: { id: userId } })
  return data.result.notes.map(({ text }) => text).toSorted()
}

test('a note is read by the staff of its author’s projects, and by those of all', async ({ hub, player }) => {
  for (const project of ['islandm3', 'familytown'])
    await hub.callOk('POST /play/token', { as: player, body: { project } })
  const all = await addTestOperator(hub, support('*'), { role: 'owner', project: '*' })
  const island = await addTestOperator(hub, support('islandm3'))
  const town = await addTestOperator(hub, support('familytown'))
  const both = await addTestOperator(hub, support('islandm3'), support('familytown'))
  const arena = await addTestOperator(hub, support('islandm3'), support('neuroarena'))
  const params = { id: player.userId }
  for (const [operator, text] of [
    [all, 'all'],
    [island, 'island'],
    [town, 'town'],
    [both, 'both'],
    // The player is unknown there.
    [arena, 'arena'],
  ] as const)
    await operator.callOk('POST /players/{id}/notes', { params, body: { text } })
  expect(await listNotes(all, player)).toEqual(['all', 'arena', 'both', 'island', 'town'])
  expect(await listNotes(both, player)).toEqual(['arena', 'both', 'island', 'town'])
  expect(await listNotes(island, player)).toEqual(['arena', 'island'])
  expect(await listNotes(town, player)).toEqual(['town'])

  const { db } = hub.context
  await db.updateTable('playerNotes').set({ projects: null }).execute()
  expect(await listNotes(island, player)).toEqual([])
  await db.schema.alterTable('playerNotes').dropColumn('projects').execute()
  await up(db as never)
  expect(await listNotes(all, player)).toEqual(['all', 'arena', 'both', 'island', 'town'])
  expect(await listNotes(both, player)).toEqual(['both', 'island', 'town'])
  expect(await listNotes(island, player)).toEqual(['island'])
  expect(await listNotes(town, player)).toEqual(['town'])
})
