import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { readConflict, saveClient } from '../../../test/support/save-client.ts'
import { DAY_MS } from '../../platform/clock.ts'

test('a save is found and restored as a new version, which the game notices', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  const { userId, email } = player
  expect((await runOnHub(hub, ['saves', 'list', userId])).printed).toBe('Nothing found.')
  await saves.writeOk('progress', '"good"', 0)
  await saves.writeOk('progress', '"broken"', 1)
  const listed = await runOnHub(hub, ['saves', 'list', email, 'islandm3'])
  expect(listed.printed).toMatch(/^project: islandm3\nkey: progress\n/)
  expect(listed.printed).toMatch(/1 .*6 .*replaced/)
  const args = ['saves', 'restore', email, 'islandm3', 'progress', '1', '--reason', 'Ticket 812']
  expect(await runOnHub(hub, args)).toEqual({
    code: 0,
    printed: 'progress of islandm3 is restored, as version 4. What it replaced is kept for 30 days.',
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
  expect(await restore('9')).toEqual({
    code: 1,
    printed: 'There is no such version. To list them: npm run hub -- saves list <player>',
  })
  for (const version of ['x', '0'])
    expect(await restore(version)).toMatchObject({
      ...{ code: 1, printed: expect.stringMatching(/^<version>: .*\nUsage: npm run hub -- saves restore/) },
    })
  hub.clock.advance(2 * DAY_MS)
  expect((await restore('1')).code).toBe(0)
  expect(await saveClient(hub, await hub.logIn(player.email)).list()).toMatchObject([{ value: '"good"' }])
})
