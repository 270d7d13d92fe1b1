/** The replacements of the portals' SDKs in a frame of a hub, in a real browser. */
import { type PortalSdk, portalScripts } from '@playhub/contract/plays/portal-sdks'
import type { Frame } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { openSites } from '../../test/sites.ts'

const start = {
  v: 1,
  playId: 'play-1',
  project: { id: 'corners', name: 'Corners' },
  player: { id: 'player-1', name: 'Anna', isGuest: false },
  language: 'ru',
  capabilities: ['player', 'shop'],
  launchParams: { payload: 'level-3', room: 'blue' },
  serverTime: 1,
  saves: {
    yandex: { value: '{"data":{"level":3}}', version: 1, savedAt: 1 },
    crazygames: { value: '{"level":"3"}', version: 1, savedAt: 1 },
    playgama: { value: '{"level":3}', version: 1, savedAt: 1 },
  },
}

type Use = { sdk: PortalSdk; name: string; count: number; isMissing: boolean }

/** The globals of both pages. */
declare const window: Window & {
  calls: string[]
  uses: Use[]
  seen: Record<string, unknown>
  isDone?: boolean
}

/** Answers the handshake and every call. */
const hubPage = `<!doctype html><link rel="icon" href="data:,"><script>
  window.calls = []
  window.uses = []
  addEventListener('message', ({ data, source }) => {
    if (data.event === 'compat') for (const use of data.uses) uses.push({ sdk: data.sdk, ...use })
    if (data.type !== 'playhub:hello') return
    const { port1, port2 } = new MessageChannel()
    window.port = port1
    port1.onmessage = ({ data: { id, call } }) => {
      if (!id) return
      calls.push(call)
      const { player, language, project, capabilities } = ${JSON.stringify(start)}
      const results = { init: { player, language, project, capabilities }, shareLink: 'https://play.example/' }
      port1.postMessage({ id, ok: true, result: results[call] ?? null })
    }
    source.postMessage({ type: 'playhub:welcome', nonce: data.nonce, version: 1, capabilities: [] }, '*', [port2])
  })
</script><body>`

