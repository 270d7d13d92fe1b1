import { maxSaveKeys, maxSavesBytes, maxSaveWritesPerMinute } from '@playhub/contract'
import { expect } from 'vitest'
import { test as ownHubTest } from '../../test/support/hub-test.ts'
import { toOutcome } from '../../test/support/registration.ts'
import { readConflict, saveClient } from '../../test/support/save-client.ts'
import { test } from '../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import { writeSave } from './index.ts'

const withServerKey = test.extend('hubOptions', {
  content: { islandm3: (yaml) => yaml.replace(/^game:$/m, 'game:\n  saves: {serverKeys: [inventory]}') },
})
const autoSaved = test.extend('hubOptions', {
  content: { islandm3: (yaml) => yaml.replace(/^game:$/m, 'game:\n  saves: auto') },
})

/** JSON text of so many bytes. */
const fill = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))

test('a save is read as it was written, by a version that grows', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  expect(await saves.list()).toEqual([])
  const value = JSON.stringify({ level: 3, name: 'Остров', '"': '\\' })
  expect((await saves.write('progress', value, 0)).body).toEqual({
    data: {
      result: { key: 'progress', version: 1, savedAt: hub.clock.now(), sizeBytes: Buffer.byteLength(value) },
    },
  })
  hub.clock.advance(MINUTE_MS)
  expect(await saves.writeOk('progress', '4', 1)).toBe(2)
  await saves.writeOk('a/b.c:d-e', 'null', 0)
  expect(await saves.list()).toEqual([
    { key: 'a/b.c:d-e', version: 1, savedAt: hub.clock.now(), sizeBytes: 4, value: 'null' },
    { key: 'progress', version: 2, savedAt: hub.clock.now(), sizeBytes: 1, value: '4' },
  ])
})

test('the start data has the saves, those of a guest are empty', async ({ hub, player }) => {
  await saveClient(hub, player).writeOk('progress', '{"level":3}', 0)
  const start = async (as?: typeof player) =>
    (await hub.callOk('POST /play/start', { as, body: { project: 'islandm3' } })).data.result.startData
  expect(await start(player)).toMatchObject({
    saves: { progress: { value: '{"level":3}', version: 1, savedAt: hub.clock.now() } },
    serverKeys: [],
    isStorageSaved: false,
  })
  expect((await start(player)).capabilities).toContain('saves')
  expect((await start()).saves).toEqual({})
})

autoSaved('the start data tells that local storage is saved', async ({ hub }) => {
  const { data } = await hub.callOk('POST /play/start', { body: { project: 'islandm3' } })
  expect(data.result.startData.isStorageSaved).toBe(true)
})

test('two concurrent writers of one version: one wins, and the value of the other is kept', async ({
  hub,
  player,
}) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '"old"', 0)
  const writers = Array.from({ length: 6 }, (_, n) => saves.write('progress', `"writer ${n}"`, 1))
  const responses = await Promise.all(writers)
  const [current] = await saves.list()
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  for (const response of responses.filter(({ ok }) => !ok))
    expect(readConflict(response)).toEqual({
      value: current?.value,
      version: current?.version,
      savedAt: current?.savedAt,
    })
  const kept = (await saves.listKept()).join('\n')
  for (let n = 0; n < 6; n += 1) expect(kept).toContain(`conflict "writer ${n}"`)
  expect(kept).toContain('replaced "old"')
})

test('two concurrent writers of a new save: one wins', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  const responses = await Promise.all(['1', '2', '3'].map((value) => saves.write('progress', value, 0)))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await saves.listKept()).map((kept) => kept.split(' ').at(-1)).toSorted()).toEqual(['1', '2', '3'])
})

test('a write whose response was lost may be repeated', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '1', 0)
  expect(await saves.writeOk('progress', '2', 1)).toBe(2)
  expect(await saves.writeOk('progress', '2', 1)).toBe(2)
  expect((await saves.remove('progress', 2)).ok).toBe(true)
  expect((await saves.remove('progress', 2)).ok).toBe(true)
})

test('a second write after a conflict wins on purpose, and the first winner stays recoverable', async ({
  hub,
  player,
}) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '"base"', 0)
  await saves.writeOk('progress', '"theirs"', 1)
  const current = readConflict(await saves.write('progress', '"mine"', 1))
  await saves.writeOk('progress', '"merged"', current?.version ?? 0)
  expect(await saves.listKept()).toEqual(['1 replaced "base"', '2 conflict "theirs"', '3 conflict "mine"'])
  expect((await saves.list())[0]).toMatchObject({ value: '"merged"', version: 4 })
})

