import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ConnectOptions, connect } from './connect.ts'
import type { Hub } from './hub.ts'

const catalog = [{ id: 'gems-100', title: '100 gems' }]
let hub: Hub | undefined

/** A page of its own: nobody above it, a storage that outlives a reload. */
beforeEach(() => {
  const stored = new Map<string, string>()
  const page = {}
  vi.stubGlobal('window', Object.assign(page, { parent: page }))
  vi.stubGlobal('document', { title: 'My game' })
  vi.stubGlobal('location', { search: '?lng=ru' })
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

test('a game that runs alone gets a local player in the language of its address', async () => {
  const { mode, player, language, project } = await start()
  expect({ mode, player, language, project }).toEqual({
    mode: 'local',
    player: { id: 'local', name: 'Local player', isGuest: false },
    language: 'ru',
    project: { id: 'local', name: 'My game' },
  })
})

test('a released game can insist on a real hub', async () => {
  await expect(connect({ local: false })).rejects.toMatchObject({ code: 'NO_HUB' })
})

test('connecting twice gives the same hub', async () => {
  const first = await start()
  expect(await connect()).toBe(first)
  first.close()
  const second = await start()
  first.close()
  expect(await connect()).toBe(second)
})

test('the local shop sells what it was given, with the gaps filled', async () => {
  const alone = await start({ local: { catalog } })
  expect(await alone.getCatalog()).toMatchObject([{ id: 'gems-100', title: '100 gems', imageUrl: null }])
  await expect(alone.purchase({ itemId: 'tank' })).rejects.toMatchObject({ code: 'UNKNOWN_ITEM' })
})

test('an interrupted local purchase is found at the next start, and consumed once', async () => {
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

test('of two who consume a purchase at the same time, one gives the item', async () => {
  const alone = await start({ local: { catalog } })
  const outcome = await alone.purchase({ itemId: 'gems-100' })
  if (outcome.status !== 'paid') throw new Error(outcome.status)
  const { id } = outcome.purchase
  const both = await Promise.all([alone.consumePurchase(id), alone.consumePurchase(id)])
  expect(both.map(({ alreadyConsumed }) => alreadyConsumed)).toEqual([false, true])
})

test('a purchase ends as the developer says', async () => {
  const alone = await start({ local: { catalog, purchaseOutcome: ({ id }) => (id ? 'cancelled' : 'paid') } })
  expect(await alone.purchase({ itemId: 'gems-100' })).toEqual({ status: 'cancelled' })
  expect(await alone.getPurchases()).toEqual([])
})

test('signing out and in is told to the game', async () => {
  const alone = await start()
  const heard: string[] = []
  const stop = alone.onPlayer(({ name }) => heard.push(name))
  expect(await alone.signOut()).toMatchObject({ id: null, isGuest: true })
  expect(alone.player.isGuest).toBe(true)
  await alone.signIn()
  stop()
  await alone.signOut()
  expect(heard).toEqual(['Guest', 'Local player'])
})

test('a browser that blocks storage keeps purchases while the page lives', async () => {
  vi.stubGlobal('localStorage', undefined)
  const alone = await start({ local: { catalog } })
  await alone.purchase({ itemId: 'gems-100' })
  expect(await alone.getPurchases()).toHaveLength(1)
})
