import type { Browser, Page } from 'playwright-core'
import { demoPlayer } from '../../apps/server/src/demo.ts'
import { type ApiPlayer, register, signIn } from './api.ts'
import { type ClientInfo, newVisitor } from './browser.ts'
import { addSingleGame, copyContent } from './content.ts'
import type { Scene, Screen, Who } from './screen-list.ts'
import { type Language, wordsIn } from './words.ts'
import { startWorld, type World } from './world.ts'

/** The content of this repository and one more game, outside the catalogue and for adults only. */
export function startWorldWithSingleGame(): Promise<World> {
  const content = copyContent()
  addSingleGame(content)
  return startWorld({ CONTENT_DIR: content.dir })
}

export type Look = { language: Language; width?: number; height?: number; colorScheme?: 'dark' | 'light' }

/** Goes to a screen as whoever it is for, in a clean browser. */
export async function visit(
  browser: Browser,
  world: World,
  screen: Screen,
  { language, ...look }: Look,
): Promise<ClientInfo> {
  const visitor = await newVisitor(browser, { baseUrl: world.hubUrl, language, ...look })
  const { page } = visitor
  const player = await playerFor(world, screen.who)
  if (player) await keepSignedIn(page, player)
  const scene: Scene = { world, page, language, words: wordsIn(language), player }
  const path = typeof screen.path === 'string' ? screen.path : await screen.path(scene)
  await page.goto(inLanguage(path, language))
  await page.waitForFunction(isAwake, screen.isWaiting ? 'h1' : 'main:not([aria-busy=true]) h1')
  await screen.steps?.(scene)
  if (screen.endsAt)
    await page.waitForURL((url) => url.pathname === inLanguage(screen.endsAt ?? '', language))
  if (screen.heading) await page.getByRole('heading', { level: 1, name: screen.heading(scene) }).waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return visitor
}

export const inLanguage = (path: string, language: Language) => path.replace('{lng}', language)

type Shared = Exclude<Who, 'guest' | 'fresh'>
const sharedPlayers = new WeakMap<World, Partial<Record<Shared, Promise<ApiPlayer>>>>()

/** Registering takes half a second, and every sign-in is one more device: whom a screen does not change is shared. */
function playerFor(world: World, who: Who): Promise<ApiPlayer | null> {
  if (who === 'guest') return Promise.resolve(null)
  if (who === 'fresh') return register(world)
  const known = sharedPlayers.get(world) ?? {}
  sharedPlayers.set(world, known)
  known[who] ??= who === 'demo' ? signIn(world, demoPlayer.email, demoPlayer.password) : register(world)
  return known[who]
}

/** As a browser that has signed in before. */
export function keepSignedIn(page: Page, { jwt, userId, email }: ApiPlayer): Promise<unknown> {
  const known = { jwt, userId, nickName: email.split('@')[0], currentAuthType: 'mail', session: '' }
  return page.addInitScript((data) => {
    // The game and the card form are frames with a storage of their own.
    if (window.top !== window) return
    localStorage.setItem('access-token', data.jwt)
    localStorage.setItem('web-auth-data', JSON.stringify(data))
  }, known)
}

/** A public page comes from the server and wakes up later: whether React has taken up what the selector names. */
export function isAwake(selector: string): boolean {
  const seen = document.querySelector(selector)
  return seen !== null && Object.keys(seen).some((key) => key.startsWith('__reactFiber'))
}