/** Acts of each game in its first script, without waiting for anything, and its last one. */
const games: Record<string, { sdk: PortalSdk; portalUrl: string; script: string }> = {
  yandex: {
    sdk: 'yandex',
    portalUrl: 'https://yandex.ru/games/sdk/v2',
    script: `YaGames.init().then(async (ysdk) => {
      const player = await ysdk.getPlayer()
      seen.atOnce = [ysdk.environment.i18n.lang, ysdk.environment.payload, player.getName(), await player.getData()]
      const callbacks = { onOpen: () => seen.order.push('open'), onClose: (wasShown) => { seen.order.push(wasShown); isDone = true } }
      seen.order = [typeof ysdk.adv.showFullscreenAdv({ callbacks })]
      await ysdk.features.LoadingAPI.ready().then(() => seen.order.push('chained'))
    })`,
  },
  crazygames: {
    sdk: 'crazygames',
    portalUrl: 'https://sdk.crazygames.com/crazygames-sdk-v3.js',
    script: `const { SDK } = CrazyGames
      seen.atOnce = [SDK.environment, SDK.data.getItem('level'), SDK.game.getInviteParam('room')]
      SDK.init().then(() => {
        SDK.game.loadingStop()
        const adError = ({ code }) => { seen.order.push(code); isDone = true }
        seen.order = [typeof SDK.ad.requestAd('midgame', { adStarted: () => seen.order.push('started'), adError })]
        Promise.resolve().then(() => seen.order.push('microtask'))
      })`,
  },
  poki: {
    sdk: 'poki',
    portalUrl: 'https://game-cdn.poki.com/scripts/v2/poki-sdk.js',
    script: `seen.atOnce = [PokiSDK.getLanguage(), PokiSDK.getURLParam('room'), PokiSDK.isAdBlocked()]
      PokiSDK.init().then(() => {
        PokiSDK.gameLoadingFinished()
        seen.order = []
        PokiSDK.commercialBreak(() => seen.order.push('started')).then(() => { seen.order.push('ended'); isDone = true })
        Promise.resolve().then(() => seen.order.push('microtask'))
      })`,
  },
  playgama: {
    sdk: 'playgama',
    portalUrl: 'https://bridge.playgama.com/v1/stable/playgama-bridge.js',
    script: `seen.atOnce = [bridge.platform.id, bridge.platform.language, bridge.player.name]
      playgamaBridge.initialize().then(async () => {
        seen.order = [await bridge.storage.get('level')]
        await bridge.platform.sendMessage(bridge.PLATFORM_MESSAGE.GAME_READY)
        bridge.advertisement.on(bridge.EVENT_NAME.INTERSTITIAL_STATE_CHANGED, (state) => {
          seen.order.push(state)
          window.isDone = state === 'failed'
        })
        seen.order.push(typeof bridge.advertisement.showInterstitial())
      })`,
  },
  gamedistribution: {
    sdk: 'gamedistribution',
    portalUrl: 'https://html5.api.gamedistribution.com/main.min.js',
    script: `seen.atOnce = [typeof gdsdk, gdsdk.AdType.Rewarded]
      seen.order = []
      window.GD_OPTIONS = { gameId: 'x', onEvent: async ({ name }) => {
        seen.order.push(name)
        if (seen.order.length !== 2) return
        await gdsdk.showAd().catch((error) => seen.order.push(error.message))
        window.isDone = true
      } }`,
  },
  crazygames1: {
    sdk: 'crazygames',
    portalUrl: 'https://sdk.crazygames.com/crazygames-sdk-v1.js',
    script: `const sdk = CrazyGames.CrazySDK.getInstance()
      seen.atOnce = ['SDK' in CrazyGames, sdk === CrazyGames.CrazySDK.getInstance()]
      seen.order = []
      sdk.addEventListener('initialized', ({ userInfo }) => {
        seen.order.push(userInfo.device.type)
        sdk.sdkGameLoadingStop()
        sdk.requestAd('midgame')
      })
      sdk.addEventListener('adError', ({ error }) => { seen.order.push(error.code); window.isDone = true })
      sdk.init()`,
  },
  crazygames2: {
    sdk: 'crazygames',
    portalUrl: 'https://sdk.crazygames.com/crazygames-sdk-v2.js',
    script: `const { SDK } = CrazyGames
      seen.atOnce = ['CrazySDK' in CrazyGames]
      seen.order = []
      SDK.game.sdkGameLoadingStop()
      SDK.user.isUserAccountAvailable((error, isAvailable) => {
        seen.order.push(error, isAvailable)
        const adError = (error, { reason }) => { seen.order.push(reason); window.isDone = true }
        SDK.ad.requestAd('midgame', { adError })
      })`,
  },
}

/**
 * The game's way to the script: in its HTML, which the listener for games rewrites, or by a script of its own. `alone`:
 * in its HTML, and the page has no boot script, as at a URL elsewhere.
 */
const insertions: Record<string, (portalUrl: string) => string> = {
  html: () => '',
  property: (portalUrl) => `tag.integrity = 'sha384-x'; tag.src = '${portalUrl}'`,
  written: (portalUrl) =>
    `document.write('<script async src="${portalUrl}" integrity="sha384-x"></' + 'script><script>play()</' + 'script>')`,
  attribute: (portalUrl) => `tag.setAttribute('SRC', '${portalUrl}')`,
}

function toPage(name: string, insertion: string, boot: string): string {
  const { sdk, portalUrl, script } = games[name] as (typeof games)[string]
  const url = `/__playhub/compat/${sdk}.js`
  const compat = JSON.stringify({ url, pattern: portalScripts[sdk].source })
  const game = `window.seen = {}; function play() { ${script} }`
  const insert = insertions[insertion]?.(portalUrl)
  const bootScript = insertion === 'alone' ? '' : `<script>var __playhubCompat=${compat};${boot}</script>`
  const tags = insert
    ? `<script>${game}; const tag = document.createElement('script'); tag.onload = play; ${insert}; document.head.append(tag)</script>`
    : `<script src="${url}#${portalUrl}"></script><script>${game}; play()</script>`
  return `<!doctype html>${bootScript}<link rel="icon" href="data:,">${tags}`
}

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('sites', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sites = await openSites(({ pathname, search }, readScript) => {
      const [, script] = /^\/__playhub\/(compat\/\w+\.js)$/.exec(pathname) ?? []
      if (script) return readScript(script)
      const [, game] = /^\/game\/(\w+)$/.exec(pathname) ?? []
      return game ? toPage(game, search.slice(1), readScript('boot.js')) : hubPage
    })
    onCleanup(() => sites.close())
    return sites
  })
  .extend('show', ({ sites }, { onCleanup }) => async (path: string, isChecked = false) => {
    const page = await sites.browser.newPage()
    onCleanup(() => page.close())
    const errors: string[] = []
    page.on('console', (message) => /error|warning/.test(message.type()) && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(sites.hub)
    await page.evaluate(
      ([src, name]) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src, name }))
      },
      [sites.game + path, `playhub:1:${JSON.stringify({ ...start, isChecked })}`] as const,
    )
    const frame = (await (await page.waitForSelector('iframe')).contentFrame()) as Frame
    await frame.waitForFunction(() => window.isDone)
    return { page, frame, errors }
  })

