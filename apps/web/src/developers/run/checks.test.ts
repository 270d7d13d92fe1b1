import { expect, test } from 'vitest'
import { type CheckState, checkNames, evaluateChecks, type Measured } from './checks.ts'
import type { PortalUse } from './portal-uses.ts'

const inspection = {
  url: 'https://game.example/',
  status: 200,
  redirects: [],
  refusedBy: null,
  problem: null,
  hosted: null,
}
const perfect: Measured = {
  nowMs: 60_000,
  inspection,
  helloAtMs: 800,
  sdk: '1.2.0',
  readyAtMs: 1500,
  bytes: 2_000_000,
  files: 12,
  hosts: [],
  frames: { median: 60, worst: 52 },
  sounds: 0,
  pause: { atMs: 20_000, hasStopped: true },
  hasPaid: true,
  hasConsumed: true,
  redelivery: { atMs: 40_000, isConsumed: true },
  saves: {
    written: { key: 'progress', bytes: 12 },
    restart: { isRead: true },
    conflict: { state: 'merged', atMs: 50_000 },
  },
  resize: 'good',
  language: 'good',
  errors: [],
  portal: { sdk: 'poki', uses: [{ name: 'PokiSDK.init', count: 1, support: 'supported' }] },
}
const poki = (name: string, support: PortalUse['support']): Partial<Measured> => ({
  portal: { sdk: 'poki', uses: [{ name, count: 1, support }] },
})
const listStates = (measured: Measured) =>
  Object.fromEntries(evaluateChecks(measured).map(({ name, state }) => [name, state]))

test('a perfect game is green everywhere', () => {
  expect(listStates(perfect)).toEqual(Object.fromEntries(checkNames.map((name) => [name, 'green'])))
})

const faults: [name: string, change: Partial<Measured>, state: CheckState][] = [
  ['hosts', { hosts: ['cdn.example'] }, 'yellow'],
  ['hosts', { hosts: undefined }, 'unseen'],
  ['hosts', { hosts: undefined, hasBoot: true }, 'open'],
  [
    'framing',
    { inspection: { ...inspection, refusedBy: { header: 'X-Frame-Options', value: 'DENY' } } },
    'red',
  ],
  ['framing', { inspection: { ...inspection, status: 404, problem: 'error' } }, 'red'],
  ['framing', { inspection: 'unavailable' }, 'unseen'],
  ['connects', { helloAtMs: undefined }, 'red'],
  ['connects', { helloAtMs: undefined, isLegacy: true }, 'yellow'],
  ['ready', { readyAtMs: undefined }, 'red'],
  ['ready', { readyAtMs: 7_000 }, 'yellow'],
  ['ready', { readyAtMs: 12_000 }, 'red'],
  ['size', { bytes: 20 * 1024 * 1024 }, 'yellow'],
  ['size', { bytes: 40 * 1024 * 1024 }, 'red'],
  ['size', { bytes: undefined }, 'unseen'],
  ['size', { bytes: undefined, hasBoot: true }, 'open'],
  ['frames', { frames: undefined }, 'unseen'],
  ['frames', { frames: undefined, hasBoot: true }, 'open'],
  ['frames', { frames: { median: 60, worst: 12 } }, 'red'],
  ['pause', { sounds: 1 }, 'red'],
  ['pause', { sounds: undefined, pause: { atMs: 20_000, hasStopped: false } }, 'red'],
  ['pause', { sounds: undefined, pause: { atMs: 59_900, hasStopped: false } }, 'open'],
  ['sound', { soundBeforeInput: true }, 'red'],
  ['sound', { sounds: undefined }, 'unseen'],
  ['sound', { sounds: undefined, hasBoot: true }, 'open'],
  ['purchase', { hasPaid: false, hasConsumed: false }, 'open'],
  ['consume', { hasConsumed: false }, 'red'],
  ['redelivery', { redelivery: { atMs: 40_000, isConsumed: false } }, 'red'],
  ['save', { saves: undefined }, 'open'],
  ['reload', { saves: { restart: { isRead: false } } }, 'open'],
  ['reload', { saves: { restart: { isRead: false, unreadAtMs: 59_500 } } }, 'open'],
  ['reload', { saves: { restart: { isRead: false, unreadAtMs: 50_000 } } }, 'red'],
  ['conflict', { saves: { conflict: { state: 'waiting', atMs: 1 } } }, 'open'],
  ['conflict', { saves: { conflict: { state: 'lost', atMs: 59_900 } } }, 'yellow'],
  ['conflict', { saves: { conflict: { state: 'refused', atMs: 59_900 } } }, 'open'],
  ['conflict', { saves: { conflict: { state: 'refused', atMs: 1 } } }, 'red'],
  ['resize', { resize: 'bad' }, 'red'],
  ['language', { language: 'bad' }, 'red'],
  ['compat', poki('PokiSDK.commercialBreak', 'unavailable'), 'yellow'],
  ['compat', poki('PokiSDK.showAnyAd', 'unknown'), 'red'],
  ['compat', { portal: { sdk: 'poki', uses: [] } }, 'open'],
  ['errors', { errors: ['TypeError: x is undefined'] }, 'red'],
]

test.each(faults)('%s is judged by %j', (name, change, state) => {
  expect(listStates({ ...perfect, ...change } as Measured)[name]).toBe(state)
})

test('the line of the project file names the hosts outside', () => {
  const checks = evaluateChecks({ ...perfect, hosts: ['cdn.example', 'fonts.example'] })
  expect(checks.find(({ name }) => name === 'hosts')?.values.yaml).toBe(
    'network: [cdn.example, fonts.example]',
  )
})

test('an error that comes again and again is one error', () => {
  const checks = evaluateChecks({
    ...perfect,
    errors: ['TypeError: x is undefined', 'TypeError: x is undefined'],
  })
  expect(checks.find(({ name }) => name === 'errors')?.values.count).toBe(1)
})

test('a game without the SDK of a portal has no check of it', () => {
  expect(listStates({ ...perfect, portal: undefined })).not.toHaveProperty('compat')
})

test('the check of a portal names what to look at', () => {
  const checks = evaluateChecks({ ...perfect, ...poki('PokiSDK.commercialBreak', 'unavailable') })
  expect(checks.find(({ name }) => name === 'compat')?.values).toMatchObject({
    portal: 'Poki',
    unavailable: 'PokiSDK.commercialBreak',
  })
})
