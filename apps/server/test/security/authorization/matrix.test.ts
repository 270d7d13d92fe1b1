import type { ServerRouteKey, ServerRouteRequest } from '@playhub/contract'
import { routes, serverRoutes } from '@playhub/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gameServerClient, openGame } from '../../support/game-server-client.ts'
import { type Player, startTestHub, type TestHub } from '../../support/test-hub.ts'
import { createRecords, foreignProject, ownProject, type Records } from '../records.ts'
import { type CallerName, callers, type Outcome, playerOutcomes, serverOutcomes } from './expected.ts'

let hub: TestHub
let end = async () => {}
let shared: People

/** A bearer token for each caller, and the records in the calls. */
type People = { tokens: Record<CallerName, string>; records: Records }

async function createPeople(): Promise<People> {
  const [player, otherPlayer, revoked] = await Promise.all([hub.logIn(), hub.logIn(), hub.logIn()])
  const records = await createRecords(hub, player)
  const gameToken = await hub.callOk('POST /play/token', { as: player, body: { project: ownProject } })
  await openGame(hub, player, ownProject)
  await hub.callOk('POST /auth/logout', { as: revoked })
  const tokens = {
    guest: '',
    'revoked login': revoked.jwt,
    'game token': gameToken.data.result.token,
    'own key': `sandbox_${ownProject}`,
    'foreign key': `sandbox_${foreignProject}`,
    'other player': otherPlayer.jwt,
    player: player.jwt,
  }
  return { tokens, records }
}

beforeAll(async () => {
  hub = await startTestHub({ now: new Date().toISOString(), onCleanup: (stop) => (end = stop) })
  shared = await createPeople()
})
afterAll(() => end())

/** A request's outcome for each caller, refused ones first. */
async function collectOutcomes(
  call: (token: string) => Promise<Outcome>,
  { tokens }: People,
): Promise<Record<CallerName, Outcome>> {
  const outcomes = {} as Record<CallerName, Outcome>
  for (const caller of callers) outcomes[caller] = await call(tokens[caller])
  return outcomes
}

describe('calls of players', () => {
  const keys = Object.keys(playerOutcomes) as (keyof typeof playerOutcomes)[]

  test.each(keys)('%s', async (key) => {
    const { request, outcomes, ownPlayers } = playerOutcomes[key]
    const people = ownPlayers ? await createPeople() : shared
    const call = async (token: string): Promise<Outcome> => {
      const as = token ? ({ jwt: token } as Player) : undefined
      const response = await hub.call(key, { ...request(people.records), ...(as && { as }) } as object)
      if (routes[key].access === 'player') expect(response.headers.get('cache-control')).toBe('no-store')
      return response.ok ? 'ok' : (response.body.code as Outcome)
    }
    expect(await collectOutcomes(call, people)).toEqual(outcomes)
  })
})

describe('calls of game servers', () => {
  const keys = Object.keys(serverOutcomes) as ServerRouteKey[]

  test.each(keys)('%s', async (key) => {
    const { request, outcomes } = serverOutcomes[key]
    const call = async (token: string) => {
      const sent = request(shared.records) as Partial<ServerRouteRequest<typeof key>>
      return (await gameServerClient(hub, token).getOutcome(key, sent)) as Outcome
    }
    expect(await collectOutcomes(call, shared)).toEqual(outcomes)
  })
})

test('the table has a row for each call of the contract', () => {
  expect(Object.keys(playerOutcomes).toSorted()).toEqual(Object.keys(routes).toSorted())
  expect(Object.keys(serverOutcomes).toSorted()).toEqual(Object.keys(serverRoutes).toSorted())
})
