import type { Frame, Page } from 'playwright-core'
import type { Letters, TestSdk } from './game-page.ts'
import type { TestHub } from './hub-page.ts'
import type { Stage } from './test-environment.ts'

/** What stands on `window` in the hub's page and in its frames. */
export interface BridgeWindow {
  hub: TestHub
  sdk: TestSdk
  letters: Letters
  game: Awaited<ReturnType<TestSdk['connect']>>
  heard: unknown[]
  parent: { postMessage(message: unknown, origin: string): void }
}
declare const window: BridgeWindow

/** A game that is sure of its hub waits for it, however slow the machine is. */
export const patientMs = 20_000

export type BridgePage = Awaited<ReturnType<typeof openBridgePage>>

/** A fresh page of the hub with nothing in it, and the steps of its tests. */
export async function openBridgePage(stage: Stage) {
  const page = await stage.openPage('/')
  const troubles = listenToTroubles(page)

  async function frameOf(selector: string): Promise<Frame> {
    const frame = await (await page.waitForSelector(selector)).contentFrame()
    if (!frame) throw new Error(`No frame at ${selector}`)
    await frame.waitForFunction(() => window.sdk !== undefined)
    return frame
  }

  /** Shows a page in the game's frame; origins are what the project lists. */
  async function showGame(url = stage.game, origins = [stage.game]): Promise<Frame> {
    await page.evaluate(([address, listed]) => window.hub.open(address, listed), [url, origins] as const)
    return frameOf('#game-frame')
  }

  return {
    page,
    /** Uncaught exceptions and errors in the console, of the page and of its frames. */
    troubles,
    showGame,
    async connectGame(): Promise<Frame> {
      const game = await showGame()
      await game.evaluate(async (timeoutMs) => {
        window.game = await window.sdk.connect({ local: false, timeoutMs })
      }, patientMs)
      return game
    },
    /** Another window of this page, beside the game's. */
    async addFrame(id: string, url: string): Promise<Frame> {
      await page.evaluate(
        ([name, address]) => {
          const frame = document.createElement('iframe')
          Object.assign(frame, { id: name, src: address })
          document.body.append(frame)
        },
        [id, url] as const,
      )
      return frameOf(`#${id}`)
    },
    allCalls: () => page.evaluate(() => window.hub.calls),
    callsOf: (name: string) =>
      page.evaluate((wanted) => window.hub.calls.filter(([call]) => call === wanted), name),
    waitForCall: (name: string) =>
      page.waitForFunction((wanted) => window.hub.calls.some(([call]) => call === wanted), name),
    close: () => page.close(),
  }
}

function listenToTroubles(page: Page): string[] {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  return troubles
}

/** The first window message of this type that a frame got. */
export async function waitForLetter(frame: Frame, type: string): Promise<unknown> {
  const found = await frame.waitForFunction(
    (wanted) => window.letters.find(({ data }) => (data as { type?: string }).type === wanted),
    type,
  )
  return found.jsonValue()
}

/** Sends a window message from a frame to the hub's page. */
export function say(frame: Frame, message: unknown): Promise<void> {
  return frame.evaluate((words) => window.parent.postMessage(words, '*'), message)
}
