import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../../test/support/game-server-client.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { SECOND_MS } from '../../platform/clock.ts'

const project = 'islandm3'
const why = ['--by', 'olga', '--reason', 'An insult as a name']
const run = (hub: TestHub, command: string, options: string[] = []) =>
  runOnHub(hub, [...command.split(' '), ...options])

async function score(hub: TestHub, player: Player, value: number): Promise<void> {
  await openGame(hub, player)
  const body = { playerId: player.userId, board: 'best', score: value }
  await gameServerClient(hub).callOk('POST /scores', { body })
}

async function getTop(hub: TestHub, as?: Player) {
  hub.clock.advance(5 * SECOND_MS)
  return (await hub.callOk('GET /play/scores/top', { as, query: { project, board: 'best' } })).data.result
}

test('an operator hides a reported player from a leaderboard and shows the player again, with an audit', async ({
  hub,
  player,
}) => {
  const other = await hub.logIn()
  await score(hub, player, 10)
  await score(hub, other, 20)
  const [first, second] = (await getTop(hub)).entries
  for (const entry of [second?.id, second?.id])
    await hub.callOk('POST /play/scores/report', { as: other, body: { entry: entry ?? '' } })
  const { printed } = await run(hub, 'scores list islandm3 best')
  expect(printed).toMatch(new RegExp(`^1 +20 .*\\n2 +10 +${player.userId} .* 1 +server `, 'm'))
  expect(await readOnHub(hub, 'scores reported islandm3 best')).toMatchObject([{ playerId: player.userId }])

  const hidden = await run(hub, `scores hide islandm3 best ${player.userId}`, why)
  expect(hidden).toMatchObject({ code: 0, printed: expect.stringContaining('is off the leaderboard') })
  expect((await getTop(hub, player)).entries.map(({ score }) => score)).toEqual([20])
  expect((await getTop(hub, player)).me).toMatchObject({ score: 10, rank: 2 })
  await score(hub, player, 30)
  expect((await getTop(hub)).entries).toMatchObject([{ score: first?.score }])
  expect(await run(hub, `scores hide islandm3 best ${player.userId}`, why)).toMatchObject({ code: 1 })
  expect(await readOnHub(hub, 'scores boards --project islandm3')).toMatchObject([
    { board: 'best', reportedNames: 0, hiddenPlayers: 1 },
  ])

  await run(hub, `scores show islandm3 best ${player.userId}`, why)
  expect((await getTop(hub)).entries.map(({ score, rank }) => [rank, score])).toEqual([
    [1, 30],
    [2, 20],
  ])
  const audit = (await readOnHub(hub, 'audit')) as { action: string; reason: string }[]
  expect(audit.slice(0, 2)).toMatchObject([
    { action: 'score.show', playerId: player.userId, project },
    { action: 'score.hide', playerId: player.userId, project, reason: 'An insult as a name' },
  ])
})
