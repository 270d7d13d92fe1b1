import { expect } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { toOutcome } from '../../test/support/registration.ts'
import { getBadge } from './views.ts'

test('the initial config has project names in both languages, equal to those of the games', async ({
  hub,
}) => {
  const { data } = await hub.callOk('GET /control/get-initial-config')
  const names = Object.fromEntries(data.result.projects.map(({ id, name }) => [id, name]))
  expect(names.islandm3).toEqual({ ru: 'Остров сокровищ M3', en: 'Treasure Island M3' })
  const { data: games } = await hub.callOk('GET /control/get-games-data')
  for (const { project, localization } of games.result) expect(names[project]).toEqual(localization.name)
})

test('the frame of a game outside the catalogue is named only to its own page', async ({ hub }) => {
  const query = { projectName: 'nightcity' }
  const { data } = await hub.callOk('GET /control/get-game-data', { query })
  expect(data.result.web_page.iframeUrl).toBe('')
  const { settings } = await hub.callOk('GET /control/get-single-game-data', { query })
  expect(settings.iframeSrc).toMatch(/\/nightcity\/$/)
})

test('the list of all prices has no items of a game outside the catalogue', async ({ hub }) => {
  const all = await hub.callOk('GET /control/get-prices', { query: {} })
  expect(all.data.result.filter(({ project }) => project === 'nightcity')).toEqual([])
  const own = await hub.callOk('GET /control/get-prices', { query: { project: 'nightcity' } })
  expect(own.data.result.map(({ id }) => id)).toEqual(['nightcity-chips', 'nightcity-velvet'])
})

const withGameId = test.extend('hubOptions', {
  content: {
    islandm3: (yaml) => yaml.replace('- id: islandm3-hints', '- id: islandm3-hints\n    gameId: hints_5'),
  },
})

withGameId(
  "the price list tells the game's own id of an item, and orders are by that of the hub",
  async ({ hub, player }) => {
    const { data } = await hub.callOk('GET /control/get-prices', { query: { project: 'islandm3' } })
    expect(data.result.map(({ id, gameId }) => [id, gameId])).toEqual([
      ['islandm3-hints', 'hints_5'],
      ['islandm3-boosters', undefined],
      ['islandm3-chest', undefined],
    ])
    const order = (itemId: string) => hub.call('POST /payments/create', { as: player, body: { itemId } })
    expect(toOutcome(await order('hints_5'))).toBe('ITEM_NOT_FOUND')
    expect((await order('islandm3-hints')).ok).toBe(true)
  },
)

test.each([
  ['new', '2026-11-30', { addedOn: '2026-11-01' }],
  ['new', '2026-11-30', { addedOn: '2026-11-01', updatedOn: '2026-11-29' }],
  [null, '2026-12-01', { addedOn: '2026-11-01' }],
  ['updated', '2026-12-01', { addedOn: '2026-11-01', updatedOn: '2026-11-18' }],
  [null, '2026-12-02', { updatedOn: '2026-11-18' }],
  [null, '2026-11-30', { addedOn: '2026-12-01' }],
  [null, '2026-11-30', { addedOn: '2026-11-29', inDevelop: true }],
  [null, '2026-11-30', {}],
] as const)('the badge is %s on %s for a game with %o', (badge, today, dates) => {
  expect(getBadge({ inDevelop: false, ...dates }, Date.parse(`${today}T12:00:00Z`))).toBe(badge)
})

test('a game without facts has empty ones', async ({ hub }) => {
  const { data } = await hub.callOk('GET /control/get-game-data', { query: { projectName: 'skyport' } })
  expect(data.result.facts).toMatchObject({ addedOn: null, updatedOn: null, badge: null })
})
