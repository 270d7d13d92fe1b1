import { maxSavesBytes } from '@playhub/contract'
import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../test/support/game-server-client.ts'
import { test } from '../../test/support/hub-test.ts'
import { saveClient } from '../../test/support/save-client.ts'

const withServerKey = test.extend('hubOptions', {
  content: { islandm3: (yaml) => yaml.replace(/^game:$/m, 'game:\n  saves: {serverKeys: [inventory]}') },
})

withServerKey('a game server writes what the game only reads', async ({ hub, player }) => {
  await openGame(hub, player)
  const server = gameServerClient(hub)
  const playerId = player.userId
  const stored = await server.callOk('PUT /saves', {
    body: { playerId, key: 'inventory', value: '["lamp"]' },
  })
  expect(stored).toEqual({ key: 'inventory', version: 1, savedAt: hub.clock.now(), sizeBytes: 8 })
  expect(await saveClient(hub, player).list()).toEqual([{ ...stored, value: '["lamp"]' }])
  const again = await server.callOk('PUT /saves', { body: { playerId, key: 'inventory', value: '[]' } })
  expect(again.version).toBe(2)
  await server.callOk('DELETE /saves', { query: { playerId, key: 'inventory' } })
  await server.callOk('DELETE /saves', { query: { playerId, key: 'inventory' } })
  expect((await server.callOk('GET /saves', { query: { playerId } })).data.result).toEqual([])
})

test('a game server and the game write by version, and neither loses a value', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '"game"', 0)
  await saves.writeOk('settings', '1', 0)
  const server = gameServerClient(hub)
  const place = { playerId: player.userId, key: 'progress' }
  const conflict = await server.call('PUT /saves', { body: { ...place, value: '"server"', ifVersion: 0 } })
  expect(conflict.body).toMatchObject({
    code: 'SAVE_CONFLICT',
    details: { current: { value: '"game"', version: 1 } },
  })
  await server.callOk('PUT /saves', { body: { ...place, value: '"server"', ifVersion: 1 } })
  expect(await saves.listKept()).toEqual(['1 conflict "game"', '2 conflict "server"'])
  const { data } = await server.callOk('GET /saves', { query: place })
  expect(data.result).toMatchObject([{ key: 'progress', value: '"server"', version: 3 }])
  expect(await server.getOutcome('DELETE /saves', { query: { ...place, ifVersion: 1 } })).toBe(
    'SAVE_CONFLICT',
  )
  await server.callOk('DELETE /saves', { query: { ...place, ifVersion: 3 } })
  expect((await saves.list()).map(({ key }) => key)).toEqual(['settings'])
})

test('a key has access to the saves of its game alone', async ({ hub, player }) => {
  await saveClient(hub, player, 'islandm3').writeOk('progress', '"island"', 0)
  const playerId = player.userId
  const foreign = gameServerClient(hub, 'sandbox_familytown')
  expect(await foreign.getOutcome('GET /saves', { query: { playerId } })).toBe('PLAYER_NOT_FOUND')
  const body = { playerId, key: 'progress', value: '1' }
  expect(await foreign.getOutcome('PUT /saves', { body })).toBe('PLAYER_NOT_FOUND')
  await openGame(hub, player, 'familytown')
  await foreign.callOk('PUT /saves', { body })
  expect((await foreign.callOk('GET /saves', { query: { playerId } })).data.result).toHaveLength(1)
  expect(await saveClient(hub, player, 'islandm3').list()).toMatchObject([{ value: '"island"' }])
})

test('a game server has the limits of size, and no access to banned players', async ({ hub, player }) => {
  await openGame(hub, player)
  const server = gameServerClient(hub)
  const put = (value: string, key = 'progress') =>
    server.getOutcome('PUT /saves', { body: { playerId: player.userId, key, value } })
  expect(await put(JSON.stringify('x'.repeat(maxSavesBytes)))).toBe('SAVE_TOO_LARGE')
  expect(await put(JSON.stringify('x'.repeat(maxSavesBytes - 2)))).toBe('ok')
  expect(await put('1', 'more')).toBe('SAVES_FULL')
  await hub.context.db.updateTable('accounts').set({ bannedAt: 1 }).execute()
  expect(await put('1')).toBe('ACCOUNT_BANNED')
})
