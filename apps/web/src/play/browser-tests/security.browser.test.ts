/** What a hostile game or a stranger may try: it is ignored or refused, nothing is thrown, and the page goes on. */
import type { Frame, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BridgePage,
  type BridgeWindow,
  openBridgePage,
  patientMs,
  say,
  waitForLetter,
} from './bridge-page.ts'
import { buildStage, type Stage } from './test-environment.ts'

declare const window: BridgeWindow & { port: MessagePort }

let stage: Stage
let bridge: BridgePage
let page: Page

beforeAll(async () => {
  stage = await buildStage()
})
afterAll(() => stage?.close())

async function open(): Promise<void> {
  bridge = await openBridgePage(stage)
  page = bridge.page
  await page.evaluate(() => {
    const button = document.createElement('button')
    button.textContent = 'Alive?'
    button.onclick = () => {
      button.textContent = 'Alive!'
    }
    document.body.append(button)
  })
}

/** The page handles a click of the player's. */
async function expectAlive(): Promise<void> {
  await page.getByRole('button', { name: 'Alive' }).click()
  await page.getByRole('button', { name: 'Alive!' }).waitFor()
  await page.evaluate(() => {
    const [button] = document.getElementsByTagName('button')
    if (button) button.textContent = 'Alive?'
  })
}

/** A bare port, as a game without our SDK could have it. */
async function openPort(game: Frame): Promise<void> {
  await game.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.heard = []
        addEventListener('message', ({ ports: [port] }) => {
          if (!port) return
          port.onmessage = ({ data }) => window.heard.push(data)
          window.port = port
          resolve()
        })
        const hello = { type: 'playhub:hello', nonce: 'a-nonce-of-some-length', versions: [1] }
        window.parent.postMessage(hello, '*')
      }),
  )
}

describe('whoever is not the game', () => {
  beforeEach(open)
  afterEach(async () => {
    await page.close()
    expect(bridge.troubles).toEqual([])
  })

  /** Everything a stranger might want of the hub. The SDK's own wait for an answer proves the silence. */
  async function expectUnheard(stranger: Frame): Promise<void> {
    await stranger.evaluate(() => window.letters.splice(0))
    const messages = [
      { type: 'ON_LOGOUT' },
      { type: 'ON_BANK', data: { url: '/payments/process/1?id=1' } },
      { type: 'IFRAME_TO_PLAYHUB_GET_USER_AUTH' },
    ]
    for (const message of messages) await say(stranger, message)
    const mode = await stranger.evaluate(async () => (await window.sdk.connect({ timeoutMs: 300 })).mode)
    expect(mode).toBe('local')
    expect(await bridge.allCalls()).toEqual([])
    expect(await stranger.evaluate(() => window.letters)).toEqual([])
    await expectAlive()
  }

  test('a frame of an origin that is not listed is not heard', async () => {
    await expectUnheard(await bridge.showGame(stage.stranger))
  })

  test('another frame of the right origin is not heard', async () => {
    await bridge.showGame()
    await expectUnheard(await bridge.addFrame('second-frame', stage.game))
  })

  test('a frame inside the game is not heard by the hub above it', async () => {
    const game = await bridge.showGame()
    const inner = await game.evaluateHandle((src) => {
      const frame = Object.assign(document.createElement('iframe'), { src })
      document.body.append(frame)
      return frame
    }, stage.game)
    const stranger = await (await inner.contentFrame())?.waitForFunction(() => {
      if (window.sdk === undefined) return false
      Object.defineProperty(window, 'sayToHub', {
        value: (message: unknown) => (window as unknown as Window).top?.postMessage(message, '*'),
      })
      return true
    })
    await stranger?.evaluate(() => {
      const { sayToHub } = window as unknown as { sayToHub(message: unknown): void }
      sayToHub({ type: 'ON_LOGOUT' })
      sayToHub({ type: 'playhub:hello', nonce: 'a-nonce-of-some-length', versions: [1] })
    })
    await say(game, { type: 'CHANGE_LNG', data: 'ru' })
    await bridge.waitForCall('changeLanguage')
    expect(await bridge.allCalls()).toEqual([['changeLanguage', 'ru']])
  })

  test('a frame put in the place of the game is not heard', async () => {
    await bridge.showGame()
    await page.evaluate(() => document.getElementById('game-frame')?.remove())
    await expectUnheard(await bridge.addFrame('game-frame', stage.game))
  })

  test('a game that went elsewhere is not heard, hears nothing, and is the game again when it is back', async () => {
    const game = await bridge.connectGame()
    await page.evaluate(() => window.hub.calls.splice(0))
    await game.evaluate((address) => location.assign(address), stage.stranger).catch(() => undefined)
    await game.waitForURL(`${stage.stranger}/`)
    await game.waitForFunction(() => window.sdk !== undefined)
    await page.evaluate(() => {
      window.hub.host()?.setLanguage('ru')
      window.hub.host()?.setPlayer({ id: 'player-2', name: 'Boris', isGuest: false })
      window.hub.host()?.sendPaymentResult({ data: {} })
    })
    await expectUnheard(game)

    await game.evaluate((address) => location.assign(address), stage.game).catch(() => undefined)
    await game.waitForURL(`${stage.game}/`)
    await game.waitForFunction(() => window.sdk !== undefined)
    const language = await game.evaluate(async (timeoutMs) => {
      return (await window.sdk.connect({ local: false, timeoutMs })).language
    }, patientMs)
    expect(language).toBe('ru')
  })

  test('a destroyed host is silent', async () => {
    const game = await bridge.showGame()
    await page.evaluate(() => window.hub.host()?.destroy())
    await expectUnheard(game)
  })

  test.each([
    ['a nonce it cannot know', 'a-nonce-of-some-length', 1, 'local'],
    ['no nonce', undefined, 1, 'local'],
    ['a version it never offered', 'its own', 99, 'UNSUPPORTED_VERSION'],
  ])('a welcome with %s does not fool the SDK', async (_, nonce, version, outcome) => {
    const game = await bridge.showGame(stage.game, [])
    await page.evaluate(
      ([falseNonce, falseVersion]) => {
        addEventListener('message', ({ data, source }) => {
          const welcome = {
            type: 'playhub:welcome',
            nonce: falseNonce === 'its own' ? data.nonce : falseNonce,
            version: falseVersion,
            capabilities: [],
          }
          const { port2 } = new MessageChannel()
          source?.postMessage(welcome, { targetOrigin: '*', transfer: [port2] })
        })
      },
      [nonce, version] as const,
    )
    // What it believes nothing of it waits out; an answer it waits for, however slow the machine is.
    const timeoutMs = outcome === 'local' ? 600 : patientMs
    const connected = await game.evaluate(
      (patience) =>
        window.sdk.connect({ timeoutMs: patience }).then(
          ({ mode }) => mode,
          ({ code }) => code,
        ),
      timeoutMs,
    )
    expect(connected).toBe(outcome)
  })
})

