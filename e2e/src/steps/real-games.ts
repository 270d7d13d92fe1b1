/** Steps of tests with real exports: their files are not ours to keep in this repository. */
import { join } from 'node:path'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import type { Tab } from '../environment/browser.ts'
import { type TestEnvironment, waitUntil } from '../environment/environment.ts'
import type { OpenTab } from '../environment/journey.ts'

/** Its folders are exports of games. */
export const gamesFolder = process.env.REAL_GAMES
export const startMs = 90_000

/**
 * @param describe  Adds to the project's file.
 * @returns  the id of its project
 */
export async function publishGame(
  environment: TestEnvironment,
  name: string,
  describe: (id: string) => void = () => {},
): Promise<string> {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  await environment.runCommand('projects', 'create', id, '--name', name)
  describe(id)
  await environment.runCommand('games', 'publish', id, join(gamesFolder ?? '', name))
  await waitUntil(async () => {
    const response = await fetch(`${environment.hubUrl}/games/en/${id}/`, { redirect: 'manual' })
    return response.status === 200 || undefined
  }, `the page of ${id}`)
  return id
}

/** Opens a game, and collects what it does wrong. */
export async function openGameTab(
  openTab: OpenTab,
  id: string,
  options: Parameters<OpenTab>[0] = {},
  prepare: (context: BrowserContext) => Promise<void> | undefined = () => undefined,
): Promise<{ tab: Tab; errors: string[] }> {
  // Construct's exports register one.
  const tab = await openTab({ serviceWorkers: 'allow', ...options })
  tab.allowConsoleErrors(/.*/s)
  await prepare(tab.context)
  const errors = collectErrors(tab.context)
  await tab.page.goto(`/games/en/${id}/?play=1`)
  return { tab, errors }
}

/** Warnings of engines, and hosts called by the export outside the hub, say nothing about the hub. */
function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    const { hostname } = new URL(message.location().url || 'http://localhost')
    if (message.type() === 'error' && hostname.endsWith('localhost'))
      errors.push(`${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => errors.push(String(error.error().stack)))
  return errors
}

/** Waits until everything has been loaded and the canvas shows more than one colour. */
export async function waitUntilDrawn(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('#game-frame:not([inert])', { timeout: startMs })
  const frame = await element.contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await page.waitForLoadState('networkidle', { timeout: startMs })
  const canvas = frame.locator('canvas').first()
  await waitUntil(
    async () => (await countColours(page, await canvas.screenshot())) > 1 || undefined,
    'the first scene of the game',
    startMs,
  )
  return frame
}

/** @returns  the number of different colours, at most 100 */
async function countColours(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {}
    const colours = new Set<number>()
    for (const pixel of new Uint32Array(data?.buffer ?? new ArrayBuffer())) {
      if (colours.size < 100) colours.add(pixel)
    }
    return colours.size
  }, png.toString('base64'))
}

/** @returns  waits for a number of inputs by the player in the game's own window */
export async function recordInputs(
  frame: Frame,
  type: 'keydown' | 'touchstart',
): Promise<(count: number) => Promise<string[]>> {
  await frame.evaluate((type) => {
    const inputs: string[] = []
    Object.assign(window, { inputs })
    window.addEventListener(
      type,
      (event) => {
        if (event.isTrusted) inputs.push(event instanceof KeyboardEvent ? event.code : event.type)
      },
      true,
    )
  }, type)
  return (count) =>
    waitUntil(async () => {
      const inputs = await frame.evaluate(() => (window as unknown as { inputs: string[] }).inputs)
      return inputs.length >= count ? inputs : undefined
    }, `${count} ${type}`)
}
