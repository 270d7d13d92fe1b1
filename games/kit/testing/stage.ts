import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type RunningGames, startGames } from '../../server.ts'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

/** The games as they are built, served from their own origin, and a browser that notices every complaint. */
export interface Stage {
  url(): string
  newPage(options?: BrowserContextOptions): Promise<Page>
}

/** Sets up before the file's tests and cleans up after each and all of them. */
export function openStage({ hubUrl = async () => 'http://localhost:3000' } = {}): Stage {
  let root: string
  let games: RunningGames
  let browser: Browser
  let complaints: string[] = []

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'playhub-games-'))
    const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))
    await build({ configFile, logLevel: 'silent', build: { outDir: root } })
    games = await startGames({ port: 0, hubUrl: await hubUrl(), root })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS })
  })

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    const said = complaints
    complaints = []
    expect(said).toEqual([])
  })

  afterAll(async () => {
    await browser?.close()
    await games?.close()
    await rm(root, { recursive: true, force: true })
  })

  return {
    url: () => games.url,
    async newPage(options) {
      const context = await browser.newContext({
        viewport: { width: 900, height: 640 },
        reducedMotion: 'reduce',
        ...options,
      })
      const page = await context.newPage()
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => complaints.push(error.message))
      return page
    },
  }
}

/** Everything on the page now can be used without seeing it, or without a mouse. */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page })
  // Results of several frames are put together in a page of their own; without frames that is time lost.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