describe('a game that means harm', () => {
  let game: Frame

  beforeAll(async () => {
    await open()
    game = await bridge.showGame()
    await openPort(game)
  })
  afterAll(() => page.close())
  afterEach(async () => {
    await expectAlive()
    expect(bridge.troubles).toEqual([])
    expect(await page.evaluate(() => (({}) as { isAdmin?: unknown }).isAdmin)).toBeUndefined()
    await page.evaluate(() => window.hub.calls.splice(0))
  })

  /** An honest wish behind the attack: once it is heard, everything before it has been. Said again while the hub rests. */
  async function waitUntilHeard(): Promise<void> {
    const saying = await game.evaluate(() => {
      const wish = { type: 'CHANGE_LNG', data: 'ru' }
      return setInterval(() => window.parent.postMessage(wish, '*'), 100) as unknown as number
    })
    await bridge.waitForCall('changeLanguage')
    await game.evaluate((timer) => clearInterval(timer), saying)
  }

  async function expectOnlyHonestCalls(): Promise<void> {
    await waitUntilHeard()
    const isHonest = ([name, language]: unknown[]) => name === 'changeLanguage' && language === 'ru'
    expect((await bridge.allCalls()).filter((call) => !isHonest(call))).toEqual([])
  }

  const polluted = (type: string) =>
    `{"type":"${type}","data":{"url":"/payments/process/1","lng":"ru","__proto__":{"isAdmin":1}}}`

  test.each<[string, () => unknown[]]>([
    [
      'a greeting of a megabyte',
      () => [{ type: 'playhub:hello', nonce: 'x'.repeat(1_000_000), versions: [1] }],
    ],
    ['a greeting without a nonce', () => [{ type: 'playhub:hello', versions: [1] }]],
    [
      'a greeting with a nonce that can be guessed',
      () => [{ type: 'playhub:hello', nonce: '1', versions: [1] }],
    ],
    [
      'versions that are no versions',
      () => [{ type: 'playhub:hello', nonce: 'n'.repeat(32), versions: ['1'] }],
    ],
    ['an address of a megabyte', () => [{ type: 'ON_BANK', data: { url: `/${'x'.repeat(1_000_000)}` } }]],
    [
      'twenty thousand keys',
      () => [
        {
          type: 'ON_BANK',
          data: Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [`key${key}`, 1])),
        },
      ],
    ],
    ['a million holes', () => [{ type: 'ON_LOGOUT', data: new Array(1_000_000) }]],
    [
      'a megabyte of bytes',
      () => [{ type: 'ON_LOGOUT', data: new ArrayBuffer(1_000_000) }, new Uint8Array(1_000_000)],
    ],
    [
      'a thousand rooms in rooms',
      () => {
        let rooms: unknown = 'nobody'
        for (let depth = 0; depth < 1_000; depth += 1) rooms = { rooms }
        return [{ type: 'ON_LOGOUT', data: rooms }]
      },
    ],
    [
      'a message that contains itself',
      () => {
        const itself: { type: string; data?: unknown } = { type: 'ON_LOGOUT' }
        itself.data = itself
        return [itself]
      },
    ],
    [
      'what is no plain data',
      () =>
        [new Map(), new Set([1]), new Date(), /x/, 10n, new Error('boo'), new Blob(['x']), Number.NaN].map(
          (data) => ({
            type: 'ON_LOGOUT',
            data,
          }),
        ),
    ],
    [
      'what is no message',
      () => [null, undefined, 7, '', 'ON_LOGOUT', [], ['ON_LOGOUT'], { type: ['ON_LOGOUT'] }],
    ],
    [
      'names that every object has',
      () =>
        ['__proto__', 'constructor', 'toString', 'IFRAME_TO_PLAYHUB_constructor'].map((type) => ({
          type,
          data: {},
        })),
    ],
    [
      'languages that reach elsewhere',
      () =>
        [
          '__proto__',
          'constructor',
          '../..',
          'x'.repeat(10_000),
          { lng: ['ru'] },
          { lng: { toString: 'ru' } },
        ].map((data) => ({ type: 'CHANGE_LNG', data })),
    ],
  ])('says %s to the window', async (_, messages) => {
    await game.evaluate(`for (const message of (${messages})()) parent.postMessage(message, '*')`)
    await expectOnlyHonestCalls()
  })

  test.each(['ON_BANK', 'CHANGE_LNG', 'ON_LOGOUT', 'playhub:hello'])(
    'reaches for the prototype in %s',
    async (type) => {
      await game.evaluate((text) => window.parent.postMessage(JSON.parse(text), '*'), polluted(type))
      await expectOnlyHonestCalls()
    },
  )

  test('is told no when it offers another version of the bridge', async () => {
    await say(game, { type: 'playhub:hello', nonce: 'a-nonce-from-the-future', versions: [99] })
    expect(await waitForLetter(game, 'playhub:refused')).toMatchObject({
      data: { nonce: 'a-nonce-from-the-future', code: 'UNSUPPORTED_VERSION', versions: [1] },
    })
  })

  test.each<[string, () => unknown, string]>([
    [
      'a megabyte',
      () => ({ call: 'consumePurchase', params: { id: 'x'.repeat(1_000_000) } }),
      'INVALID_PARAMS',
    ],
    [
      'a megabyte of bytes',
      () => ({ call: 'purchase', params: new ArrayBuffer(1_000_000) }),
      'INVALID_PARAMS',
    ],
    [
      'a polluted wish',
      () => ({ call: 'purchase', params: JSON.parse('{"itemId":"a","__proto__":{"isAdmin":1}}') }),
      'INVALID_PARAMS',
    ],
    [
      'a constructor',
      () => ({ call: 'purchase', params: { itemId: 'a', constructor: { prototype: { isAdmin: 1 } } } }),
      'INVALID_PARAMS',
    ],
    ['a price of its own', () => ({ call: 'getCatalog', params: { price: 1 } }), 'INVALID_PARAMS'],
    ['the name of a prototype', () => ({ call: '__proto__' }), 'UNKNOWN_CALL'],
    ['a name that every object has', () => ({ call: 'toString' }), 'UNKNOWN_CALL'],
  ])('calls with %s and is refused', async (_, call, code) => {
    const id = Math.floor(Math.random() * 1_000_000)
    await game.evaluate(`port.postMessage({ ...(${call})(), id: ${id} })`)
    const answer = await game.waitForFunction(
      (wanted) => window.heard.find((reply) => (reply as { id: number }).id === wanted),
      id,
    )
    expect(await answer.jsonValue()).toMatchObject({ ok: false, error: { code } })
    expect(await bridge.allCalls()).toEqual([])
  })

  test.each<[string, () => unknown[]]>([
    ['ten thousand messages', () => Array.from({ length: 10_000 }, () => null)],
    ['twenty megabytes', () => Array.from({ length: 20 }, () => 'x'.repeat(1_000_000))],
    [
      'many messages of many keys',
      () => {
        const keys = Array.from({ length: 5_000 }, (_, key) => [`a key of the burst ${key}`, key])
        return Array.from({ length: 20 }, () => Object.fromEntries(keys))
      },
    ],
  ])('does not hold the page up with a burst of %s', async (_, loads) => {
    await game.evaluate(`window.loads = (${loads})()`)
    for (let bursts = 0; bursts < 2; bursts += 1) {
      await game.evaluate(`for (const data of loads) {
        port.postMessage({ id: 1, call: 'getPlayer', params: data })
        parent.postMessage({ type: 'ON_LOGOUT', data }, '*')
      }`)
      await expectAlive()
    }
    await game.evaluate('delete window.loads')
    await waitUntilHeard()
  })
})
