import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../../test/support/game-server-client.ts'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { SECOND_MS } from '../../platform/clock.ts'

const owner = { role: 'owner', project: '*' } as const
const project = 'islandm3'
const board = 'best'
const list = 'GET /leaderboards/{project}/scores'

async function addScores(hub: TestHub, scores: number[]): Promise<Player[]> {
  const players: Player[] = []
  for (const score of scores) {
    const player = await hub.logIn()
    await openGame(hub, player)
    await gameServerClient(hub).callOk('POST /scores', { body: { playerId: player.userId, board, score } })
    players.push(player)
  }
  return players
}

/** Players report the entry with this score. */
async function report(hub: TestHub, score: number, reporters: Player[]): Promise<void> {
  hub.clock.advance(5 * SECOND_MS)
  const { data } = await hub.callOk('GET /play/scores/top', { query: { project, board } })
  const entry = data.result.entries.find((one) => one.score === score)?.id ?? ''
  for (const as of reporters) await hub.callOk('POST /play/scores/report', { as, body: { entry } })
}

type Query = { state?: 'reported' | 'hidden'; q?: string; limit?: number; cursor?: string; period?: string }

const read = async (operator: OperatorClient, query: Query = {}) =>
  (await operator.callOk(list, { params: { project }, query: { board, ...query } })).data

const readScores = async (operator: OperatorClient, query: Query = {}) =>
  (await read(operator, query)).result.map(({ rank, score }) => [rank, score])

test('staff page through a leaderboard, the best first; equal scores share a rank', async ({ hub }) => {
  await addTestOperator(hub, owner)
  const support = await addTestOperator(hub, { role: 'support', project })
  expect(await read(support)).toEqual({ result: [], nextCursor: null, scannedTo: null })
  const players = await addScores(hub, [10, 30, 20, 30, 5])
  const first = await read(support, { limit: 2 })
  expect(first.result.map(({ rank, score }) => [rank, score])).toEqual([
    [1, 30],
    [1, 30],
  ])
  const second = await read(support, { limit: 2, cursor: first.nextCursor ?? '' })
  expect(second.result.map(({ rank, score }) => [rank, score])).toEqual([
    [3, 20],
    [4, 10],
  ])
  const third = await read(support, { limit: 2, cursor: second.nextCursor ?? '' })
  expect(third).toMatchObject({ result: [{ rank: 5, score: 5 }], nextCursor: null })
  const { email, userId } = players[2] as Player
  for (const q of [email, userId.toUpperCase()]) expect(await readScores(support, { q })).toEqual([[3, 20]])
  expect(await readScores(support, { q: 'nobody@example.org' })).toEqual([])
})

test('a reported name waits until it is kept or hidden; each is in the audit log', async ({ hub }) => {
  await addTestOperator(hub, owner)
  const support = await addTestOperator(hub, { role: 'support', project: '*' })
  const [bad, good, third] = (await addScores(hub, [30, 20, 10])) as [Player, Player, Player]
  await report(hub, 20, [bad, third])
  await report(hub, 30, [third])
  const reported = (await read(support, { state: 'reported' })).result
  expect(reported.map(({ score, reports }) => [score, reports])).toEqual([
    [20, 2],
    [30, 1],
  ])
  const boards = await support.callOk('GET /leaderboards', { query: { project: [project] } })
  expect(boards.data.result.find((one) => one.board === board)).toMatchObject({ reportedNames: 2 })

  const decide = (name: 'hide' | 'show' | 'keep-name', { userId: id }: Player) =>
    support.call(`POST /players/{id}/scores/${name}`, {
      params: { id },
      body: { project, board, reason: 'As the rules say' },
    })
  expect((await decide('keep-name', good)).status).toBe(200)
  expect((await decide('keep-name', good)).body).toMatchObject({ code: 'SCORE_NOT_FOUND' })
  expect((await decide('hide', bad)).status).toBe(200)
  expect(await readScores(support, { state: 'reported' })).toEqual([])
  expect(await readScores(support)).toEqual([
    [1, 20],
    [2, 10],
  ])
  expect((await read(support, { state: 'hidden' })).result).toMatchObject([
    { score: 30, rank: null, hiddenAt: hub.clock.now(), hiddenReason: 'As the rules say' },
  ])
  expect((await decide('show', bad)).status).toBe(200)
  expect(await readScores(support, { state: 'hidden' })).toEqual([])
  const audit = await support.callOk('GET /players/{id}/audit', { params: { id: good.userId }, query: {} })
  expect(audit.data.result[0]).toMatchObject({ action: 'score.keep-name', before: '{"reports":2}' })
})

