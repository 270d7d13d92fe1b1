import { bridgeErrors } from '@playhub/contract/bridge-protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, storage, track } from './connect.ts'
import type { Hub } from './hub.ts'
import type { ConnectOptions } from './open-hub.ts'
import { PlayhubError } from './transport.ts'

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

test('a local bundle arrives as one purchase for each unit of its contents', async () => {
  const pack = {
    id: 'pack',
    contains: [
      { id: 'gems-100', quantity: 2 },
      { id: 'hat', quantity: 1 },
    ],
  }
  const local = await start({ local: { catalog: [pack] } })
  expect(await local.purchase({ itemId: 'pack' })).toMatchObject({ status: 'paid' })
  expect((await local.getPurchases()).map(({ itemId }) => itemId)).toEqual(['gems-100', 'gems-100', 'hat'])
})

test('local mode takes the codes of its options alone, as the player types them', async () => {
  const local = await start({ local: { catalog, codes: ['SUMMER-24'] } })
  const buy = (code: string | undefined) => local.purchase({ itemId: 'gems-100', code })
  expect(await buy(' summer 24 ')).toMatchObject({ status: 'paid' })
  expect(await buy(undefined)).toMatchObject({ status: 'paid' })
  await expect(buy('NO-SUCH-CODE')).rejects.toMatchObject({ code: 'UNKNOWN_CODE' })
  const plain = await start({ local: { catalog, codes: undefined } })
  await expect(plain.purchase({ itemId: 'gems-100', code: 'SUMMER24' })).rejects.toMatchObject({
    code: 'UNKNOWN_CODE',
  })
})

test('of two local purchases at once, the second is refused, as is a sign-in meanwhile', async () => {
  let pay = () => {}
  const purchaseOutcome = () => new Promise<'paid'>((resolve) => (pay = () => resolve('paid')))
  const local = await start({ local: { catalog, purchaseOutcome } })
  const first = local.purchase({ itemId: 'gems-100' })
  await expect(local.purchase({ itemId: 'gems-100' })).rejects.toMatchObject({ code: 'BUSY' })
  await expect(local.signIn()).rejects.toMatchObject({ code: 'BUSY' })
  pay()
  expect(await first).toMatchObject({ status: 'paid' })
  expect(await local.getPurchases()).toHaveLength(1)
  expect(await local.signIn()).toMatchObject({ isGuest: false })
})

test('a local guest signs in before a purchase, and a score of theirs is queued', async () => {
  const local = await start({ local: { player: { isGuest: true }, catalog } })
  expect(await local.scores.submit('best', 12, { extra: undefined })).toMatchObject({ state: 'queued' })
  expect(await local.purchase({ itemId: 'gems-100' })).toMatchObject({ status: 'paid' })
  expect(local.player.isGuest).toBe(false)
  expect(await local.getPurchases()).toHaveLength(1)
})

