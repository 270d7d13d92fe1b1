import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, quietFlags } from '@playhub/test-kit/chromium'
import { type Browser, chromium } from 'playwright-core'
import { median } from './load.ts'
import { hubUrl, startHubWithSandbox } from './processes.ts'
import type { Row } from './report.ts'

const loads = 15
const build = 'islandm3'
/** The same game at an address outside the hub, under a name of its own. */
const framed = 'framed-island'

/** Time from the press of Play until the loading card, and until the game's scripts run. */
export async function benchPlayStart(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-bench-play-'))
  cpSync('content', dir, { recursive: true })
  const withoutItems = /^items:[\s\S]*?^(?=game:)/m
  const yaml = readFileSync(`content/projects/${build}.yaml`, 'utf8').replace(withoutItems, '')
  writeFileSync(join(dir, `projects/${framed}.yaml`), yaml)
  const hub = await startHubWithSandbox({ CONTENT_DIR: dir })
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: quietFlags })
  try {
    // The hub renders each page and reads each build once.
    for (const project of [build, framed]) await openGame(browser, project)
    const times: Record<string, number[]> = { [build]: [], [framed]: [] }
    for (let load = 0; load < loads; load += 1)
      for (const project of [build, framed]) times[project]?.push(await openGame(browser, project))
    const cards = await showLoadingCards(browser)
    const [hosted, outside] = [median(times[build] ?? []), median(times[framed] ?? [])]
    return [
      {
        what: 'Play to the scripts of a build, ms more than at a frameUrl',
        value: hosted - outside,
        bar: 50,
        atMost: true,
        note: `${hosted.toFixed(0)} of ${outside.toFixed(0)} ms`,
      },
      {
        what: "Play to the loading card's frame, ms",
        value: median(cards),
        bar: 100,
        atMost: true,
        note: `${Math.min(...cards).toFixed(0)} to ${Math.max(...cards).toFixed(0)} ms`,
      },
    ]
  } finally {
    await browser.close()
    await hub.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

// They run in pages.
const notePress = `addEventListener('click', () => { window.pressedAt = performance.timeOrigin + performance.now() },
  { capture: true, once: true })`
const parsedAt = `performance.timeOrigin + performance.getEntriesByType('navigation')[0].domInteractive`

/** Opens a game with an empty cache. @returns milliseconds */
async function openGame(browser: Browser, project: string): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${hubUrl}/games/en/${project}/`, { waitUntil: 'networkidle' })
    await page.evaluate(notePress)
    await page.locator('main a[href*="play="]').first().click()
    const frame = await (await page.waitForSelector('#game-frame')).contentFrame()
    await frame?.waitForLoadState('load')
    return Number(await frame?.evaluate(parsedAt)) - Number(await page.evaluate('window.pressedAt'))
  } finally {
    await context.close()
  }
}

const noteLoadingCard = `void (window.paintedAt = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.loading-art')) return
    observer.disconnect()
    requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
  }).observe(document.body, { childList: true, subtree: true })
}))`

/** Presses Play in the catalogue, with its files in the cache. @returns milliseconds until the frame with the card */
async function showLoadingCards(browser: Browser): Promise<number[]> {
  const page = await browser.newPage()
  const times: number[] = []
  for (let run = 0; run <= loads; run += 1) {
    await page.goto(`${hubUrl}/games/en/`, { waitUntil: 'networkidle' })
    await page.evaluate(notePress)
    await page.evaluate(noteLoadingCard)
    await page.locator('.game-card a[href*="play="]').first().click()
    times.push(
      Number(await page.evaluate('window.paintedAt.then((paintedAt) => paintedAt - window.pressedAt)')),
    )
  }
  await page.close()
  return times.slice(1)
}