const expected: Record<string, { atOnce: unknown[]; order: unknown[] }> = {
  yandex: { atOnce: ['ru', 'level-3', 'Anna', { level: 3 }], order: ['undefined', 'chained', false] },
  crazygames: { atOnce: ['crazygames', '3', 'blue'], order: ['object', 'microtask', 'unfilled'] },
  poki: { atOnce: ['ru', 'blue', false], order: ['microtask', 'ended'] },
  playgama: { atOnce: ['playgama', 'ru', 'Anna'], order: [3, 'loading', 'undefined', 'failed'] },
  gamedistribution: {
    atOnce: ['object', 'rewarded'],
    order: ['SDK_READY', 'SDK_GAME_START', 'SDK_GAME_START', 'No ad available'],
  },
  crazygames1: { atOnce: [false, true], order: ['desktop', 'unfilled'] },
  crazygames2: { atOnce: [false], order: [null, true, 'unfilled'] },
}

/** Every game with every insertion; the short form takes each game and each insertion once. */
function pair(insertions: string[]): [game: string, insertion: string][] {
  const isLong = process.env.TEST_LONG === 'true'
  return Object.keys(games).flatMap((name, game) =>
    insertions
      .filter((_, index) => isLong || index === game % insertions.length)
      .map((insertion): [string, string] => [name, insertion]),
  )
}

test.for(pair(Object.keys(insertions)))(
  'a game of %s starts with what the hub knows, its script by %s',
  async ([name, insertion], { show }) => {
    const { page, frame, errors } = await show(`/game/${name}?${insertion}`)
    expect(await frame.evaluate(() => window.seen)).toEqual(expected[name])
    await page.waitForFunction(() => window.calls.includes('ready'))
    expect(errors).toEqual([])
  },
)

/** One use of each game, which the checker sees. */
const uses: Record<string, string> = {
  yandex: 'ysdk.adv.showFullscreenAdv',
  crazygames: 'CrazyGames.SDK.ad.requestAd',
  poki: 'PokiSDK.commercialBreak',
  playgama: 'bridge.advertisement.showInterstitial',
  gamedistribution: 'gdsdk.showAd',
  crazygames1: 'crazysdk.requestAd',
  crazygames2: 'CrazyGames.SDK.ad.requestAd',
}

const allInsertions = [...Object.keys(insertions), 'alone']
test.for(pair(allInsertions))(
  'the checker sees what a game of %s uses, its script by %s',
  async ([name, insertion], { show }) => {
    const { page, frame, errors } = await show(`/game/${name}?${insertion}`, true)
    expect(await frame.evaluate(() => window.seen)).toEqual(expected[name])
    await page.waitForFunction((use) => window.uses.some((each) => each.name === use), uses[name] ?? '')
    const found = await page.evaluate(() => window.uses)
    expect(found).toContainEqual({ sdk: games[name]?.sdk, name: uses[name], count: 1, isMissing: false })
    expect(found.filter(({ isMissing }) => isMissing)).toEqual([])
    expect(errors).toEqual([])
  },
)

test('the checker sees what a game uses after it has reloaded itself', async ({ show }) => {
  const { page, frame } = await show('/game/yandex?html', true)
  await page.waitForFunction(() => window.uses.length > 0)
  await page.evaluate(() => {
    window.uses = []
  })
  await frame.evaluate(() => location.reload())
  await page.waitForFunction(() => window.uses.some(({ name }) => name === 'YaGames.init'))
})

test('elsewhere nothing is watched', async ({ show }) => {
  const { page } = await show('/game/yandex?html')
  await page.waitForFunction(() => window.calls.includes('ready'))
  expect(await page.evaluate(() => window.uses)).toEqual([])
})