test('local mode has no gifts', async () => {
  const local = await start()
  expect(local.supports('offers')).toBe(false)
  await expect(local.claimGift('daily')).rejects.toMatchObject({ code: 'UNKNOWN_OFFER' })
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
  expect(await local.scores.submit('best', 12)).toEqual({
    state: 'submitted',
    best: 12,
    isNewBest: true,
    rank: null,
  })
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

test('without a window, as in a worker or on a server, connect rejects with an error of the SDK', async () => {
  vi.unstubAllGlobals()
  await expect(connect()).rejects.toThrow(PlayhubError)
  await expect(connect({ local: { catalog } })).rejects.toMatchObject({ code: 'NO_HUB' })
})

test.each<[string, (hub: Hub) => Promise<unknown>, string]>([
  ['a key with a space', ({ saves }) => saves.set('a b', 1), 'INVALID_PARAMS'],
  ['a key that is missing', ({ saves }) => saves.set(undefined as never, 1), 'INVALID_PARAMS'],
  ['a save above 1 MB', ({ saves }) => saves.set('a', 'я'.repeat(600_000)), 'SAVE_TOO_LARGE'],
  ['an item without an id', (local) => local.purchase({ itemId: '' }), 'INVALID_PARAMS'],
  ['no item at all', (local) => local.purchase(undefined as never), 'INVALID_PARAMS'],
  [
    'an id of an item that is too long',
    (local) => local.purchase({ itemId: 'x'.repeat(201) }),
    'INVALID_PARAMS',
  ],
  [
    'a code that is too long',
    (local) => local.purchase({ itemId: 'gems-100', code: 'x'.repeat(65) }),
    'INVALID_PARAMS',
  ],
  ['a code of spaces', (local) => local.purchase({ itemId: 'gems-100', code: ' ' }), 'INVALID_PARAMS'],
  ['a long id of a gift', (local) => local.claimGift('x'.repeat(65)), 'INVALID_PARAMS'],
  ['a gift without an id', (local) => local.claimGift(undefined as never), 'INVALID_PARAMS'],
  ['a purchase without an id', (local) => local.consumePurchase(undefined as never), 'INVALID_PARAMS'],
  ['half a point', ({ scores }) => scores.submit('best', 1.5), 'INVALID_PARAMS'],
  [
    'a text beside a score that is too long',
    ({ scores }) => scores.submit('best', 1, { extra: 'x'.repeat(201) }),
    'INVALID_PARAMS',
  ],
  ['a leaderboard without an id', ({ scores }) => scores.top(''), 'INVALID_PARAMS'],
  ['too many entries', ({ scores }) => scores.top('best', { limit: 101 }), 'INVALID_PARAMS'],
  ['no steps', ({ achievements }) => achievements.progress('first', 0), 'INVALID_PARAMS'],
  ['a link with a number', (local) => local.shareLink({ level: 3 } as never), 'INVALID_PARAMS'],
  ['a break of another kind', (local) => local.showBreak('popup' as never), 'INVALID_PARAMS'],
  ['a function', (local) => local.scores.submit('best', (() => 1) as never), 'INVALID_PARAMS'],
])('local mode refuses %s, as the hub does', async (_, call, code) => {
  const local = await start({ local: { catalog } })
  await expect(call(local)).rejects.toMatchObject({ name: 'PlayhubError', code })
})

test('local mode takes 64 keys and 1 MB in all, and says what is too much', async () => {
  const local = await start()
  for (let number = 0; number < 64; number += 1) await local.saves.set(`key-${number}`, number)
  await expect(local.saves.set('one-more', 1)).rejects.toMatchObject({
    code: 'SAVES_FULL',
    message: expect.stringContaining('65 keys'),
  })
  await local.saves.set('key-0', 'x'.repeat(1_000_000))
  await expect(local.saves.set('key-1', 'x'.repeat(60_000))).rejects.toMatchObject({ code: 'SAVES_FULL' })
  await local.saves.remove('key-0')
  await local.saves.set('key-1', 'x'.repeat(60_000))
})

test('events may be sent before the game has connected, and only malformed ones are named in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  track('too early')
  const local = await start()
  expect(local.supports('insights')).toBe(true)
  expect([track('level-done', 3), local.track('level-done'), local.track('level', '3' as never)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  await expect.poll(() => warn.mock.calls.length).toBe(2)
  const warned = warn.mock.calls.map(([message]) => String(message))
  expect(warned.some((message) => message.includes('not "too early"'))).toBe(true)
  expect(warned.some((message) => message.includes('value must be a number'))).toBe(true)
  warn.mockRestore()
})

test('local mode refuses a guest what needs an account', async () => {
  const local = await start({ local: { player: { isGuest: true }, catalog } })
  await expect(local.getToken()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  await expect(local.consumePurchase('any')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  await expect(local.achievements.unlock('first')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(await local.getPurchases()).toEqual([])
})

test('local mode takes as many calls in a second as the SDK sends to a hub', async () => {
  const local = await start()
  const calls = await Promise.allSettled(Array.from({ length: 110 }, () => local.getPlayer()))
  const refused = calls.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(refused[0]).toMatchObject({ reason: { code: 'RATE_LIMITED' } })
})
