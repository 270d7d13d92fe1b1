import { listMembers, portalCalls } from '@playhub/contract/plays/portal-calls'
import { type PortalSdk, portalSdks } from '@playhub/contract/plays/portal-sdks'
import { expect, test } from 'vitest'
import { nextTask, openFakePortal } from '../../test/fake-hub.ts'
import { createCrazyGames } from '../compat/crazygames/crazygames.ts'
import { createGameDistribution } from '../compat/gamedistribution/gamedistribution.ts'
import { createPlaygama } from '../compat/playgama/playgama.ts'
import { createPoki } from '../compat/poki/poki.ts'
import type { Portal } from '../compat/shared/portal.ts'
import { createYandex } from '../compat/yandex/yandex.ts'
import { createWatch } from './watch-sdk.ts'

const replacements: Record<PortalSdk, (portal: Portal) => object> = {
  yandex: createYandex,
  crazygames: createCrazyGames,
  poki: createPoki,
  playgama: createPlaygama,
  gamedistribution: createGameDistribution,
}

const read = (object: unknown, name: string) => (object as Record<string, unknown>)[name]

/** SDKs have versions; without one it is the newest. */
const versions: Partial<Record<PortalSdk, string[]>> = { crazygames: ['v1', 'v2', 'v3'] }

/** The objects of a replacement by their paths, with those their calls resolve to. */
async function openObjects(sdk: PortalSdk, version: string): Promise<Map<string, object>> {
  const { globals, results } = portalCalls[sdk]
  const scriptUrl = `https://a.example/__playhub/compat/${sdk}.js#${version}`
  const replacement = replacements[sdk](openFakePortal({ scriptUrl }).portal)
  // GameDistribution's SDK waits for it.
  Object.assign(window, { GD_OPTIONS: {} })
  await nextTask()
  const objects = new Map<string, object>()
  const names = [...listMembers(sdk).keys()]
  const visit = (path: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if (!names.some((name) => name.startsWith(`${path}.`))) return
    objects.set(path, value)
    for (const name of Object.keys(value)) visit(`${path}.${name}`, read(value, name))
  }
  for (const [name, path] of Object.entries(globals)) visit(path, read(replacement, name))
  for (const [call, path] of Object.entries(results)) {
    const [, owner = '', name = ''] = /^(.*)\.(\w+)$/.exec(call) ?? []
    const method = objects.has(owner) ? read(objects.get(owner), name) : undefined
    if (method) visit(path, await (method as (options: object) => unknown)({ signed: true }))
  }
  return objects
}

test.each(portalSdks)('the list of what %s supports here is that of its replacement', async (sdk) => {
  const members = listMembers(sdk)
  const found = new Set<string>()
  for (const version of versions[sdk] ?? ['']) {
    const objects = await openObjects(sdk, version)
    for (const [path, object] of objects)
      for (const name of Object.keys(object))
        if (!objects.has(`${path}.${name}`)) found.add(`${path}.${name}`)
  }
  expect([...found].toSorted()).toEqual([...members.keys()].toSorted())
})

function openWatched(sdk: PortalSdk) {
  const { portal, calls } = openFakePortal()
  const uses: string[] = []
  const watch = createWatch(sdk, (name, isMissing) => void uses.push(isMissing ? `no ${name}` : name))
  const replacement = replacements[sdk](portal)
  const globals = Object.fromEntries(
    Object.entries(portalCalls[sdk].globals).map(([name, path]) => [
      name,
      watch(read(replacement, name), path),
    ]),
    // biome-ignore lint/suspicious/noExplicitAny: a game has no types of these
  ) as Record<string, any>
  return { globals, uses, calls }
}

test('calls, reads and what is missing are reported, also of what promises resolve to', async () => {
  const { globals, uses } = openWatched('yandex')
  const ysdk = await globals.YaGames.init()
  const player = await ysdk.getPlayer({ scopes: false })
  expect([player.getName(), ysdk.environment.i18n.lang]).toEqual(['Anna', 'ru'])
  const { setScore } = ysdk.leaderboards
  await expect(setScore('best', 5)).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
  expect(ysdk.adv.showRewardedVideo()).toBeUndefined()
  expect(ysdk.adv.showAnyVideo).toBeUndefined()
  expect(ysdk.yandexMusic).toBeUndefined()
  expect(uses).toEqual([
    'YaGames.init',
    'ysdk.getPlayer',
    'player.getName',
    'ysdk.environment.i18n',
    'ysdk.leaderboards.setScore',
    'ysdk.adv.showRewardedVideo',
    'no ysdk.adv.showAnyVideo',
    'no ysdk.yandexMusic',
  ])
})

test('the game gets the same objects each time, under each name, and may add its own', () => {
  const { globals, uses } = openWatched('playgama')
  const { bridge, playgamaBridge } = globals
  expect(playgamaBridge).toBe(bridge)
  expect(bridge.storage).toBe(bridge.storage)
  expect(bridge.storage.get).toBe(bridge.storage.get)
  bridge.myLevels = { first: 1 }
  expect([bridge.myLevels.first, `${bridge.platform.id}`]).toEqual([1, 'playgama'])
  expect(uses).toEqual(['bridge.platform.id'])
})

test('one function under several names is reported by the name that was called', async () => {
  const { globals, uses } = openWatched('playgama')
  await globals.bridge.remoteConfig.get().catch(() => undefined)
  await globals.bridge.social.rate().catch(() => undefined)
  expect(uses).toEqual(['bridge.remoteConfig.get', 'bridge.social.rate'])
})

test('methods get their own object', async () => {
  const { globals, uses } = openWatched('crazygames')
  const { data } = globals.CrazyGames.SDK
  data.setItem('gold', 5)
  expect(data.getItem('gold')).toBe('5')
  expect(await Promise.resolve(globals.CrazyGames.SDK)).toBe(globals.CrazyGames.SDK)
  expect(uses).toEqual(['CrazyGames.SDK.data.setItem', 'CrazyGames.SDK.data.getItem'])
})
