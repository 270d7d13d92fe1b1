import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../../test/support/game-server-client.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'

async function unlock(hub: TestHub, as: Player, project: string, achievement: string, progress?: number) {
  const { playId } = (await hub.callOk('POST /play/start', { as, body: { project } })).data.result
  return hub.call('POST /play/achievements', { as, body: { project, achievement, progress, playId } })
}

const list = async (hub: TestHub, project: string, as?: Player) =>
  (await hub.callOk('GET /play/achievements', { as, query: { project } })).data.result

test('progress only grows, and the last step unlocks once', async ({ hub, player }) => {
  const town = 'familytown'
  const add = async (progress?: number) => {
    const response = await unlock(hub, player, town, 'good-neighbour', progress)
    if (!response.ok) throw new Error(response.body.code)
    const { progress: now, unlockedAt, isNew } = response.body.data.result
    return [now, unlockedAt !== null, isNew]
  }
  expect(await add(4)).toEqual([4, false, false])
  expect(await add(2)).toEqual([4, false, false])
  expect(await add(25)).toEqual([10, true, true])
  expect(await add()).toEqual([10, true, false])
  expect(await list(hub, town, player)).toMatchObject([
    { id: 'good-neighbour', progress: 10, unlockedAt: hub.clock.now() },
    { id: 'first-villa', progress: 0, unlockedAt: null },
  ])
  expect((await list(hub, town))[0]).toMatchObject({ progress: 0, unlockedAt: null })
})

test('a hidden achievement shows what it is once it is unlocked', async ({ hub, player }) => {
  const find = async () => (await list(hub, 'neuroarena', player)).find(({ id }) => id === 'hundred-foes')
  expect(await find()).toMatchObject({ title: null, description: null, points: 30 })
  await unlock(hub, player, 'neuroarena', 'hundred-foes')
  expect((await find())?.title).toMatchObject({ en: 'Clear skies' })
})

test("the game's server unlocks what the player's page may not", async ({ hub, player }) => {
  const [rules] = hub.context.catalogue.project('islandm3')?.achievements ?? []
  Object.assign(rules ?? {}, { unlock: 'server' })
  const response = await unlock(hub, player, 'islandm3', 'first-treasure')
  expect(response.ok ? null : response.body).toMatchObject({
    code: 'SCORE_NOT_ALLOWED',
    details: { rule: 'unlock', limit: 'server' },
  })
  const game = gameServerClient(hub)
  const body = { playerId: player.userId, achievement: 'first-treasure' }
  await openGame(hub, player)
  expect((await game.callOk('POST /achievements', { body })).data.result.isNew).toBe(true)
  const query = { playerId: player.userId }
  expect((await game.callOk('GET /achievements', { query })).data.result[0]?.unlockedAt).toBe(hub.clock.now())
  const unknown = { ...body, achievement: 'unknown' }
  expect(await game.getOutcome('POST /achievements', { body: unknown })).toBe('ACHIEVEMENT_NOT_FOUND')
})

test('the profile shows ranks and unlocked achievements by game', async ({ hub, player }) => {
  const none = (await hub.callOk('GET /me/scores', { as: player })).data.result
  expect(none).toEqual({ name: null, games: [] })
  await openGame(hub, player)
  const game = gameServerClient(hub)
  await game.callOk('POST /scores', { body: { playerId: player.userId, board: 'best', score: 7 } })
  await unlock(hub, player, 'islandm3', 'three-stars')
  const { games } = (await hub.callOk('GET /me/scores', { as: player })).data.result
  expect(games).toMatchObject([
    {
      project: 'islandm3',
      scores: [{ board: { id: 'best' }, period: 'all', score: 7, rank: 1 }],
      achievements: [{ id: 'three-stars' }],
      achievementCount: 2,
    },
  ])
})
