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

const described = test.extend('hubOptions', {
  content: {
    islandm3: (yaml) =>
      yaml
        .replace(
          /screenshots:\n {4}- (\S+)/,
          'heroImageAlt: { en: A beach }\n  screenshots:\n    - image: $1\n      alt: { en: A board of gems, ru: Поле }',
        )
        .replace('- id: islandm3-hints', '- id: islandm3-hints\n    imageAlt: { en: A lamp }'),
  },
})

described('pictures have texts by language where the content describes them', async ({ hub }) => {
  const query = { projectName: 'islandm3' }
  const { web_page, localization } = (await hub.callOk('GET /control/get-game-data', { query })).data.result
  expect(localization).toMatchObject({ heroImageAlt: { en: 'A beach' } })
  expect(localization.screenshotAlts).toEqual([
    { en: 'A board of gems', ru: 'Поле' },
    ...web_page.screenshots.slice(1).map(() => ({})),
  ])
  expect(web_page.screenshots).toHaveLength(2)
  expect(web_page.screenshots[0]).toMatch(/^\/main_images\/islandm3\//)
  const prices = await hub.callOk('GET /control/get-prices', { query: { project: 'islandm3' } })
  expect(prices.data.result.map(({ imageAlt }) => imageAlt)).toEqual([{ en: 'A lamp' }, undefined, undefined])
  const plain = await hub.callOk('GET /control/get-game-data', { query: { projectName: 'familytown' } })
  expect(plain.data.result.localization).not.toHaveProperty('screenshotAlts')
})

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