test('a device that knew a removed save overwrites nothing', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '"old"', 0)
  expect(readConflict(await saves.remove('progress', 7))).toMatchObject({ value: '"old"' })
  expect((await saves.remove('progress', 1)).ok).toBe(true)
  expect(await saves.list()).toEqual([])
  expect(readConflict(await saves.write('progress', '"late"', 1))).toBeNull()
  const version = await saves.writeOk('progress', '"new"', 0)
  expect(version).toBeGreaterThan(1)
  expect(readConflict(await saves.write('progress', '"later"', 1))).toMatchObject({ value: '"new"' })
  expect(await saves.listKept()).toEqual(expect.arrayContaining(['1 removed "old"', '2 conflict "late"']))
})

test('a save that is too large, and a full store, are refused', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  const tooLarge = await saves.write('progress', fill(maxSavesBytes + 1), 0)
  expect(tooLarge).toMatchObject({
    status: 413,
    body: { code: 'SAVE_TOO_LARGE', details: { limitBytes: maxSavesBytes } },
  })
  await saves.writeOk('progress', fill(maxSavesBytes), 0)
  const full = { usedBytes: maxSavesBytes, limitBytes: maxSavesBytes, usedKeys: 1, limitKeys: maxSaveKeys }
  expect((await saves.write('more', '1', 0)).body).toMatchObject({ code: 'SAVES_FULL', details: full })
  await saves.writeOk('progress', fill(maxSavesBytes - 1), 1)
  await saves.writeOk('more', '1', 0)
  expect(toOutcome(await saves.write('more', '22', 1))).toBe('SAVES_FULL')
  await saves.writeOk('more', '2', 1)
})

test('a game has 64 keys, of some characters', async ({ hub, player }) => {
  const guestSaves = Array.from({ length: maxSaveKeys }, (_, n) => ({ key: `k${n}`, value: '1', savedAt: 1 }))
  const saves = saveClient(hub, player)
  await saves.merge(guestSaves)
  expect(toOutcome(await saves.write('one-more', '1', 0))).toBe('SAVES_FULL')
  await saves.writeOk('k0', '2', 1)
  await saves.remove('k1', 1)
  await saves.writeOk('one-more', '1', 0)
  for (const key of ['', 'a b', 'a\u0000', 'ключ', 'k'.repeat(65), '__proto__'])
    expect(toOutcome(await saves.write(key, '1', 0))).toBe('BODY_INVALID')
  for (const value of ['', '{', 'undefined', '"\ud800"'])
    expect(toOutcome(await saves.write('k0', value, 2))).toBe('BODY_INVALID')
})

test('the 61st write within a minute is refused, in this game and for this player alone', async ({
  hub,
  player,
}) => {
  const saves = saveClient(hub, player)
  for (let n = 0; n < maxSaveWritesPerMinute; n += 1) await saves.writeOk('progress', `${n}`, n)
  const refused = await saves.write('progress', '"more"', maxSaveWritesPerMinute)
  expect(toOutcome(refused)).toBe('TOO_MANY_REQUESTS')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(toOutcome(await saves.remove('progress', maxSaveWritesPerMinute))).toBe('TOO_MANY_REQUESTS')
  await saveClient(hub, player, 'familytown').writeOk('progress', '1', 0)
  await saveClient(hub, await hub.logIn()).writeOk('progress', '1', 0)
})

test("one player's save is never another's, nor that of another game", async ({ hub, player }) => {
  const players = [player, await hub.logIn(), await hub.logIn()]
  const projects = ['islandm3', 'familytown']
  const places = players.flatMap((as) => projects.map((project) => ({ as, project })))
  for (const { as, project } of places)
    await saveClient(hub, as, project).writeOk('progress', JSON.stringify(`${as.userId} ${project}`), 0)
  await saveClient(hub, player, 'islandm3').remove('progress', 1)
  for (const { as, project } of places) {
    const isRemoved = as === player && project === 'islandm3'
    const values = (await saveClient(hub, as, project).list()).map(({ value }) => value)
    expect(values).toEqual(isRemoved ? [] : [JSON.stringify(`${as.userId} ${project}`)])
    const { data } = await hub.callOk('POST /play/start', { as, body: { project } })
    expect(Object.values(data.result.startData.saves).map(({ value }) => value)).toEqual(values)
  }
})

