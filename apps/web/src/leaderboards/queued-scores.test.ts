import { afterEach, expect, test, vi } from 'vitest'
import { localStore, storageKeys } from '../lib/browser/storage.ts'
import { createGameScores } from '../play/actions/game-scores.ts'
import { queueScore, sendQueuedScores } from './queued-scores.ts'

type Sent = { board: string; score: number; playId: string; project: string }

const project = 'islandm3'
const key = `playhub-queued-scores:${project}`
const play = { project, playId: () => 'play-1' }

afterEach(() => {
  vi.unstubAllGlobals()
  for (const name of [key, storageKeys.accessToken, storageKeys.webAuthData]) localStore.remove(name)
})

function logIn(userId: string): void {
  const jwt = `token-${userId}`
  localStore.set(storageKeys.webAuthData, JSON.stringify({ userId, jwt }))
  localStore.set(storageKeys.accessToken, jwt)
}

/** @param status  Of each submission; null without a connection. */
function connect(status: number | null): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('navigator', { onLine: status !== null })
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (status === null) throw new TypeError('fetch failed')
    if (url.includes('/leaderboards'))
      return Response.json({ data: { result: [{ id: 'best', order: 'descending', aliases: [] }] } })
    sent.push(JSON.parse(body ?? '{}'))
    if (status !== 200) return Response.json({ code: 'REFUSED', status, title: '' }, { status })
    return Response.json({ data: { result: { best: 7, isNewBest: true, rank: { all: 1 } } } })
  })
  return sent
}

const submit = (score: number, board?: string) =>
  createGameScores(play)['scores.submit']({ score, ...(board && { board }) })

test('a score without a connection is queued, and submitted once there is one', async () => {
  logIn('anna')
  connect(null)
  expect(await submit(7, 'best')).toEqual({ state: 'queued', best: 7, isNewBest: false, rank: null })
  await sendQueuedScores(project)
  const sent = connect(200)
  await sendQueuedScores(project)
  await sendQueuedScores(project)
  expect(sent).toEqual([{ project, board: 'best', score: 7, playId: 'play-1' }])
  expect(await submit(8, 'best')).toMatchObject({ state: 'submitted', rank: { all: 1 } })
})

test('of many scores the lowest and the highest of a leaderboard go out, whatever its order', async () => {
  logIn('anna')
  connect(null)
  for (const score of [5, 9, 2, 7, 4]) await submit(score, 'best')
  await submit(30, 'total')
  const sent = connect(200)
  await sendQueuedScores(project)
  expect(sent.map(({ board, score }) => `${board} ${score}`)).toEqual(['best 2', 'best 9', 'total 30'])
})

test('a score without a leaderboard goes to the first one', async () => {
  logIn('anna')
  connect(null)
  await submit(7)
  const sent = connect(200)
  await sendQueuedScores(project)
  expect(sent).toMatchObject([{ board: 'best', score: 7 }])
})

test('another player does not submit it; what the hub refuses for ever is dropped, and the rest stays', async () => {
  logIn('anna')
  connect(null)
  await submit(7, 'best')
  logIn('boris')
  const borrowed = connect(200)
  await sendQueuedScores(project)
  expect(borrowed).toEqual([])
  logIn('anna')
  connect(429)
  await sendQueuedScores(project)
  const refused = connect(409)
  await sendQueuedScores(project)
  await sendQueuedScores(project)
  expect(refused).toHaveLength(1)
})

test('a game cannot fill the storage, and what is stored may be anything', async () => {
  logIn('anna')
  for (let board = 0; board < 50; board += 1)
    queueScore(project, { board: `board-${board}`, score: 1, playId: 'play-1', playerId: 'anna' })
  expect(JSON.parse(localStore.get(key) ?? '')).toHaveLength(20)
  for (const text of ['{', 'null', '7']) {
    localStore.set(key, text)
    await sendQueuedScores(project)
  }
})

test('a player whose id is not known gets an error', async () => {
  logIn('')
  connect(null)
  await expect(submit(7, 'best')).rejects.toThrow('No response')
})
