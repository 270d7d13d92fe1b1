import { createHash } from 'node:crypto'
import type { ScoreEntry } from '@playhub/contract'
import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../test/support/game-server-client.ts'
import { test } from '../../test/support/hub-test.ts'
import { toOutcome } from '../../test/support/registration.ts'
import { type Player, startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import type { Board } from '../catalogue/index.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { transact } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { addChange, applyChanges, findRank, type KeyChanges } from './buckets.ts'
import { openPlayerNumbers, type PlayerNumbers } from './entry-ids.ts'

const project = 'islandm3'
const onBoard = { project, board: 'best' }

/** Changes the rules of the leaderboard `best`. */
function setRules(hub: TestHub, rules: Partial<Board>): void {
  const [board] = hub.context.catalogue.project(project)?.leaderboards ?? []
  Object.assign(board ?? {}, { minPlaySeconds: 0, maxPerMinute: undefined, cooldownSeconds: 0, ...rules })
}

async function startPlay(hub: TestHub, as?: Player, game = project): Promise<string> {
  return (await hub.callOk('POST /play/start', { as, body: { project: game } })).data.result.playId
}

async function submit(hub: TestHub, as: Player, score: number, extra?: string) {
  const body = { ...onBoard, score, extra, playId: await startPlay(hub, as) }
  return (await hub.callOk('POST /play/scores', { as, body })).data.result
}

const getTop = async (hub: TestHub, as?: Player, query: object = {}) =>
  (await hub.callOk('GET /play/scores/top', { as, query: { ...onBoard, ...query } })).data.result

const listAround = async (hub: TestHub, as: Player, query: object = {}) =>
  (await hub.callOk('GET /play/scores/around', { as, query: { ...onBoard, ...query } })).data.result

const summarise = (entries: ScoreEntry[]) => entries.map(({ rank, score }) => [rank, score])

/** The response to the top is up to 5 s old. */
const waitForTop = (hub: TestHub) => hub.clock.advance(5 * SECOND_MS)

test('ties share a rank, and the earlier one stands first', async ({ hub }) => {
  setRules(hub, {})
  const players = [await hub.logIn(), await hub.logIn(), await hub.logIn(), await hub.logIn()]
  const scores = [100, 70, 70, 50]
  for (const [index, player] of players.entries()) {
    await submit(hub, player, scores[index] ?? 0)
    hub.clock.advance(1000)
  }
  const [, second, third] = players
  const top = await getTop(hub, third)
  expect(summarise(top.entries)).toEqual([
    [1, 100],
    [2, 70],
    [2, 70],
    [4, 50],
  ])
  expect(top.entries.map(({ isMe }) => isMe)).toEqual([false, false, true, false])
  expect(top.me).toMatchObject({ rank: 2, score: 70, isMe: true })
  expect(summarise(await listAround(hub, second as Player, { limit: 3 }))).toEqual([
    [1, 100],
    [2, 70],
    [2, 70],
  ])
})

test('the best score counts in the day, the week and all time, and the day begins anew', async ({
  hub,
  player,
}) => {
  setRules(hub, {})
  expect(await submit(hub, player, 100, 'level 3')).toEqual({
    best: 100,
    isNewBest: true,
    rank: { daily: 1, weekly: 1, all: 1 },
    asksForName: true,
  })
  expect(await submit(hub, player, 60)).toMatchObject({ best: 100, isNewBest: false })
  hub.clock.advance(DAY_MS)
  expect(await submit(hub, player, 80)).toMatchObject({ best: 100, isNewBest: false })
  const [today] = (await getTop(hub, undefined, { period: 'daily' })).entries
  const [ever] = (await getTop(hub)).entries
  expect(today).toMatchObject({ score: 80, extra: null, source: 'client' })
  expect(ever).toMatchObject({ score: 100, extra: 'level 3' })
})

test('a leaderboard may keep the latest score, or the sum, and have less as better', async ({
  hub,
  player,
}) => {
  const other = await hub.logIn()
  setRules(hub, { keep: 'latest', order: 'ascending' })
  await submit(hub, other, 40)
  expect(await submit(hub, player, 30)).toMatchObject({ best: 30, rank: { all: 1 } })
  expect(await submit(hub, player, 50)).toMatchObject({ best: 50, isNewBest: false, rank: { all: 2 } })
  setRules(hub, { id: 'total', keep: 'sum', order: 'descending', aliases: ['best'] })
  await submit(hub, player, 30)
  expect(await submit(hub, player, 50)).toMatchObject({ best: 80, isNewBest: true })
})

test('a leaderboard whose order is changed ranks anew what it has', async ({ hub, player }) => {
  setRules(hub, {})
  const other = await hub.logIn()
  await submit(hub, other, 40)
  await submit(hub, player, 30)
  setRules(hub, { order: 'ascending' })
  await hub.passTime(60 * MINUTE_MS)
  expect(summarise((await getTop(hub)).entries)).toEqual([
    [1, 30],
    [2, 40],
  ])
  expect(await submit(hub, other, 20)).toMatchObject({ best: 20, isNewBest: true, rank: { all: 1 } })
  setRules(hub, { order: 'descending' })
  expect(await submit(hub, player, 25)).toMatchObject({ best: 30, rank: { daily: 1, all: 1 } })
  waitForTop(hub)
  expect(summarise((await getTop(hub)).entries)).toEqual([
    [1, 30],
    [2, 20],
  ])
})

test('a score is verified where the server of the game has sent all of it', async ({ hub, player }) => {
  setRules(hub, {})
  await openGame(hub, player)
  const send = (score: number) =>
    gameServerClient(hub).callOk('POST /scores', { body: { playerId: player.userId, board: 'best', score } })
  const getSource = async () => (await getTop(hub, player)).me?.source
  await submit(hub, player, 50)
  expect(await getSource()).toBe('client')
  await send(50)
  expect(await getSource()).toBe('server')
  setRules(hub, { id: 'total', keep: 'sum', aliases: ['best'] })
  await submit(hub, player, 1_000)
  await send(1)
  expect(await getSource()).toBe('client')
})

test('a season of its own counts while it runs, and can be read after it', async ({ hub, player }) => {
  const today = new Date(hub.clock.now()).toISOString().slice(0, 10)
  const to = new Date(hub.clock.now() + DAY_MS).toISOString().slice(0, 10)
  setRules(hub, { seasons: [{ id: 'cup', title: { en: 'Cup' }, from: today, to }] })
  expect((await submit(hub, player, 10)).rank).toEqual({ daily: 1, weekly: 1, all: 1, cup: 1 })
  hub.clock.advance(2 * DAY_MS)
  expect((await submit(hub, player, 20)).rank).not.toHaveProperty('cup')
  expect(summarise((await getTop(hub, undefined, { period: 'cup' })).entries)).toEqual([[1, 10]])
  expect(toOutcome(await hub.call('GET /play/scores/top', { query: { ...onBoard, period: 'none' } }))).toBe(
    'BOARD_NOT_FOUND',
  )
})

test('a score beyond a declared limit is refused with the rule and its limit', async ({ hub, player }) => {
  setRules(hub, { min: 5, max: 1000, minPlaySeconds: 20, maxPerMinute: 300, cooldownSeconds: 10 })
  const playId = await startPlay(hub, player)
  const send = async (score: number, id = playId, board = 'best') => {
    const response = await hub.call('POST /play/scores', {
      as: player,
      body: { project, board, score, playId: id },
    })
    return response.ok ? 'ok' : [response.body.code, response.body.details]
  }
  const refusal = (rule: string, limit: number | string) => ['SCORE_NOT_ALLOWED', { rule, limit }]
  expect(await send(4)).toEqual(refusal('min', 5))
  expect(await send(1001)).toEqual(refusal('max', 1000))
  expect(await send(10)).toEqual(refusal('minPlaySeconds', 20))
  hub.clock.advance(30 * SECOND_MS)
  expect(await send(151)).toEqual(refusal('maxPerMinute', 300))
  expect(await send(150)).toBe('ok')
  hub.clock.advance(4 * SECOND_MS)
  expect(await send(10)).toEqual(['SCORE_TOO_SOON', { retryInSeconds: 6 }])
  hub.clock.advance(6 * SECOND_MS)
  expect(await send(10)).toBe('ok')
  hub.clock.advance(MINUTE_MS)
  expect(await send(10, 'made-up')).toEqual(['PLAY_NOT_FOUND', undefined])
  expect(await send(10, await startPlay(hub, player, 'familytown'))).toEqual(['PLAY_NOT_FOUND', undefined])
  expect(await send(10, await startPlay(hub, await hub.logIn()))).toEqual(['PLAY_NOT_FOUND', undefined])
  expect(await send(10, playId, 'unknown')).toEqual(['BOARD_NOT_FOUND', undefined])
  hub.clock.advance(DAY_MS)
  expect(await send(10)).toEqual(['PLAY_NOT_FOUND', undefined])
  setRules(hub, { submit: 'server' })
  expect(await send(10, await startPlay(hub, player))).toEqual(refusal('submit', 'server'))
})

test('many plays at once do not let a sum grow faster', async ({ hub, player }) => {
  setRules(hub, { keep: 'sum', maxPerMinute: 60 })
  const plays = [await startPlay(hub, player), await startPlay(hub, player)]
  hub.clock.advance(MINUTE_MS)
  const outcomes = []
  for (const playId of plays) {
    const body = { ...onBoard, score: 60, playId }
    outcomes.push(toOutcome(await hub.call('POST /play/scores', { as: player, body })))
  }
  expect(outcomes).toEqual(['ok', 'SCORE_NOT_ALLOWED'])
})

test('a new day neither lets a sum grow faster nor ends the time between two scores', async ({
  hub,
  player,
}) => {
  setRules(hub, { keep: 'sum', periods: ['daily'], maxPerMinute: 60 })
  hub.clock.advance(DAY_MS - (hub.clock.now() % DAY_MS) - 61 * MINUTE_MS)
  const playId = await startPlay(hub, player)
  const send = async (score: number) =>
    toOutcome(await hub.call('POST /play/scores', { as: player, body: { ...onBoard, score, playId } }))
  hub.clock.advance(60 * MINUTE_MS)
  expect(await send(3_600)).toBe('ok')
  hub.clock.advance(2 * MINUTE_MS)
  expect(await send(3_600)).toBe('SCORE_NOT_ALLOWED')
  setRules(hub, { keep: 'best', periods: ['daily'], cooldownSeconds: 600 })
  expect(await send(10)).toBe('SCORE_TOO_SOON')
  hub.clock.advance(8 * MINUTE_MS)
  expect(await send(10)).toBe('ok')
})

test("a guest's play counts for the player who logs in after it", async ({ hub, player }) => {
  setRules(hub, { minPlaySeconds: 20 })
  const playId = await startPlay(hub)
  hub.clock.advance(30 * SECOND_MS)
  const body = { ...onBoard, score: 10, playId }
  expect(toOutcome(await hub.call('POST /play/scores', { as: player, body }))).toBe('ok')
  expect(toOutcome(await hub.call('POST /play/scores', { body }))).toBe('UNAUTHORIZED')
})

test('a game server submits for the players of its game: all scores or none', async ({ hub }) => {
  setRules(hub, { submit: 'server', max: 100 })
  const [anna, boris] = [await hub.logIn(), await hub.logIn()]
  const game = gameServerClient(hub)
  await openGame(hub, anna)
  const score = (player: Player, value: number) => ({ playerId: player.userId, board: 'score', score: value })
  expect(await game.getOutcome('POST /scores', { body: score(boris, 10) })).toBe('PLAYER_NOT_FOUND')
  await openGame(hub, boris)
  const scores = [score(anna, 10), score(boris, 20)]
  expect((await game.callOk('POST /scores', { body: { scores } })).data.result).toMatchObject([
    { playerId: anna.userId, board: 'best', best: 10 },
    { playerId: boris.userId, board: 'best', best: 20, rank: { all: 1 } },
  ])
  expect(
    await game.getOutcome('POST /scores', { body: { scores: [score(anna, 50), score(boris, 101)] } }),
  ).toBe('SCORE_NOT_ALLOWED')
  expect(await game.getOutcome('POST /scores', { body: { ...score(anna, 1), scores } })).toBe('BODY_INVALID')
  expect(await game.getOutcome('POST /scores', { body: {} })).toBe('BODY_INVALID')
  const { entries } = await getTop(hub)
  expect(summarise(entries)).toEqual([
    [1, 20],
    [2, 10],
  ])
  expect(entries[0]?.source).toBe('server')
})

test('the number of a player is the same on every hub, and follows from no id', async () => {
  const [here, there] = [await startTestHub(), await startTestHub()]
  const numbers = await openPlayerNumbers(here.context.db)
  const again = await openPlayerNumbers(here.context.db)
  const elsewhere = await openPlayerNumbers(there.context.db)
  const ids = Array.from({ length: 50 }, () => newId())
  const list = (each: PlayerNumbers, project: string) => ids.map((id) => each.get(project, id))
  expect(list(again, 'islandm3')).toEqual(list(numbers, 'islandm3'))
  const plain = ids.map(
    (id) => 1000 + (createHash('sha256').update(`islandm3 ${id}`).digest().readUInt32BE() % 9000),
  )
  for (const other of [list(elsewhere, 'islandm3'), list(numbers, 'familytown'), plain])
    expect(other).not.toEqual(list(numbers, 'islandm3'))
  expect(list(numbers, 'islandm3').every((number) => number >= 1000 && number <= 9999)).toBe(true)
})

test('a player appears by a number, by name, or not at all', async ({ hub, player }) => {
  setRules(hub, {})
  const other = await hub.logIn()
  await submit(hub, player, 20)
  await submit(hub, other, 10)
  const choose = (name: 'number' | 'nickname' | 'hidden') =>
    hub.callOk('POST /me/scores/name', { as: player, body: { name } })
  const [first] = (await getTop(hub)).entries
  expect(first).toMatchObject({ name: null, number: expect.any(Number) })
  await choose('nickname')
  waitForTop(hub)
  const { nickName } = (await hub.callOk('GET /me', { as: player })).data.result
  expect((await getTop(hub)).entries[0]).toMatchObject({ name: nickName, number: first?.number })
  await choose('hidden')
  waitForTop(hub)
  expect(summarise((await getTop(hub)).entries)).toEqual([[1, 10]])
  expect((await getTop(hub, player)).me).toMatchObject({ rank: 1, score: 20 })
  expect(summarise(await listAround(hub, other))).toEqual([[1, 10]])
  expect(await submit(hub, player, 30)).toMatchObject({ best: 30, asksForName: false })
  waitForTop(hub)
  expect(summarise((await getTop(hub)).entries)).toEqual([[1, 10]])
  await choose('number')
  waitForTop(hub)
  expect(summarise((await getTop(hub)).entries)).toEqual([
    [1, 30],
    [2, 10],
  ])
})

test('a public entry tells nothing about who the player is', async ({ hub, player }) => {
  setRules(hub, {})
  await submit(hub, player, 20)
  const top = JSON.stringify(await getTop(hub))
  expect(top).not.toContain(player.userId)
  expect(top).not.toContain(player.email)
})

test("the ranks of thousands of scores equal the plain count, through the buckets' divisions", async ({
  hub,
}) => {
  setRules(hub, { submit: 'server' })
  const { db, clock } = hub.context
  const player = await hub.logIn()
  await openGame(hub, player)
  await gameServerClient(hub).callOk('POST /scores', {
    body: { playerId: player.userId, board: 'best', score: 1 },
  })
  const seasons = await db.selectFrom('leaderboardSeasons').selectAll().where('period', '=', 'all').execute()
  const seasonId = seasons[0]?.id ?? 0
  const count = 6_000
  for (let first = 0; first < count; first += 250) {
    const rows = Array.from({ length: 250 }, (_, n) => {
      const score = Math.floor((((first + n) * 7919) % 3000) / ((first + n) % 3 === 0 ? 100 : 1))
      return {
        ...{
          seasonId,
          playerId: `p${first + n}`,
          sortKey: 0 - score,
          score,
          extra: null,
          source: 'server' as const,
        },
        ...{ reachedAt: clock.now(), submittedAt: clock.now(), hiddenAt: null },
      }
    })
    await db.insertInto('leaderboardScores').values(rows).execute()
    const changes: KeyChanges = new Map()
    for (const { sortKey } of rows) addChange(changes, sortKey, 1)
    await applyChanges(db, seasonId, changes)
  }
  const checkRanks = async () => {
    const buckets = await db
      .selectFrom('leaderboardBuckets')
      .selectAll()
      .where('seasonId', '=', seasonId)
      .execute()
    expect(buckets.length).toBeGreaterThan(3)
    expect(buckets.reduce((sum, { players }) => sum + players, 0)).toBe(count + 1)
    const keys = (
      await db.selectFrom('leaderboardScores').select('sortKey').where('seasonId', '=', seasonId).execute()
    )
      .map(({ sortKey }) => sortKey)
      .toSorted((a, b) => a - b)
    for (let times = 0; times < 1_000; times += 1) {
      const key = keys[(times * 6101) % keys.length] ?? 0
      expect(await findRank(db, seasonId, key)).toBe(keys.indexOf(key) + 1)
    }
  }
  await checkRanks()
  setRules(hub, { submit: 'server', order: 'ascending' })
  await gameServerClient(hub).callOk('POST /scores', {
    body: { playerId: player.userId, board: 'best', score: 0 },
  })
  await checkRanks()
})

test('submissions at once are counted once each, and a recount finds nothing to correct', async ({ hub }) => {
  setRules(hub, { submit: 'server' })
  const game = gameServerClient(hub)
  const players = await Promise.all(Array.from({ length: 6 }, () => hub.logIn()))
  for (const player of players) await openGame(hub, player)
  await Promise.all(
    players.flatMap(({ userId: playerId }, index) =>
      [1, 2, 3].map((n) =>
        game.callOk('POST /scores', { body: { playerId, board: 'best', score: n * 10 + index } }),
      ),
    ),
  )
  const readBuckets = () =>
    hub.context.db.selectFrom('leaderboardBuckets').selectAll().orderBy('seasonId').execute()
  const counted = await readBuckets()
  expect(counted.map(({ players: n }) => n)).toEqual([6, 6, 6])
  await hub.context.db.updateTable('leaderboardBuckets').set({ players: 99 }).execute()
  await hub.passTime(60 * MINUTE_MS)
  expect(await readBuckets()).toEqual(counted)
})

test('a season that ended 90 days ago keeps its first 1,000 scores', async ({ hub, player }) => {
  setRules(hub, {})
  await submit(hub, player, 5_000)
  const { db, clock } = hub.context
  const [season] = await db
    .selectFrom('leaderboardSeasons')
    .selectAll()
    .where('period', '=', 'daily')
    .execute()
  const seasonId = season?.id ?? 0
  const rows = Array.from({ length: 1_700 }, (_, score) => ({
    ...{ seasonId, playerId: `p${score}`, sortKey: 0 - score, score, extra: null, source: 'server' as const },
    ...{ reachedAt: clock.now(), submittedAt: clock.now(), hiddenAt: score % 10 === 0 ? clock.now() : null },
  }))
  for (let first = 0; first < rows.length; first += 500)
    await db
      .insertInto('leaderboardScores')
      .values(rows.slice(first, first + 500))
      .execute()
  await hub.passTime(92 * DAY_MS)
  const kept = await db.selectFrom('leaderboardScores').selectAll().where('seasonId', '=', seasonId).execute()
  expect(kept).toHaveLength(1_000)
  expect(Math.max(...kept.map(({ sortKey }) => sortKey))).toBeLessThan(-580)
  expect(
    await db.selectFrom('leaderboardBuckets').select('players').where('seasonId', '=', seasonId).execute(),
  ).toEqual([{ players: 1_000 }])
  expect(summarise((await getTop(hub)).entries)).toEqual([[1, 5_000]])
})

test('a season that was made longer keeps all its scores', async ({ hub, player }) => {
  const toDay = (at: number) => new Date(at).toISOString().slice(0, 10)
  const from = toDay(hub.clock.now())
  const setEnd = (days: number) => {
    const to = toDay(hub.clock.now() + days * DAY_MS)
    setRules(hub, { seasons: [{ id: 'cup', title: { en: 'Cup' }, from, to }] })
  }
  setEnd(1)
  await submit(hub, player, 10)
  setEnd(200)
  await hub.passTime(100 * DAY_MS)
  const { db } = hub.context
  const pruned = await db
    .selectFrom('leaderboardSeasons')
    .select('period')
    .where('prunedAt', 'is not', null)
    .orderBy('period')
    .execute()
  expect(pruned.map(({ period }) => period)).toEqual(['daily', 'weekly'])
})

test('an erased account leaves no score, name or achievement, and the counts fit', async ({
  hub,
  player,
}) => {
  setRules(hub, {})
  const other = await hub.logIn()
  await submit(hub, player, 20)
  await submit(hub, other, 10)
  await hub.callOk('POST /me/scores/name', { as: player, body: { name: 'nickname' } })
  const [entry] = (await getTop(hub)).entries
  await hub.callOk('POST /play/scores/report', { as: other, body: { entry: entry?.id ?? '' } })
  const playId = await startPlay(hub, player)
  await hub.callOk('POST /play/achievements', {
    as: player,
    body: { project, achievement: 'first-treasure', playId },
  })
  await transact(hub.context.db, (tx) => hub.context.leaderboards.erase(tx, player.userId))
  const late = await hub.call('POST /play/scores/report', { as: other, body: { entry: entry?.id ?? '' } })
  expect(toOutcome(late)).toBe('SCORE_NOT_FOUND')
  const { db } = hub.context
  for (const table of ['leaderboardScores', 'scoreNames', 'scoreReports', 'playerAchievements'] as const) {
    const rows = await db.selectFrom(table).select('playerId').where('playerId', '=', player.userId).execute()
    expect(rows).toEqual([])
  }
  const buckets = await db.selectFrom('leaderboardBuckets').select('players').execute()
  expect(buckets.map(({ players }) => players)).toEqual([1, 1, 1])
  waitForTop(hub)
  expect(summarise((await getTop(hub)).entries)).toEqual([[1, 10]])
})