test('an unknown game has no saves', async ({ hub, player }) => {
  const saves = saveClient(hub, player, 'nobody')
  expect(toOutcome(await saves.write('progress', '1', 0))).toBe('PROJECT_NOT_FOUND')
  expect(toOutcome(await saves.remove('progress', 1))).toBe('PROJECT_NOT_FOUND')
  const listed = await hub.call('GET /play/saves', { as: player, query: { project: 'nobody' } })
  expect(toOutcome(listed)).toBe('PROJECT_NOT_FOUND')
})

test('a banned player writes nothing', async ({ hub, player }) => {
  const { db } = hub.context
  await db.updateTable('accounts').set({ bannedAt: 1 }).where('id', '=', player.userId).execute()
  const response = await saveClient(hub, player).write('progress', '1', 0)
  expect(['ACCOUNT_BANNED', 'UNAUTHORIZED']).toContain(toOutcome(response))
})

withServerKey('a key of the game server is read by the game alone', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  expect(toOutcome(await saves.write('inventory', '[]', 0))).toBe('SAVE_KEY_READ_ONLY')
  expect(toOutcome(await saves.remove('inventory', 1))).toBe('SAVE_KEY_READ_ONLY')
  const merged = await saves.merge([
    { key: 'inventory', value: '["crown"]', savedAt: 1 },
    { key: 'progress', value: '1', savedAt: 1 },
  ])
  expect(merged.map(({ save }) => save.key)).toEqual(['progress'])
  expect((await saves.list()).map(({ key }) => key)).toEqual(['progress'])
  const { data } = await hub.callOk('POST /play/start', { as: player, body: { project: 'islandm3' } })
  expect(data.result.startData.serverKeys).toEqual(['inventory'])
})

test("a guest's saves move at login; where the account has its own, both are kept", async ({
  hub,
  player,
}) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('same', '1', 0)
  await saves.writeOk('different', '"account"', 0)
  const guestSaves = [
    { key: 'new', value: '"guest"', savedAt: hub.clock.now() - HOUR_MS },
    { key: 'same', value: '1', savedAt: 1 },
    { key: 'different', value: '"guest"', savedAt: hub.clock.now() + DAY_MS },
  ]
  const merged = await saves.merge(guestSaves)
  expect(merged).toMatchObject([
    { state: 'taken', save: { key: 'new', value: '"guest"', savedAt: hub.clock.now() - HOUR_MS } },
    { state: 'same', save: { key: 'same', version: 1 } },
    { state: 'different', save: { key: 'different', value: '"account"', version: 1 } },
  ])
  const again = await saves.merge(guestSaves)
  expect(again.map(({ state }) => state)).toEqual(['same', 'same', 'different'])
  expect(await saves.listKept()).toEqual(['1 sign-in "account"', expect.stringContaining('sign-in "guest"')])
})

test("a guest's save that moves again is kept with the account's newest one", async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  const guestSaves = [{ key: 'progress', value: '"guest"', savedAt: 1 }]
  await saves.writeOk('progress', '"account"', 0)
  await saves.merge(guestSaves)
  const second = await saves.writeOk('progress', '"second"', 1)
  const newest = await saves.writeOk('progress', '"newest"', second)
  await saves.merge(guestSaves)
  await saves.merge(guestSaves)
  await saves.writeOk('progress', '"guest"', newest)
  expect(await saves.listKept()).toEqual([
    '1 sign-in "account"',
    '2 sign-in "guest"',
    `${newest} sign-in "newest"`,
  ])
})

test("a guest's saves that do not fit stay with the guest", async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', fill(maxSavesBytes - 10), 0)
  const body = {
    project: 'islandm3',
    saves: [
      { key: 'small', value: '1', savedAt: 1 },
      { key: 'large', value: fill(100), savedAt: 1 },
    ],
  }
  const response = await hub.call('POST /play/saves/merge', { as: player, body })
  expect(toOutcome(response)).toBe('SAVES_FULL')
  expect(await saves.list()).toHaveLength(1)
})

