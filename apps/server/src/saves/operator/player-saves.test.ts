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

const place = { project: 'islandm3', key: 'progress' }

test('an operator reads what the current and a kept version hold; other versions do not exist', async ({
  hub,
  player,
}) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '{"level":1}', 0)
  await saves.writeOk('progress', '{"level":2}', 1)
  await saves.writeOk('settings', 'true', 0)
  await addTestOperator(hub, owner)
  const support = await addTestOperator(hub, { role: 'support', project: 'islandm3' })
  const elsewhere = await addTestOperator(hub, { role: 'support', project: 'skyport' })
  const params = { id: player.userId }
  const read = async (version: number, more = {}, operator = support) => {
    const query = { ...place, version, ...more }
    const { body } = await operator.call('GET /players/{id}/saves/value', { params, query })
    return 'data' in body ? [body.data.result.value, body.data.result.sizeBytes] : body.code
  }
  expect(await read(2)).toEqual(['{"level":2}', 11])
  expect(await read(1)).toEqual(['{"level":1}', 11])
  expect(await read(3)).toBe('SAVE_VERSION_NOT_FOUND')
  expect(await read(1, { key: 'other' })).toBe('SAVE_VERSION_NOT_FOUND')
  expect(await read(1, { project: 'familytown' })).toBe('SAVE_VERSION_NOT_FOUND')
  expect(await read(2, {}, elsewhere)).toBe('PLAYER_NOT_FOUND')
  for (const odd of [{ version: 0 }, { version: 1.5 }, { key: '__proto__' }, { key: 'a b' }])
    expect(await read(1, odd), JSON.stringify(odd)).toBe('BODY_INVALID')
})

test('texts in a save are hidden from roles without personal data, however deep; numbers stay', async ({
  hub,
  player,
}) => {
  const saves = saveClient(hub, player)
  const depth = 100_000
  const deep = `${'['.repeat(depth)}"Anna"${']'.repeat(depth)}`
  const value = '{"hero":"Anna \\"K\\"", "level" : 7, "anna@mail.ru":[79161234567,true,null,-1.5e3,""]}'
  await saves.writeOk('progress', value, 0)
  await saves.writeOk('progress', deep, 1)
  await addTestOperator(hub, owner)
  const viewer = await addTestOperator(hub, { role: 'viewer', project: '*' })
  const read = async (version: number) => {
    const query = { ...place, version }
    const params = { id: player.userId }
    return (await viewer.callOk('GET /players/{id}/saves/value', { params, query })).data.result.value
  }
  expect(await read(1)).toBe('{"hero":"•••", "level" : 7, "•••@•••.ru":["•••",true,null,-1.5e3,""]}')
  expect(JSON.parse(await read(1))).toMatchObject({ level: 7 })
  expect(await read(2)).toBe(deep.replace('Anna', '•••'))
})
