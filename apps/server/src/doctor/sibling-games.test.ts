import { describeFinding, toFinding } from '@playhub/contract/operator/sentences/checks'
import { expect, test } from 'vitest'
import { copyContent } from '../../test/support/content-copy.ts'
import { readConfig } from '../config.ts'
import { readContentOnce } from './check-context.ts'
import { checkGameHosts } from './sibling-games.ts'

/** Findings about a hub with one game at `frameUrl`, embedded by `origin`; its other games are elsewhere. */
function listProblems(hub: string, frameUrl: string, origin = new URL(frameUrl).origin, env = {}): string[] {
  const content = copyContent({
    islandm3: (yaml) =>
      yaml.replace(/frameUrl: .*/, `frameUrl: ${frameUrl}`).replace(/ {2}- \$\{GAMES_URL\}/, `  - ${origin}`),
  })
  const config = readConfig({
    SMTP_URL: 'smtp://localhost',
    PUBLIC_URL: hub,
    GAMES_URL: 'https://elsewhere.net',
    CONTENT_DIR: content,
    ...env,
  })
  const { found, problems } = checkGameHosts({ config }, readContentOnce({ config }))
  expect(found).toEqual(toFinding('hosts.separate'))
  return problems.map((problem) => describeFinding(problem))
}

test.for([
  ['https://hub.example.com', 'https://games.example.com/'],
  ['https://example.com', 'https://games.example.com/'],
  ['https://play.hub.example.com', 'https://hub.example.com/'],
  ['https://hub.example.co.uk', 'https://games.example.co.uk/'],
  ['https://hub.example.com', 'https://hub.example.com:8443/'],
] as const)('a game beside the hub is named: %s and %s', ([hub, frame]) => {
  const [problem, ...others] = listProblems(hub, frame)
  expect(problem).toMatch(
    /^islandm3 runs at .* can set cookies for it: move the game to a domain of its own\.$/,
  )
  expect(others).toEqual([])
})

test('an origin that embeds the hub counts too', () => {
  const [problem] = listProblems(
    'https://hub.example.com',
    'https://example-games.net/',
    'https://www.example.com',
  )
  expect(problem).toContain('islandm3 runs at www.example.com, which shares example.com with the hub')
})

test.for([
  ['https://hub.example.com', 'https://example-games.com/'],
  ['https://hub.example.co.uk', 'https://games.other.co.uk/'],
  ['https://192.0.2.7', 'https://192.0.2.8/'],
] as const)('domains of their own are fine: %s and %s', ([hub, frame]) => {
  expect(listProblems(hub, frame)).toEqual([])
})

test('a host for uploaded games below the domain of the hub is named', () => {
  const env = { GAMES_HOST: 'games.example.com' }
  const [problem, ...others] = listProblems('https://hub.example.com', 'https://game.net/', undefined, env)
  expect(problem).toMatch(/^GAMES_HOST is games\.example\.com, which shares example\.com with the hub: /)
  expect(others).toEqual([])
})

test.for(['games-example.com', 'example.co'])('a host of its own is fine: %s', (host) => {
  const env = { GAMES_HOST: host }
  expect(listProblems('https://hub.example.com', 'https://game.net/', undefined, env)).toEqual([])
})
