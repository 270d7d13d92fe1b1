import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localStore, storageKeys } from '../lib/browser/storage.ts'
import { keepGuestScore, listGuestScores, submitGuestScores } from './guest-scores.ts'

beforeEach(() => {
  for (const id of ['best', 'total', 'fastest'])
    keepGuestScore('islandm3', { id, order: 'descending' }, { score: 10, playId: 'play-1' })
  localStore.set(storageKeys.accessToken, 'token-1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const key of [storageKeys.accessToken, 'playhub-guest-scores:islandm3']) localStore.remove(key)
})

/** The hub refuses scores of the leaderboards with a status, or cannot be reached. */
async function submit(refusals: Record<string, number | 'unreachable'>): Promise<string[]> {
  vi.stubGlobal('fetch', async (_url: string, { body }: { body?: string }) => {
    const { board } = JSON.parse(body ?? '{}')
    const status = refusals[board]
    if (status === 'unreachable') throw new TypeError('fetch failed')
    if (status === undefined) return Response.json({ data: { result: {} } })
    return Response.json({ code: 'REFUSED', status, title: '' }, { status })
  })
  await submitGuestScores('islandm3')
  return listGuestScores('islandm3').map(({ board }) => board)
}

test("a guest's scores are submitted once, and refused ones are dropped", async () => {
  expect(await submit({ total: 400 })).toEqual([])
})

test('scores that the hub could not take yet are kept for the next visit', async () => {
  expect(await submit({ best: 429, fastest: 503 })).toEqual(['best', 'fastest'])
  expect(await submit({ fastest: 'unreachable' })).toEqual(['fastest'])
  expect(await submit({})).toEqual([])
})
