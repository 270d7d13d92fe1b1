/** What a game saves right before its page ends is there at the next start, however the page ends. */
import type { Frame, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { register, storeLogin } from '../../environment/api.ts'
import { openBrowser } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { openSavesGame, type SavesWindow, savesJourney } from '../../sites/saves-game.ts'
import { openStorageGame, startStorageGame } from '../../sites/storage-game.ts'

const t = translator('en')

const exits: Record<string, (page: Page) => Promise<unknown>> = {
  'closing the tab': async (page) => {
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  },
  'a reload': (page) => page.reload(),
  "the hub's own link": (page) => page.getByRole('link', { name: t('play:leave') }).click(),
  back: (page) => page.goBack(),
  'another site': (page) =>
    page.goto(
      page
        .url()
        .replace('localhost', '127.0.0.1')
        .replace(/games.*/, 'robots.txt'),
    ),
}
/** A write whose response the ended page did not get is repeated. */
const lostResponse = /status of 409/
const events = ['beforeunload', 'pagehide', 'visibilitychange']

/** Each writes a name, so all earlier ones stay. */
const writers = {
  storage: (name: string) => localStorage.setItem(name, 'written'),
  saves: (name: string) => {
    window.names = [...(window.names ?? []), name]
    window.hub.saves.set('names', window.names).catch(() => undefined)
  },
}

type Writer = keyof typeof writers
declare const window: SavesWindow & Record<Writer, (name: string) => void> & { names?: string[] }

/** Writes in each event of an exit, and shortly before it. @returns what has been written */
async function writeAndLeave(page: Page, game: Frame, writer: Writer, exit: string): Promise<string[]> {
  const source = `window.${writer} = ${writers[writer]}`
  await game.evaluate(source)
  await game.evaluate(
    ([events, writer]) => {
      for (const event of events) globalThis.addEventListener(event, () => window[writer](event))
    },
    [events, writer] as const,
  )
  const times = { '400 ms': 100, '300 ms': 150, '150 ms': 100, '50 ms': 50, '0 ms': 0 }
  for (const [name, pauseMs] of Object.entries(times)) {
    await game.evaluate(([name, writer]) => window[writer](name), [name, writer] as const)
    if (pauseMs > 0) await page.waitForTimeout(pauseMs)
  }
  await exits[exit]?.(page)
  // A frame that is removed from a page that stays fires no `beforeunload`.
  return [...Object.keys(times), ...events.slice(exit === "the hub's own link" ? 1 : 0)]
}

const storageTest = journey({ start: () => startStorageGame(), openBrowser })

const oneOriginTest = journey({ start: () => startStorageGame({ isOneOrigin: true }), openBrowser })

oneOriginTest(
  "a game without storage keeps what it wrote before its page ended, at the hub's own link",
  async ({ environment, openTab }) => {
    const player = await register(environment)
    const { context, page, allowConsoleErrors } = await openTab({ player })
    allowConsoleErrors(lostResponse)
    await page.goto('/games/en/levelup/')
    const game = await openStorageGame(page)
    const written = await writeAndLeave(page, game, 'storage', "the hub's own link")
    // A busy machine sends the last writes late.
    await page.waitForTimeout(5_000)
    const next = await context.newPage()
    await storeLogin(next, player)
    const nextGame = await openStorageGame(next)
    const kept = await nextGame.evaluate(() => Object.keys({ ...localStorage }))
    const lost = written.filter((name) => !kept.includes(name))
    expect(lost.filter((name) => !events.includes(name))).toEqual([])
  },
)

describe.each(['guest', 'player'])('the storage of a %s', (kind) => {
  storageTest.for(Object.keys(exits))('keeps every write at %s', async (exit, { environment, openTab }) => {
    const player = kind === 'player' ? await register(environment) : undefined
    const { context, page, allowConsoleErrors } = await openTab({ ...(player && { player }) })
    allowConsoleErrors(lostResponse)
    await page.goto('/games/en/levelup/')
    const written = await writeAndLeave(page, await openStorageGame(page), 'storage', exit)
    const next = await context.newPage()
    if (player) await storeLogin(next, player)
    const game = await openStorageGame(next)
    const kept = await game.evaluate(() => Object.keys({ ...localStorage }))
    expect(written.filter((name) => !kept.includes(name))).toEqual([])
  })
})

const savesTest = savesJourney()

describe.each(['guest', 'player'])('the saves of a %s', (kind) => {
  savesTest.for(Object.keys(exits))('have every write at %s', async (exit, { environment, openTab }) => {
    const player = kind === 'player' ? await register(environment) : undefined
    const { context, page, allowConsoleErrors } = await openTab({ ...(player && { player }) })
    allowConsoleErrors(lostResponse)
    await page.goto('/games/en/islandm3/')
    const written = await writeAndLeave(page, await openSavesGame(page), 'saves', exit)
    const next = await context.newPage()
    if (player) await storeLogin(next, player)
    const game = await openSavesGame(next)
    expect(await game.evaluate(() => window.hub.saves.get('names'))).toEqual(written)
  })
})
