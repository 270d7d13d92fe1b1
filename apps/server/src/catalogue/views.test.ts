import { expect } from 'vitest'
import { test } from '../testing/hub-test.ts'

test('the initial config has project names in both languages, equal to those of the games', async ({
  hub,
}) => {
  const { data } = await hub.callOk('GET /control/get-initial-config')
  const names = Object.fromEntries(data.result.projects.map(({ id, name }) => [id, name]))
  expect(names.islandm3).toEqual({ ru: 'Остров сокровищ M3', en: 'Treasure Island M3' })
  const { data: games } = await hub.callOk('GET /control/get-games-data')
  for (const { project, localization } of games.result) expect(names[project]).toEqual(localization.name)
})
