/**
 * Plays unchanged portal games: `REAL_GAMES=/path npm run test:long -- portal-games`, where the folders of the path are
 * those games. They do on the hub what they do on the portal.
 */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { skipped } from '@playhub/test-kit/skipped'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, register } from '../../environment/api.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { gamesFolder, openGameTab, publishGame, startMs } from '../../steps/real-games.ts'

interface PortalGame {
  compat: string
  /** Serves what the game loads from hosts of its own, which no test may call. */
  serveHosts?(context: BrowserContext, folder: string): Promise<void>
  /** More of the project's file. */
  yaml?: string
  /** From its menu, by keyboard, until it has something to save. */
  play(page: Page, frame: Frame): Promise<void>
  /** From its menu, by touch. */
  touch(page: Page, frame: Frame): Promise<void>
  /** The save as its player sees it; a game without it saves nothing. */
  read?(frame: Frame): Promise<unknown>
  /** Plays on until the game submits a score. A game without it submits none. */
  score?(page: Page, hasScore: () => Promise<boolean>): Promise<void>
  /** Expected console errors: the missing advert, and files its repository lacks. */
  expected?: RegExp
}

const text = (frame: Frame, selector: string) => frame.locator(selector).textContent()
const arrows = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']

/** Firebase's database without any data. */
const emptyFirebase = `(() => {
  const snapshot = { val: () => null }
  const none = () => {}
  const ref = () => ({
    once: async (_event, onValue = none) => (onValue(snapshot), snapshot),
    set: async () => {}, push: async () => {}, remove: async () => {}, on: none, off: none,
    onDisconnect: ref, orderByChild: ref, limitToLast: ref,
  })
  const database = Object.assign(() => ({ ref }), { ServerValue: { TIMESTAMP: 0 } })
  window.firebase = { apps: [], initializeApp: none, app: () => ({ delete: none }), database }
})()`

const games: Record<string, PortalGame> = {
  corners: {
    compat: 'yandex',
    serveHosts: async (context, folder) => {
      await context.route('https://akukamil.github.io/corners/**', (route) =>
        route.fulfill({
          path: join(folder, decodeURI(new URL(route.request().url()).pathname.replace('/corners/', ''))),
          headers: { 'access-control-allow-origin': '*' },
        }),
      )
      await context.route('https://www.gstatic.com/firebasejs/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: emptyFirebase }),
      )
    },
    // It knows no keys: against the computer, by mouse and by touch, until the computer has moved, too.
    play: (page, frame) => playCorners(frame, (x, y) => page.mouse.click(x, y)),
    touch: (page, frame) => playCorners(frame, (x, y) => page.touchscreen.tap(x, y)),
  },
  'yandex-game-2048': {
    compat: 'yandex',
    yaml: `leaderboards:
  - id: best
    aliases: [leaderboard1]
    title: { en: Best }
    minPlaySeconds: 0
`,
    // Until no move is left.
    score: async (page, hasScore) => {
      for (let presses = 0; presses % 100 > 0 || !(await hasScore()); presses += 1)
        await page.keyboard.press(arrows[Math.floor(Math.random() * 4)] ?? '')
    },
    play: async (page, frame) => {
      await frame.locator('#game-board').click()
      const score = async () => Number(await text(frame, '#score'))
      for (let presses = 0; (await score()) < 20; presses += 1)
        await page.keyboard.press(arrows[presses % 4] ?? '')
    },
    touch: async (_page, frame) => frame.locator('#undo-btn').tap(),
    read: async (frame) => [await text(frame, '#score'), await text(frame, '#best-score')],
  },
  DodecaDragons: {
    compat: 'crazygames',
    play: async (_page, frame) => {
      const mine = frame.getByRole('button', { name: 'Mine gold' })
      await mine.focus()
      for (let times = 0; times < 20; times += 1) await mine.press('Enter')
      await frame.locator('#buyMinerButton').press('Enter')
    },
    touch: async (_page, frame) => frame.getByRole('button', { name: 'Mine gold' }).tap(),
    read: async (frame) => text(frame, '#minerCost'),
    expected: /404 \(Not Found\) .*\/img\/theHorror\.gif$/,
  },
  'phaser-plugin': {
    compat: 'poki',
    play: async (page, frame) => {
      await frame.locator('canvas').click()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
    },
    touch: async (_page, frame) => frame.locator('canvas').tap(),
  },
  'archery-legend': {
    compat: 'playgama',
    play: async (page, frame) => {
      const start = frame.locator('#startBtn')
      const hasEnded = async () => {
        if (!(await start.isVisible())) return false
        if (Number(await text(frame, '#best')) > 0) return true
        await start.click()
        return false
      }
      await waitUntil(
        async () => {
          if (await hasEnded()) return true
          await page.keyboard.press('Space')
          return undefined
        },
        'a game with a hit',
        2 * startMs,
      )
    },
    touch: async (_page, frame) => frame.locator('#startBtn').tap(),
    read: async (frame) => text(frame, '#best'),
    expected: /404 \(Not Found\) .*\/(start\.mp3|arrow\.mp3|bell\.ogg|crowdcheer\.ogg)$/,
  },
  Tetris: {
    compat: 'gamedistribution',
    play: async (page, frame) => {
      await frame.locator('#start-button').click()
      for (const key of ['ArrowLeft', 'ArrowUp', 'Space']) await page.keyboard.press(key)
      await waitUntil(async () => Number(await text(frame, '#score')) > 0 || undefined, 'a score')
    },
    touch: async (_page, frame) => frame.locator('#touch-left').tap(),
    expected: /^Chyba reklamy: Error: No ad available/,
  },
}

