import { expect, test } from 'vitest'
import { framePolicy, frameUrl } from './frame-policy.ts'

const HUB = 'https://hub.example'
const GAME = 'https://games.example/islandm3/'

test('a game gets the permissions that its project lists, and no others', () => {
  const permissions = ['autoplay', 'fullscreen', 'popups', 'top-navigation', 'constructor', 'camera *']
  expect(framePolicy(GAME, HUB, permissions)).toEqual({
    allow: 'autoplay; fullscreen',
    sandbox:
      'allow-scripts allow-forms allow-pointer-lock allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  })
})

test('a project without a list gets what games usually need, and neither camera nor pop-ups', () => {
  const { allow, sandbox } = framePolicy(GAME, HUB)
  expect(allow).toBe(
    'accelerometer; autoplay; clipboard-write; fullscreen; gamepad; gyroscope; screen-wake-lock',
  )
  expect(sandbox).toBe(
    'allow-scripts allow-forms allow-pointer-lock allow-same-origin allow-orientation-lock',
  )
  expect(framePolicy(GAME, HUB, []).allow).toBe('')
})

test('only a game that the hub serves may show dialogs without asking', () => {
  expect(framePolicy(GAME, HUB, []).sandbox).not.toContain('allow-modals')
  expect(framePolicy(GAME, HUB, [], { isHosted: true }).sandbox).toContain('allow-modals')
})

test("a game at the hub's origin cannot remove its sandbox", () => {
  expect(framePolicy('/games/own/', HUB).sandbox).not.toContain('allow-same-origin')
})

test('games that share an origin get none', () => {
  const hosted = { isHosted: true, isOpaque: true }
  expect(framePolicy(GAME, HUB, [], hosted).sandbox).not.toContain('allow-same-origin')
})

test('the language in the address replaces an existing one', () => {
  expect(frameUrl(`${GAME}?lng=de&level=2`, HUB, 'ru')).toBe(`${GAME}?lng=ru&level=2`)
})
