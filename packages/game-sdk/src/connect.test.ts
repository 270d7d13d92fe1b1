import { bridgeErrors } from '@playhub/contract/bridge-protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, storage } from './connect.ts'
import type { Hub } from './hub.ts'
import type { ConnectOptions } from './open-hub.ts'

const catalog = [{ id: 'gems-100', title: '100 gems' }]
let hub: Hub | undefined

/** A top-level page whose storage survives a reconnect. */
beforeEach(() => {
  const stored = new Map<string, string>()
  const page = {}
  vi.stubGlobal('window', Object.assign(page, { parent: page }))
  vi.stubGlobal('document', { title: 'My game' })
  vi.stubGlobal('location', {
    search: '?lng=ru&launch.level=3',
    href: 'https://game.example/?lng=ru&launch.level=3',
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => {
  hub?.close()
  vi.unstubAllGlobals()
})

async function start(options?: ConnectOptions): Promise<Hub> {
  hub?.close()
  hub = await connect(options)
  return hub
}

test('without a parent window, local mode has a player and the language of the URL', async () => {
  const { mode, player, language, project } = await start()
  expect({ mode, player, language, project }).toEqual({
    mode: 'local',
    player: { id: 'local', name: 'Local player', isGuest: false },
    language: 'ru',
    project: { id: 'local', name: 'My game' },
  })
})

test('connect rejects without a hub when local mode is disabled', async () => {
  await expect(connect({ local: false })).rejects.toMatchObject({ code: 'NO_HUB' })
})

test('connecting twice returns the same hub until it is closed', async () => {
  const first = await start()
  expect(await connect()).toBe(first)
  first.close()
  const second = await start()
  first.close()
  expect(await connect()).toBe(second)
})

test('local mode has no breaks', async () => {
  const local = await start()
  expect(local.supports('breaks')).toBe(false)
  expect(await local.showBreak('rewarded')).toEqual({ shown: false, rewarded: false })
})

test('the local shop sells the configured items and fills in missing fields', async () => {
  const local = await start({ local: { catalog } })
  expect(await local.getCatalog()).toMatchObject([{ id: 'gems-100', title: '100 gems', imageUrl: null }])
  await expect(local.purchase({ itemId: 'tank' })).rejects.toMatchObject({ code: 'UNKNOWN_ITEM' })
})

test('an interrupted local purchase is found at the next start and consumed once', async () => {
  const before = await start({ local: { catalog } })
  expect(await before.purchase({ itemId: 'gems-100' })).toMatchObject({ status: 'paid' })

  const after = await start({ local: { catalog } })
  const [found] = await after.getPurchases()
  if (!found) throw new Error('The purchase is lost')
  expect(found).toMatchObject({ itemId: 'gems-100', state: 'granted' })
  expect(await after.consumePurchase(found.id)).toEqual({ id: found.id, alreadyConsumed: false })
  expect(await after.consumePurchase(found.id)).toEqual({ id: found.id, alreadyConsumed: true })
  expect(await after.getPurchases()).toEqual([])
})

test('of two simultaneous callers of consumePurchase, one gives the item', async () => {
  const local = await start({ local: { catalog } })
  const outcome = await local.purchase({ itemId: 'gems-100' })
  if (outcome.status !== 'paid') throw new Error(outcome.status)
  const { id } = outcome.purchase
  const both = await Promise.all([local.consumePurchase(id), local.consumePurchase(id)])
  expect(both.map(({ alreadyConsumed }) => alreadyConsumed)).toEqual([false, true])
})

test('purchaseOutcome decides how a local purchase ends', async () => {
  const local = await start({ local: { catalog, purchaseOutcome: ({ id }) => (id ? 'cancelled' : 'paid') } })
  expect(await local.purchase({ itemId: 'gems-100' })).toEqual({ status: 'cancelled' })
  expect(await local.getPurchases()).toEqual([])
})

test('signing out and in notifies the game', async () => {
  const local = await start()
  const names: string[] = []
  const stop = local.onPlayer(({ name }) => names.push(name))
  expect(await local.signOut()).toMatchObject({ id: null, isGuest: true })
  expect(local.player.isGuest).toBe(true)
  await local.signIn()
  stop()
  await local.signOut()
  expect(names).toEqual(['Guest', 'Local player'])
})

test('without storage, local purchases last as long as the page', async () => {
  vi.stubGlobal('localStorage', undefined)
  const local = await start({ local: { catalog } })
  await local.purchase({ itemId: 'gems-100' })
  expect(await local.getPurchases()).toHaveLength(1)
})

test.each([
  ['purchase', []],
  ['purchase', [{}]],
  ['purchase', [{ itemId: '' }]],
  ['consumePurchase', []],
  ['consumePurchase', [7]],
] as const)('%s with the wrong arguments %j rejects with INVALID_PARAMS', async (call, given) => {
  const local = await start({ local: { catalog } })
  const outcome = Reflect.apply(local[call], local, given)
  await expect(outcome).rejects.toMatchObject({ name: 'PlayhubError', code: 'INVALID_PARAMS' })
})

test('local mode takes scores and unlocks achievements, and has no other players', async () => {
  const local = await start()
  expect(await local.scores.submit('best', 12)).toEqual({ best: 12, isNewBest: true, rank: null })
  expect(await local.scores.top('best', { limit: 3 })).toEqual([])
  expect(await local.achievements.unlock('first')).toMatchObject({ id: 'first', isUnlocked: true })
})

test('errors say what they mean', async () => {
  const local = await start()
  await expect(local.getToken()).rejects.toThrow(bridgeErrors.NOT_AVAILABLE)
})

test('launch parameters come from the URL, and a shared link starts the game with its own', async () => {
  const local = await start()
  expect(local.launchParams).toEqual({ level: '3' })
  expect(await local.shareLink({ room: 'a b' })).toBe('https://game.example/?launch.room=a+b')
})

test('local saves are found at the next start', async () => {
  const before = await start()
  expect(await before.saves.set('progress', { level: 3 })).toEqual({ state: 'saved', version: 1 })
  const after = await start()
  expect(await after.saves.get('progress')).toEqual({ level: 3 })
  expect(await after.saves.list()).toMatchObject([{ key: 'progress', version: 1, sizeBytes: 11 }])
  await after.saves.remove('progress')
  expect(await after.saves.list()).toEqual([])
})

test('storage keeps its items as one save', async () => {
  storage.setItem('early', '1')
  await start()
  storage.setItem('level', '3')
  storage.removeItem('early')
  expect([storage.length, storage.key(0), storage.getItem('level'), storage.getItem('early')]).toEqual([
    1,
    'level',
    '3',
    null,
  ])
  await expect
    .poll(() => JSON.parse(localStorage.getItem('playhub:local-saves') ?? '{}').storage.version)
    .toBe(2)
  const after = await start()
  expect(await after.saves.get('storage')).toEqual({ level: '3' })
  storage.clear()
  expect(storage.getItem('level')).toBeNull()
})