/** Its drawing is on one canvas, at places it reports itself. It ignores presses during an animation. */
async function playCorners(frame: Frame, press: (x: number, y: number) => Promise<void>): Promise<void> {
  const pressUntil = (place: string, condition: string) =>
    waitUntil(
      async () => {
        const box = await frame.locator('canvas').boundingBox()
        const [x, y] = await frame.evaluate<[number, number]>(place)
        await press((box?.x ?? 0) + x, (box?.y ?? 0) + y)
        return frame
          .waitForFunction(`!anim2.any_on() && ${condition}`, null, { timeout: 2_000 })
          .catch(() => undefined)
      },
      condition,
      startMs,
    )
  const locate = (drawn: string) =>
    `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${drawn}.getBounds())`
  const locateField = (column: number, row: number) =>
    `[objects.board.x + ${35 + 50 * column}, objects.board.y + ${35 + 50 * row}].map((at) => at * app.stage.scale.x)`
  await pressUntil(locate('objects.play_button'), 'objects.cards_cont.visible')
  await pressUntil(locate('objects.mini_cards[0]'), 'objects.invite_cont.visible')
  await pressUntil(locate('objects.invite_button'), "game.state === 'on'")
  await pressUntil(locateField(4, 5), 'objects.selected_frame.visible')
  await pressUntil(locateField(4, 4), 'made_moves > 0')
}

const { dir } = copyContent()
const base = journey({ start: () => startEnvironment({ CONTENT_DIR: dir }) })
const test = gamesFolder ? base : skipped<typeof base>('REAL_GAMES names no folder of exports')
const isThere = (name: string) => !gamesFolder || existsSync(join(gamesFolder, name))

test.for(Object.keys(games).filter(isThere))(
  '%s, made for a portal, is played, saved, and found on another device',
  { timeout: 6 * startMs },
  async (name, { environment, openTab }) => {
    const game = games[name] as PortalGame
    const id = await publishGame(environment, name, (id) =>
      appendFileSync(
        join(dir, 'projects', `${id}.yaml`),
        `game:\n  compat: ${game.compat}\n${game.yaml ?? ''}`,
      ),
    )
    const player = await register(environment)
    const prepare = (context: BrowserContext) => game.serveHosts?.(context, join(gamesFolder ?? '', name))
    const desktop = await openGameTab(openTab, id, { player }, prepare)
    const frame = await openedFrame(desktop.tab.page)
    await game.play(desktop.tab.page, frame)
    const seen = await game.read?.(frame)
    if (game.read) await waitForSave(environment, id, player)

    const phone = await openGameTab(openTab, id, { player, width: 390, height: 844, hasTouch: true }, prepare)
    const phoneFrame = await openedFrame(phone.tab.page)
    if (game.read) await expect.poll(() => game.read?.(phoneFrame), { timeout: 20_000 }).toEqual(seen)
    await game.touch(phone.tab.page, phoneFrame)
    await game.score?.(desktop.tab.page, () => hasScore(environment, id))
    const errors = [...desktop.errors, ...phone.errors]
    expect(errors.filter((error) => !game.expected?.test(error))).toEqual([])
  },
)

async function openedFrame(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('#game-frame:not([inert])', { timeout: startMs })
  const frame = await element.contentFrame()
  if (!frame) throw new Error('The game has no frame')
  await page.waitForLoadState('networkidle', { timeout: startMs })
  return frame
}

const waitForSave = (environment: TestEnvironment, project: string, { jwt }: { jwt: string }) =>
  waitUntil(async () => {
    const path = `/play/saves?project=${project}`
    const { data } = await call<{ data: { result: unknown[] } }>(environment, 'GET', path, { jwt })
    return data.result.length > 0 || undefined
  }, `a save of ${project}`)

async function hasScore(environment: TestEnvironment, project: string): Promise<boolean> {
  const path = `/play/scores/top?project=${project}&board=best`
  const { data } = await call<{ data: { result: { entries: unknown[] } } }>(environment, 'GET', path)
  return data.result.entries.length > 0
}
