import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { readConflict, saveClient } from '../../../test/support/save-client.ts'
import { DAY_MS } from '../../platform/clock.ts'

test('a save is found and restored as a new version, which the game notices', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  const { userId, email } = player
  expect((await runOnHub(hub, ['saves', 'list', userId])).printed).toBe(`Player ${userId} has no saves.`)
  await saves.writeOk('progress', '"good"', 0)
  await saves.writeOk('progress', '"broken"', 1)
  const listed = await runOnHub(hub, ['saves', 'list', email, 'islandm3'])
  expect(listed.printed.split('\n')).toEqual([
    'islandm3 progress',
    '  2  2030-01-01T00:00:00.000Z by the game, 8 bytes, current',
    '  1  2030-01-01T00:00:00.000Z by the game, 6 bytes, replaced 2030-01-01T00:00:00.000Z',
  ])
  const args = ['saves', 'restore', email, 'islandm3', 'progress', '1', '--reason', 'Ticket 812']
  expect(await runOnHub(hub, args)).toEqual({
    code: 0,
    printed: 'progress of islandm3 is version 1 again, as version 4. What it replaced is kept for 30 days.',
  })
  expect(await saves.list()).toMatchObject([{ value: '"good"', version: 4 }])
  expect(readConflict(await saves.write('progress', '"later"', 2))).toMatchObject({ value: '"good"' })
  expect(await saves.listKept()).toContain('2 restore "broken"')
  const audit = await hub.context.db
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', 'save.restore')
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({
    playerId: userId,
    project: 'islandm3',
    reason: 'Ticket 812',
    operator: 'root',
  })
  expect(JSON.parse(audit.after ?? '')).toEqual({ key: 'progress', version: 4, restored: 1 })
})

test('a removed save is restored; an unknown version changes nothing', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '"good"', 0)
  await saves.remove('progress', 1)
  const restore = (version: string) =>
    runOnHub(hub, ['saves', 'restore', player.email, 'islandm3', 'progress', version, '--reason', 'Lost'])
  for (const version of ['9', 'x', '0'])
    expect(await restore(version)).toEqual({
      code: 1,
      printed: 'There is no such version. To list them: npm run hub -- saves list <player>',
    })
  hub.clock.advance(2 * DAY_MS)
  expect((await restore('1')).code).toBe(0)
  expect(await saveClient(hub, await hub.logIn(player.email)).list()).toMatchObject([{ value: '"good"' }])
})
