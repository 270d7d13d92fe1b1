/** Security tests: hostile messages are ignored or refused, nothing is thrown, and the page stays responsive. */
import type { Frame, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import {
  type BridgePage,
  type BridgeWindow,
  CONNECT_TIMEOUT_MS,
  openBridgePage,
  sendToHub,
  typesReceivedBy,
  waitForMessage,
} from './bridge-page.ts'
import { browserTest } from './fixtures.ts'

declare const window: Omit<BridgeWindow, 'received'> & {
  top: Pick<Window, 'postMessage'>
  port: MessagePort
  received: { id: number }[]
  sayToHub(message: unknown): void
}

const test = browserTest()
  /** A hub page with a button, to check its responsiveness. */
  .extend('clickable', async ({ bridge }) => {
    await addButton(bridge.page)
    return bridge
  })
  /** A game in control of its port, in a page shared by tests. */
  .extend('hostile', { scope: 'file' }, async ({ environment }, { onCleanup }) => {
    const bridge = await openBridgePage(environment)
    onCleanup(() => bridge.close())
    await addButton(bridge.page)
    const game = await bridge.showGame()
    await openPort(game)
    return { ...bridge, game }
  })

async function addButton(page: Page): Promise<void> {
  await page.evaluate(() => {
    const button = document.createElement('button')
    button.textContent = 'Click me'
    button.onclick = () => {
      button.textContent = 'Clicked'
    }
    document.body.append(button)
  })
}

/** The page still handles clicks. */
async function expectResponsive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Click me' }).click()
  await page.getByRole('button', { name: 'Clicked' }).waitFor()
  await page.evaluate(() => {
    const [button] = document.getElementsByTagName('button')
    if (button) button.textContent = 'Click me'
  })
}

/** Connects without the SDK, so the test controls the port. */
async function openPort(game: Frame): Promise<void> {
  await game.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.received = []
        addEventListener('message', ({ ports: [port] }) => {
          if (!port) return
          port.onmessage = ({ data }) => window.received.push(data)
          window.port = port
          resolve()
        })
        const hello = { type: 'playhub:hello', nonce: 'a-nonce-of-some-length', versions: [1] }
        window.parent.postMessage(hello, '*')
      }),
  )
}