ownHubTest(
  'a game that saves every minute for a month keeps a few versions of different ages',
  async ({ hub, player }) => {
    await letTimePass(hub, player)
    const { db, clock } = hub.context
    const rows = await db.selectFrom('saveVersions').select(['replacedAt']).orderBy('replacedAt').execute()
    const ages = rows.map(({ replacedAt }) => clock.now() - replacedAt)
    expect(ages.length).toBeLessThanOrEqual(5)
    const isKept = (minMs: number, maxMs: number) => ages.some((age) => age >= minMs && age <= maxMs)
    expect(isKept(0, HOUR_MS)).toBe(true)
    expect(isKept(HOUR_MS, DAY_MS)).toBe(true)
    expect(isKept(DAY_MS, 7 * DAY_MS)).toBe(true)
    expect(isKept(7 * DAY_MS, 15 * DAY_MS)).toBe(true)
  },
)

/** The limit by the real minute is off. */
async function letTimePass(hub: TestHub, { userId }: { userId: string }): Promise<void> {
  const deps = { ...hub.context, expectAccount: hub.context.accounts.expectAccount }
  const place = { playerId: userId, project: 'islandm3', saveKey: 'progress', source: 'client' } as const
  for (let n = 0; n < 30 * 24; n += 1) {
    hub.clock.advance(HOUR_MS)
    await writeSave(deps, { ...place, value: `${n}` }, n)
  }
}

test('both sides of a conflict are kept for thirty days', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '"winner"', 0)
  await saves.write('progress', '"loser"', 0)
  for (let day = 1; day < 30; day += 1) {
    hub.clock.advance(DAY_MS)
    const [current] = await (await relogIn(hub, player)).list()
    await (await relogIn(hub, player)).writeOk('progress', `${day}`, current?.version ?? 0)
  }
  await hub.runDueJobs()
  expect(await saves.listKept()).toEqual(
    expect.arrayContaining(['1 conflict "winner"', '2 conflict "loser"']),
  )
  // The winner was overwritten a day later.
  await hub.passTime(2 * DAY_MS + HOUR_MS)
  expect((await saves.listKept()).join()).not.toContain('conflict')
})

test('a save that was in two conflicts is kept for thirty days after the second', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '"winner"', 0)
  await saves.write('progress', '"first loser"', 0)
  hub.clock.advance(29 * DAY_MS)
  await (await relogIn(hub, player)).write('progress', '"second loser"', 0)
  await (await relogIn(hub, player)).writeOk('progress', '"merged"', 1)
  await hub.passTime(2 * DAY_MS)
  expect(await saves.listKept()).toEqual(['1 conflict "winner"', '3 conflict "second loser"'])
})

test('the winner of an old conflict is kept when it is overwritten or removed', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  for (const key of ['overwritten', 'removed']) {
    await saves.writeOk(key, '"winner"', 0)
    await saves.write(key, '"loser"', 0)
  }
  hub.clock.advance(29 * DAY_MS)
  await (await relogIn(hub, player)).writeOk('overwritten', '"newest"', 1)
  await (await relogIn(hub, player)).remove('removed', 1)
  await hub.passTime(2 * DAY_MS)
  expect((await saves.listKept()).map((kept) => kept.split(' ').at(-1))).toEqual(['"winner"', '"winner"'])
})

/** Logins end with time. */
const relogIn = async (hub: TestHub, { email }: { email: string }) => saveClient(hub, await hub.logIn(email))

ownHubTest('saves are in the data export, and go with the account', async ({ hub, player }) => {
  const saves = saveClient(hub, player)
  await saves.writeOk('progress', '"winner"', 0)
  await saves.write('progress', '"loser"', 0)
  await saveClient(hub, await hub.logIn()).writeOk('progress', '"other"', 0)
  const { sections } = await hub.callOk('GET /me/export', { as: player })
  expect(sections.saves).toEqual([
    expect.objectContaining({ project: 'islandm3', key: 'progress', value: '"winner"' }),
    expect.objectContaining({ reason: 'conflict', value: '"winner"' }),
    expect.objectContaining({ reason: 'conflict', value: '"loser"' }),
  ])
  await hub.callOk('POST /me/deletion', { as: player })
  await hub.passTime(14 * DAY_MS)
  const left = await hub.context.db.selectFrom('saves').select('value').execute()
  expect(left).toEqual([{ value: '"other"' }])
  expect(await hub.context.db.selectFrom('saveVersions').select('value').execute()).toEqual([])
})
