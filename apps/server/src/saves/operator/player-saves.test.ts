import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { saveClient } from '../../../test/support/save-client.ts'

const owner = { role: 'owner', project: '*' } as const

test('an operator sees the versions of a save without its value, and restores one', async ({
  hub,
  player,
}) => {
  const saves = saveClient(hub, player)
  const at = hub.clock.now()
  await saves.writeOk('progress', '"secret"', 0)
  await saves.writeOk('progress', '"broken"', 1)
  await addTestOperator(hub, owner)
  const operator = await addTestOperator(hub, { role: 'support', project: '*' })
  const params = { id: player.userId }
  const listed = await operator.callOk('GET /players/{id}/saves', { params, query: {} })
  expect(listed.data.result).toEqual([
    {
      project: 'islandm3',
      key: 'progress',
      current: { version: 2, sizeBytes: 8, savedAt: at, source: 'client' },
      versions: [
        { version: 1, sizeBytes: 8, savedAt: at, source: 'client', replacedAt: at, reason: 'replaced' },
      ],
    },
  ])
  const body = { project: 'islandm3', key: 'progress', version: 1, reason: 'Ticket 812' }
  const restore = () =>
    operator.callOk('POST /players/{id}/saves/restore', { params, body, idempotencyKey: 'a' })
  expect((await restore()).data.result).toMatchObject({ key: 'progress', version: 4 })
  expect((await restore()).data.result).toMatchObject({ version: 4 })
  expect(await saves.list()).toMatchObject([{ value: '"secret"' }])
  const { data } = await operator.callOk('GET /players/{id}/audit', { params, query: {} })
  expect(data.result[0]).toMatchObject({ action: 'save.restore', reason: 'Ticket 812', project: 'islandm3' })
})

test('an operator of one project sees and restores its saves alone', async ({ hub, player }) => {
  for (const project of ['islandm3', 'familytown']) {
    await saveClient(hub, player, project).writeOk('progress', '1', 0)
    await saveClient(hub, player, project).writeOk('progress', '2', 1)
  }
  await addTestOperator(hub, owner)
  const operator = await addTestOperator(hub, { role: 'support', project: 'familytown' })
  const params = { id: player.userId }
  const list = async (project?: string) =>
    (await operator.callOk('GET /players/{id}/saves', { params, query: project ? { project } : {} })).data
      .result
  expect((await list()).map(({ project }) => project)).toEqual(['familytown'])
  expect(await list('islandm3')).toEqual([])
  const restore = (project: string) =>
    operator.call('POST /players/{id}/saves/restore', {
      params,
      body: { project, key: 'progress', version: 1, reason: 'Ticket 812' },
      idempotencyKey: project,
    })
  expect((await restore('islandm3')).body).toMatchObject({ code: 'SAVE_VERSION_NOT_FOUND' })
  expect((await restore('familytown')).status).toBe(200)
})