describe('a sender other than the game', () => {
  test.afterEach(({ clickable }) => expect(clickable.errors).toEqual([]))

  /** Sends the game's own kinds of requests. The SDK's timeout, or its refusal, proves the absence of a response. */
  async function expectIgnored(bridge: BridgePage, sender: Frame, isGameFrame = false): Promise<void> {
    await sender.evaluate(() => window.messages.splice(0))
    const messages = [
      { type: 'ON_LOGOUT' },
      { type: 'ON_BANK', data: { url: '/payments/process/1?id=1' } },
      { type: 'IFRAME_TO_PLAYHUB_GET_USER_AUTH' },
    ]
    for (const message of messages) await sendToHub(sender, message)
    const outcome = await sender.evaluate(
      ([timeoutMs]) =>
        window.sdk.connect({ timeoutMs }).then(
          ({ mode }) => mode,
          ({ code }) => code,
        ),
      [isGameFrame ? CONNECT_TIMEOUT_MS : 300],
    )
    expect(outcome).toBe(isGameFrame ? 'ORIGIN_NOT_LISTED' : 'local')
    expect(await bridge.allCalls()).toEqual([])
    const types = await sender.evaluate(() => window.messages.map(({ data }) => data.type))
    expect(types).toEqual(isGameFrame ? ['playhub:refused'] : [])
    await expectResponsive(bridge.page)
  }

  test('a frame of an unlisted origin is ignored', async ({ environment, clickable: bridge }) => {
    await expectIgnored(bridge, await bridge.showGame(environment.unlisted), true)
  })

  test('another frame of the listed origin is ignored', async ({ environment, clickable: bridge }) => {
    await bridge.showGame()
    await expectIgnored(bridge, await bridge.addFrame('second-frame', environment.game))
  })

  test('a frame nested in the game is ignored', async ({ environment, clickable: bridge }) => {
    const game = await bridge.showGame()
    const inner = await game.evaluateHandle((src) => {
      const frame = Object.assign(document.createElement('iframe'), { src })
      document.body.append(frame)
      return frame
    }, environment.game)
    const sender = await (await inner.contentFrame())?.waitForFunction(() => {
      if (window.sdk === undefined) return false
      Object.defineProperty(window, 'sayToHub', {
        value: (message: unknown) => window.top.postMessage(message, '*'),
      })
      return true
    })
    await sender?.evaluate(() => {
      window.sayToHub({ type: 'ON_LOGOUT' })
      window.sayToHub({ type: 'playhub:hello', nonce: 'a-nonce-of-some-length', versions: [1] })
    })
    await sendToHub(game, { type: 'CHANGE_LNG', data: 'ru' })
    await bridge.waitForCall('changeLanguage')
    expect(await bridge.allCalls()).toEqual([['changeLanguage', 'ru']])
  })

  test('a frame that replaces the game is ignored', async ({ environment, clickable: bridge }) => {
    await bridge.showGame()
    await bridge.page.evaluate(() => document.getElementById('game-frame')?.remove())
    await expectIgnored(bridge, await bridge.addFrame('game-frame', environment.game))
  })

  test('a game that navigates to an unlisted origin is ignored and receives nothing until it returns', async ({
    environment,
    clickable: bridge,
  }) => {
    const game = await bridge.connectGame()
    await bridge.page.evaluate(() => window.hub.calls.splice(0))
    await game.evaluate((url) => location.assign(url), environment.unlisted).catch(() => undefined)
    await game.waitForURL(`${environment.unlisted}/`)
    await game.waitForFunction(() => window.sdk !== undefined)
    await bridge.page.evaluate(() => {
      window.hub.host()?.setLanguage('ru')
      window.hub.host()?.setPlayer({ id: 'player-2', name: 'Boris', isGuest: false })
      window.hub.host()?.sendPaymentResult({ data: {} })
    })
    await expectIgnored(bridge, game, true)

    await game.evaluate((url) => location.assign(url), environment.game).catch(() => undefined)
    await game.waitForURL(`${environment.game}/`)
    await game.waitForFunction(() => window.sdk !== undefined)
    const language = await game.evaluate(async (timeoutMs) => {
      return (await window.sdk.connect({ local: false, timeoutMs })).language
    }, CONNECT_TIMEOUT_MS)
    expect(language).toBe('ru')
  })

  test('a destroyed host ignores messages', async ({ clickable: bridge }) => {
    const game = await bridge.showGame()
    await bridge.page.evaluate(() => window.hub.host()?.destroy())
    await expectIgnored(bridge, game)
  })

  test.for([
    ['an unknown nonce', 'a-nonce-of-some-length', 1, 'local'],
    ['no nonce', undefined, 1, 'local'],
    ['a version that was not offered', 'its own', 99, 'UNSUPPORTED_VERSION'],
  ])(
    'the SDK rejects a welcome with %s',
    async ([_, nonce, version, outcome], { environment, clickable: bridge }) => {
      const game = await bridge.addFrame('without-hub', environment.game)
      await bridge.page.evaluate(
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
      // An ignored welcome ends in the timeout, so keep it short.
      const timeoutMs = outcome === 'local' ? 600 : CONNECT_TIMEOUT_MS
      const connected = await game.evaluate(
        (ms) =>
          window.sdk.connect({ timeoutMs: ms }).then(
            ({ mode }) => mode,
            ({ code }) => code,
          ),
        timeoutMs,
      )
      expect(connected).toBe(outcome)
    },
  )
})

describe('a build without an origin', () => {
  const sayHello = (game: Frame, nonce: string, playId?: string) =>
    sendToHub(game, { type: 'playhub:hello', nonce: `a-nonce-of-the-${nonce}`, versions: [1], playId })

  test('gets one port for the id of its play, and a second page gets none', async ({ bridge }) => {
    const game = await bridge.showOpaqueGame('play-1')
    expect(await game.evaluate(() => origin)).toBe('null')
    await sayHello(game, 'first page', 'play-1')
    await waitForMessage(game, 'playhub:welcome')
    await sayHello(game, 'second page', 'play-1')
    // Messages are read in order: the refusal comes after a welcome for the second page would have come.
    await sayHello(game, 'third page')
    await waitForMessage(game, 'playhub:refused')
    expect(await typesReceivedBy(game)).toEqual(['playhub:welcome', 'playhub:refused'])
  })

  test.for([undefined, 'play-2'])('gets no port for %s as the id of its play', async (playId, { bridge }) => {
    const game = await bridge.showOpaqueGame('play-1')
    await sayHello(game, 'only page', playId)
    expect(await waitForMessage(game, 'playhub:refused')).toMatchObject({
      data: { code: 'ORIGIN_NOT_LISTED', origin: 'null' },
    })
  })

  test('cannot send messages without the id of its play', async ({ bridge }) => {
    const game = await bridge.showOpaqueGame('play-1')
    await sendToHub(game, { type: 'ON_LOGOUT' })
    await sayHello(game, 'only page')
    await waitForMessage(game, 'playhub:refused')
    expect(await bridge.allCalls()).toEqual([])
  })
})

describe('a game by window messages without an origin', () => {
  /** Effects of the hub's script in pages of builds. */
  const openPort = (game: Frame, playId = 'play-1') =>
    game.evaluate((id) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => {
        if (data) dispatchEvent(new MessageEvent('message', data))
        else port1.postMessage(null)
      }
      const parent = window.parent as unknown as Window
      parent.postMessage({ type: 'playhub:boot', playId: id, event: 'messages' }, '*', [port2])
    }, playId)

  test('gets its replies from the hub', async ({ bridge }) => {
    const game = await bridge.showOpaqueGame('play-1')
    await openPort(game)
    await sendToHub(game, { type: 'GET_USER_AUTH' })
    const reply = (await waitForMessage(game, 'USER_AUTH')) as { origin: string }
    expect(reply).toMatchObject({ data: { isError: false, errorCode: null } })
    expect(reply.origin).toBe(new URL(bridge.page.url()).origin)
    await sendToHub(game, { type: 'CHANGE_LNG', data: { lng: 'ru' } })
    await bridge.waitForCall('changeLanguage')
  })

  test.for(['play-2', ''])('gets none with %s as the id of its play', async (playId, { bridge }) => {
    const game = await bridge.showOpaqueGame('play-1')
    await openPort(game, playId)
    await sendToHub(game, { type: 'ON_LOGOUT' })
    await sendToHub(game, { type: 'playhub:hello', nonce: 'a-nonce-of-some-length', versions: [1] })
    await waitForMessage(game, 'playhub:refused')
    expect(await bridge.allCalls()).toEqual([])
  })

  test('a later page in its frame cannot speak for it, nor hear what is for it', async ({ bridge }) => {
    const game = await bridge.showOpaqueGame('play-1')
    await openPort(game)
    await sendToHub(game, { type: 'GET_USER_AUTH' })
    await waitForMessage(game, 'USER_AUTH')
    await game.evaluate(() => location.reload())
    await game.waitForFunction(() => window.messages?.length === 0)
    await openPort(game)
    await sendToHub(game, { type: 'ON_LOGOUT' })
    await sendToHub(game, { type: 'GET_USER_AUTH' })
    await sendToHub(game, { type: 'playhub:hello', nonce: 'a-nonce-of-some-length', versions: [1] })
    await waitForMessage(game, 'playhub:refused')
    expect(await typesReceivedBy(game)).toEqual(['playhub:refused'])
    expect((await bridge.allCalls()).flat()).not.toContain('signOut')
  })
})

