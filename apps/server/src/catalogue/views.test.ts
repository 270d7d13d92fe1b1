import { expect, test } from 'vitest'
import { startTestHub } from '../testing/test-hub.ts'

test('the initial config names its projects in both languages, as the games and the prices do', async () => {
  const hub = await startTestHub()
  const { data } = await hub.ask('GET /control/get-initial-config')
  const names = Object.fromEntries(data.result.projects.map(({ id, name }) => [id, name]))
  expect(names.islandm3).toEqual({ ru: 'Остров сокровищ M3', en: 'Treasure Island M3' })
  const { data: games } = await hub.ask('GET /control/get-games-data')
  for (const { project, localization } of games.result) expect(names[project]).toEqual(localization.name)
})
