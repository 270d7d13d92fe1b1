import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../test/support/game-server-client.ts'
import { test } from '../../test/support/hub-test.ts'
import { addTestOperator } from '../../test/support/operators/operator-client.ts'
import { SECOND_MS } from '../platform/clock.ts'

const owner = { role: 'owner', project: '*' } as const
const onBoard = { project: 'islandm3', board: 'best' }

test('support hides a score with a reason and shows it again; viewers and other projects may not', async ({
  hub,
  player,
}) => {
  await addTestOperator(hub, owner)
  const support = await addTestOperator(hub, { role: 'support', project: '*' })
  const viewer = await addTestOperator(hub, { role: 'viewer', project: '*' })
  const elsewhere = await addTestOperator(hub, { role: 'support', project: 'skyport' })
  await openGame(hub, player)
  await gameServerClient(hub).callOk('POST /scores', {
    body: { playerId: player.userId, board: 'best', score: 10 },
  })
  const request = { params: { id: player.userId }, body: { ...onBoard, reason: 'An insult' } }
  const hide = 'POST /players/{id}/scores/hide'
  const show = 'POST /players/{id}/scores/show'
  const getScores = async () => {
    hub.clock.advance(5 * SECOND_MS)
    const { data } = await hub.callOk('GET /play/scores/top', { query: onBoard })
    return data.result.entries.map(({ score }) => score)
  }

  expect((await viewer.call(hide, request)).status).toBe(403)
  expect((await elsewhere.call(hide, request)).status).toBe(404)
  expect(await getScores()).toEqual([10])
  const hidden = await support.callOk(hide, request)
  expect(hidden.data.result.scores).toMatchObject([{ ...onBoard, score: 10, hiddenAt: hub.clock.now() }])
  expect(await getScores()).toEqual([])
  expect(await support.call(hide, request)).toMatchObject({ status: 404, body: { code: 'SCORE_NOT_FOUND' } })
  const shown = await support.callOk(show, request)
  expect(shown.data.result.scores).toMatchObject([{ hiddenAt: null }])
  expect(await getScores()).toEqual([10])
  const { data } = await support.callOk('GET /players/{id}/audit', {
    params: { id: player.userId },
    query: {},
  })
  expect(data.result.slice(0, 2)).toMatchObject([
    { action: 'score.show', project: 'islandm3' },
    { action: 'score.hide', operatorId: support.id, reason: 'An insult' },
  ])
})