test('hidden players come by pages, also those without a score in the period', async ({ hub }) => {
  await addTestOperator(hub, owner)
  const support = await addTestOperator(hub, { role: 'support', project: '*' })
  for (const { userId: id } of await addScores(hub, [1, 2, 3]))
    await support.callOk('POST /players/{id}/scores/hide', {
      params: { id },
      body: { project, board, reason: 'An insult' },
    })
  const seen: (number | null)[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(support, { state: 'hidden', limit: 1, ...(cursor && { cursor }) })
    seen.push(...page.result.map(({ score }) => score))
    cursor = page.nextCursor
  }
  expect(seen.toSorted()).toEqual([1, 2, 3])
  hub.clock.advance(2 * 24 * 3600 * SECOND_MS)
  await addTestOperator(hub, owner)
  const later = await addTestOperator(hub, { role: 'support', project: '*' })
  const daily = await read(later, { state: 'hidden', period: 'daily' })
  expect(daily.result.map(({ score, rank }) => [score, rank])).toEqual(Array(3).fill([null, null]))
})

test('names are masked for producers; other projects and roles see nothing', async ({ hub }) => {
  await addTestOperator(hub, owner)
  const producer = await addTestOperator(hub, { role: 'producer', project })
  const elsewhere = await addTestOperator(hub, { role: 'producer', project: 'skyport' })
  const finance = await addTestOperator(hub, { role: 'finance', project: '*' })
  const [player] = (await addScores(hub, [10])) as [Player]
  const { db } = hub.context
  await db.updateTable('accounts').set({ nickName: 'Anna' }).where('id', '=', player.userId).execute()
  expect((await read(producer)).result).toMatchObject([{ name: 'A•••', score: 10 }])
  expect(await elsewhere.call(list, { params: { project }, query: { board } })).toMatchObject({
    status: 404,
    body: { code: 'PROJECT_NOT_FOUND' },
  })
  expect((await finance.call(list, { params: { project }, query: { board } })).status).toBe(403)
  const boards = await elsewhere.callOk('GET /leaderboards', { query: {} })
  expect(boards.data.result.filter((one) => one.project !== 'skyport')).toEqual([])
  const hide = { params: { id: player.userId }, body: { project, board, reason: 'An insult' } }
  expect((await producer.call('POST /players/{id}/scores/hide', hide)).status).toBe(403)
  expect((await producer.call('POST /players/{id}/scores/keep-name', hide)).status).toBe(403)
  const supportElsewhere = await addTestOperator(hub, { role: 'support', project: 'skyport' })
  expect((await supportElsewhere.call('POST /players/{id}/scores/hide', hide)).status).toBe(404)
  expect((await read(producer)).result).toMatchObject([{ score: 10 }])
})

test('odd input is refused, never a fault', async ({ hub }) => {
  await addTestOperator(hub, owner)
  const support = await addTestOperator(hub, { role: 'support', project: '*' })
  await addScores(hub, [10])
  const call = async (given: string, query: object) =>
    (await support.call(list, { params: { project: given }, query: { board, ...query } })).status
  expect(await call('__proto__', {})).toBe(404)
  expect(await call(project, { board: 'constructor' })).toBe(404)
  expect(await call(project, { period: 'never' })).toBe(404)
  const cursors = ['x', '1/2', '99999999999999999999/1/x', "1/1/' or 1=1", '-1/1/0190b5d6-1111-7222-8333-']
  for (const state of ['shown', 'hidden'])
    for (const cursor of cursors) expect(await call(project, { state, cursor })).toBe(400)
  for (const query of [{ state: 'all' }, { limit: 0 }, { limit: 1e9 }, { q: '\u0000' }, { period: '../x' }])
    expect(await call(project, query), JSON.stringify(query)).toBe(400)
})