describe('a hostile game', () => {
  type Hostile = BridgePage & { game: Frame }

  test.afterEach(async ({ hostile: { page, errors } }) => {
    await expectResponsive(page)
    expect(errors).toEqual([])
    expect(await page.evaluate(() => 'isAdmin' in {})).toBe(false)
    await page.evaluate(() => window.hub.calls.splice(0))
  })

  /**
   * Sends a valid message after the hostile ones: once it is handled, so are all before it. Repeated, because the hub may
   * have paused reading.
   */
  async function waitUntilProcessed({ game, waitForCall }: Hostile): Promise<void> {
    const timer = await game.evaluate(() => {
      const message = { type: 'CHANGE_LNG', data: 'ru' }
      return Number(setInterval(() => window.parent.postMessage(message, '*'), 100))
    })
    await waitForCall('changeLanguage')
    await game.evaluate((id) => clearInterval(id), timer)
  }

  async function expectNoMaliciousCalls(hostile: Hostile): Promise<void> {
    await waitUntilProcessed(hostile)
    expect(await listMaliciousCalls(hostile)).toEqual([])
  }

  /** The valid message of the test before may arrive late. */
  async function listMaliciousCalls({ allCalls }: Hostile): Promise<unknown[]> {
    const isValid = ([name, language]: unknown[]) => name === 'changeLanguage' && language === 'ru'
    return (await allCalls()).filter((call) => !isValid(call))
  }

  const polluted = (type: string) =>
    `{"type":"${type}","data":{"url":"/payments/process/1","lng":"ru","__proto__":{"isAdmin":1}}}`

  test.for<[string, () => unknown[]]>([
    ['a hello of a megabyte', () => [{ type: 'playhub:hello', nonce: 'x'.repeat(1_000_000), versions: [1] }]],
    ['a hello without a nonce', () => [{ type: 'playhub:hello', versions: [1] }]],
    ['a hello with a guessable nonce', () => [{ type: 'playhub:hello', nonce: '1', versions: [1] }]],
    ['invalid versions', () => [{ type: 'playhub:hello', nonce: 'n'.repeat(32), versions: ['1'] }]],
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
    ['a sparse array of a million', () => [{ type: 'ON_LOGOUT', data: new Array(1_000_000) }]],
    [
      'a megabyte of bytes',
      () => [{ type: 'ON_LOGOUT', data: new ArrayBuffer(1_000_000) }, new Uint8Array(1_000_000)],
    ],
    [
      'objects nested a thousand levels deep',
      () => {
        let nested: unknown = 'leaf'
        for (let depth = 0; depth < 1_000; depth += 1) nested = { nested }
        return [{ type: 'ON_LOGOUT', data: nested }]
      },
    ],
    [
      'a cyclic message',
      () => {
        const itself: { type: string; data?: unknown } = { type: 'ON_LOGOUT' }
        itself.data = itself
        return [itself]
      },
    ],
    [
      'data that is not JSON',
      () =>
        [new Map(), new Set([1]), new Date(), /x/, 10n, new Error('boo'), new Blob(['x']), Number.NaN].map(
          (data) => ({
            type: 'ON_LOGOUT',
            data,
          }),
        ),
    ],
    [
      'values that are not messages',
      () => [null, undefined, 7, '', 'ON_LOGOUT', [], ['ON_LOGOUT'], { type: ['ON_LOGOUT'] }],
    ],
    [
      'names of Object.prototype',
      () =>
        ['__proto__', 'constructor', 'toString', 'IFRAME_TO_PLAYHUB_constructor'].map((type) => ({
          type,
          data: {},
        })),
    ],
    [
      'malicious languages',
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
  ])('sends %s to the window without effect', async ([_, messages], { hostile }) => {
    await hostile.game.evaluate(`for (const message of (${messages})()) parent.postMessage(message, '*')`)
    await expectNoMaliciousCalls(hostile)
  })

  test.for(['ON_BANK', 'CHANGE_LNG', 'ON_LOGOUT', 'playhub:hello'])(
    'cannot pollute a prototype through %s',
    async (type, { hostile }) => {
      await hostile.game.evaluate((text) => window.parent.postMessage(JSON.parse(text), '*'), polluted(type))
      await expectNoMaliciousCalls(hostile)
    },
  )

  test('is refused when it offers another protocol version', async ({ hostile }) => {
    await sendToHub(hostile.game, { type: 'playhub:hello', nonce: 'a-nonce-from-the-future', versions: [99] })
    expect(await waitForMessage(hostile.game, 'playhub:refused')).toMatchObject({
      data: { nonce: 'a-nonce-from-the-future', code: 'UNSUPPORTED_VERSION', versions: [1] },
    })
  })

  test.for<[string, () => unknown, string]>([
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
      'a polluted item id',
      () => ({ call: 'purchase', params: JSON.parse('{"itemId":"a","__proto__":{"isAdmin":1}}') }),
      'INVALID_PARAMS',
    ],
    [
      'a constructor',
      () => ({ call: 'purchase', params: { itemId: 'a', constructor: { prototype: { isAdmin: 1 } } } }),
      'INVALID_PARAMS',
    ],
    ['a price of its own', () => ({ call: 'getCatalog', params: { price: 1 } }), 'INVALID_PARAMS'],
    ['`__proto__` as its name', () => ({ call: '__proto__' }), 'UNKNOWN_CALL'],
    ['a name of Object.prototype', () => ({ call: 'toString' }), 'UNKNOWN_CALL'],
  ])('a call with %s is refused', async ([_, call, code], { hostile }) => {
    const id = Math.floor(Math.random() * 1_000_000)
    // Repeated: on a busy machine, the megabyte of the test before costs so much that the hub skips the next messages.
    const timer = await hostile.game.evaluate<number>(`{
      const send = () => port.postMessage({ ...(${call})(), id: ${id} })
      send()
      setInterval(send, 1000)
    }`)
    const response = await hostile.game.waitForFunction(
      (wanted) => window.received.find((reply) => reply.id === wanted),
      id,
    )
    await hostile.game.evaluate((timer) => clearInterval(timer), timer)
    expect(await response.jsonValue()).toMatchObject({ ok: false, error: { code } })
    expect(await listMaliciousCalls(hostile)).toEqual([])
  })

  test.for<[string, () => unknown[]]>([
    ['ten thousand messages', () => Array.from({ length: 10_000 }, () => null)],
    ['twenty megabytes', () => Array.from({ length: 20 }, () => 'x'.repeat(1_000_000))],
    [
      'many messages of many keys',
      () => {
        const keys = Array.from({ length: 5_000 }, (_, key) => [`a key of the burst ${key}`, key])
        return Array.from({ length: 20 }, () => Object.fromEntries(keys))
      },
    ],
  ])('a burst of %s does not block the page', async ([_, loads], { hostile }) => {
    await hostile.game.evaluate(`window.loads = (${loads})()`)
    for (let bursts = 0; bursts < 2; bursts += 1) {
      await hostile.game.evaluate(`for (const data of loads) {
        port.postMessage({ id: 1, call: 'getPlayer', params: data })
        parent.postMessage({ type: 'ON_LOGOUT', data }, '*')
      }`)
      await expectResponsive(hostile.page)
    }
    await hostile.game.evaluate('delete window.loads')
    await waitUntilProcessed(hostile)
  })
})
