import type { Frame, Page } from 'playwright-core'
import type { ReceivedMessages, TestSdk } from './game-page.ts'
import type { TestHub } from './hub-page.ts'
import type { TestEnvironment } from './test-environment.ts'

/** The globals on the hub's page (`hub`) and in its frames (all others). */
export interface BridgeWindow {
  hub: TestHub
  sdk: TestSdk
  messages: ReceivedMessages
  game: Awaited<ReturnType<TestSdk['connect']>>
  received: unknown[]
  parent: { postMessage(message: unknown, origin: string): void }
}
declare const window: BridgeWindow

/** Long enough for a slow machine. */
export const CONNECT_TIMEOUT_MS = 20_000

export type BridgePage = Awaited<ReturnType<typeof openBridgePage>>

/** Opens an empty hub page, with steps shared by tests. */
export async function openBridgePage(environment: TestEnvironment) {
  const page = await environment.openPage('/')
  const errors = collectErrors(page)

  async function getFrame(selector: string): Promise<Frame> {
    const frame = await (await page.waitForSelector(selector)).contentFrame()
    if (!frame) throw new Error(`No frame at ${selector}`)
    await frame.waitForFunction(() => window.sdk !== undefined)
    return frame
  }

  /** Shows a page in the game's frame. @param origins  The project's listed origins. */
  async function showGame(url = environment.game, origins = [environment.game]): Promise<Frame> {
    await page.evaluate(([url, listed]) => window.hub.open(url, listed), [url, origins] as const)
    return getFrame('#game-frame')
  }

  return {
    page,
    /** Uncaught exceptions and console errors in the page and its frames. */
    errors,
    showGame,
    async showOpaqueGame(playId: string): Promise<Frame> {
      await page.evaluate(([url, id]) => window.hub.openOpaque(url, id), [environment.game, playId] as const)
      return getFrame('#game-frame')
    },
    async connectGame(): Promise<Frame> {
      const game = await showGame()
      await game.evaluate(async (timeoutMs) => {
        window.game = await window.sdk.connect({ local: false, timeoutMs })
      }, CONNECT_TIMEOUT_MS)
      return game
    },
    /** Adds another frame beside the game's. */
    async addFrame(id: string, url: string): Promise<Frame> {
      await page.evaluate(
        ([name, url]) => {
          const frame = document.createElement('iframe')
          Object.assign(frame, { id: name, src: url })
          document.body.append(frame)
        },
        [id, url] as const,
      )
      return getFrame(`#${id}`)
    },
    allCalls: () => page.evaluate(() => window.hub.calls),
    listCalls: (name: string) =>
      page.evaluate((wanted) => window.hub.calls.filter(([call]) => call === wanted), name),
    waitForCall: (name: string) =>
      page.waitForFunction((wanted) => window.hub.calls.some(([call]) => call === wanted), name),
    close: () => page.close(),
  }
}

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** A frame's first received window message of this type. */
export async function waitForMessage(frame: Frame, type: string): Promise<unknown> {
  const found = await frame.waitForFunction(
    (wanted) => window.messages.find(({ data }) => data.type === wanted),
    type,
  )
  return found.jsonValue()
}

export async function waitForMessages(frame: Frame, type: string, count: number): Promise<void> {
  await frame.waitForFunction(
    ([wanted, least]) => window.messages.filter(({ data }) => data.type === wanted).length >= least,
    [type, count] as const,
  )
}

/** A frame's received window message types, in order. */
export function typesReceivedBy(frame: Frame): Promise<(string | undefined)[]> {
  return frame.evaluate(() => window.messages.map(({ data }) => data.type))
}

/** Sends a window message from a frame to the hub's page. */
export function sendToHub(frame: Frame, message: unknown): Promise<void> {
  return frame.evaluate((data) => window.parent.postMessage(data, '*'), message)
}
