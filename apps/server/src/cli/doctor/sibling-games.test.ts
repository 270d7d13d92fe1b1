import { expect, test } from 'vitest'
import { siblingProblems } from './sibling-games.ts'

const game = (frameUrl: string, ...origins: string[]) =>
  ({ id: 'islandm3', game: { frameUrl }, origins }) as Parameters<typeof siblingProblems>[1][number]

test.for([
  ['https://hub.example.com', 'https://games.example.com/'],
  ['https://example.com', 'https://games.example.com/'],
  ['https://play.hub.example.com', 'https://hub.example.com/'],
  ['https://hub.example.co.uk', 'https://games.example.co.uk/'],
  ['https://hub.example.com', 'https://hub.example.com:8443/'],
] as const)('a game beside the hub is named: %s and %s', ([hub, frame]) => {
  const [problem, ...others] = siblingProblems(hub, [game(frame, new URL(frame).origin)])
  expect(problem).toMatch(
    /^islandm3 runs at .* can set cookies for it: move the game to a domain of its own\.$/,
  )
  expect(others).toEqual([])
})

test('an origin that embeds the hub counts too', () => {
  const [problem] = siblingProblems('https://hub.example.com', [
    game('https://example-games.net/', 'https://www.example.com'),
  ])
  expect(problem).toContain('islandm3 runs at www.example.com, which shares example.com with the hub')
})

test.for([
  ['https://hub.example.com', 'https://example-games.com/'],
  ['https://hub.example.co.uk', 'https://games.other.co.uk/'],
  ['https://192.0.2.7', 'https://192.0.2.8/'],
] as const)('domains of their own are fine: %s and %s', ([hub, frame]) => {
  expect(siblingProblems(hub, [game(frame)])).toEqual([])
})
