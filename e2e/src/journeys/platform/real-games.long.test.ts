/**
 * Publishes real exports as they are, and plays each: `REAL_GAMES=/path npm run test:long -- real-games`, where each
 * folder of the path is the export of a game. Their files are not ours to keep in this repository.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { skipped } from '@playhub/test-kit/skipped'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Tab } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey, type OpenTab } from '../../environment/journey.ts'

const folder = process.env.REAL_GAMES
const startMs = 90_000

const base = journey({ start: () => startEnvironment({ CONTENT_DIR: copyContent().dir }) })
const test = folder ? base : skipped<typeof base>('REAL_GAMES names no folder of exports')

test.for(folder ? readdirSync(folder) : ['an export'])(
  '%s is published as it is and can be played by keyboard and touch',
  { timeout: 6 * startMs },
  async (name, { environment, openTab }) => {
    const id = await publish(environment, name)

    const desktop = await openGameTab(openTab, id)
    const frame = await waitUntilDrawn(desktop.tab.page)
    const pressed = await recordInputs(frame, 'keydown')
    for (const key of ['ArrowRight', 'Space', 'Enter']) await desktop.tab.page.keyboard.press(key)
    expect(await pressed(3)).toEqual(['ArrowRight', 'Space', 'Enter'])
    await desktop.tab.page.reload()
    await waitUntilDrawn(desktop.tab.page)
    expect(desktop.errors).toEqual([])

    const phone = await openGameTab(openTab, id, { width: 390, height: 844, hasTouch: true })
    const phoneFrame = await waitUntilDrawn(phone.tab.page)
    const touched = await recordInputs(phoneFrame, 'touchstart')
    await phone.tab.page.touchscreen.tap(195, 422)
    expect(await touched(1)).toEqual(['touchstart'])
    expect(phone.errors).toEqual([])
  },
)

/** @returns  the id of its project */
async function publish(environment: TestEnvironment, name: string): Promise<string> {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  await environment.runCommand('projects', 'create', id, '--name', name)
  await environment.runCommand('games', 'publish', id, join(folder ?? '', name))
  await waitUntil(async () => {
    const response = await fetch(`${environment.hubUrl}/games/en/${id}/`, { redirect: 'manual' })
    return response.status === 200 || undefined
  }, `the page of ${id}`)
  return id
}

async function openGameTab(
  openTab: OpenTab,
  id: string,
  options: Parameters<OpenTab>[0] = {},
): Promise<{ tab: Tab; errors: string[] }> {
  // Construct's exports register one.
  const tab = await openTab({ serviceWorkers: 'allow', ...options })
  tab.allowConsoleErrors(/.*/s)
  const errors = collectErrors(tab.context)
  await tab.page.goto(`/games/en/${id}/?play=1`)
  return { tab, errors }
}

/** Warnings of engines, and hosts that the export calls outside the hub, say nothing about the hub. */
function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    const { hostname } = new URL(message.location().url || 'http://localhost')
    if (message.type() === 'error' && hostname.endsWith('localhost')) errors.push(message.text())
  })
  context.on('weberror', (error) => errors.push(String(error.error().stack)))
  return errors
}

/** Waits until everything has been loaded and the canvas shows more than one colour. */
async function waitUntilDrawn(page: Page): Promise<Frame> {
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

/** @returns  waits for a number of inputs that the player made in the game's own window */
async function recordInputs(
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
