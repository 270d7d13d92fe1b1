/** `test` for journeys in each engine: a hub and a browser per engine for the file, a player and profiles for each test. */
import { test as base, expect } from 'vitest'
import { type ApiPlayer, register } from '../environment/api.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import type { TestBrowser } from './driver.ts'
import type { Engine } from './engines.ts'
import { waitForPage } from './player.ts'

/** Firefox reports images still loading when the page is left. */
const abandonedImage =
  /\/main_images\/.* A ServiceWorker intercepted the request and encountered an unexpected error/

/** @param start  The file's hub. */
export function createEngineTest<E extends TestEnvironment>(start: () => Promise<E>) {
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
      .extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
        const environment = await start()
        onCleanup(() => environment.close())
        return environment
      })
      // A game shows a card for what its player has bought in another test.
      .extend('player', ({ environment }) => register(environment))
      // biome-ignore lint/correctness/noEmptyPattern: as above
      .extend('launch', { scope: 'file' }, async ({}, { onCleanup }) => {
        const launched = new Map<string, Promise<TestBrowser>>()
        onCleanup(async () => {
          for (const browser of launched.values()) await (await browser).close()
        })
        return (engine: Engine): Promise<TestBrowser> => {
          const browser = launched.get(engine.name) ?? engine.launch()
          launched.set(engine.name, browser)
          return browser
        }
      })
      .extend('openIn', ({ environment, player, launch }, { onCleanup }) => {
        const open = new Set<() => Promise<void>>()
        onCleanup(async () => {
          for (const close of open) await close()
        })
        /** Opens a hub path in a new browser profile. WebKit has one profile at a time: close it first. */
        return async (engine: Engine, path: string, { isLoggedIn = false, allowedErrors = /^$/ } = {}) => {
          const session = await (await launch(engine)).newSession()
          const close = async () => {
            open.delete(close)
            await session.close()
            const isExpected = (error: string) => allowedErrors.test(error) || abandonedImage.test(error)
            expect(session.errors.filter((error) => !isExpected(error))).toEqual([])
          }
          open.add(close)
          const page = await waitForPage(session, 0)
          if (isLoggedIn) {
            // A file: in Firefox, leaving a page while its modules load is an error.
            await page.goto(`${environment.hubUrl}/robots.txt`)
            await page.evaluate(storeLogin, player)
          }
          await page.goto(environment.hubUrl + path)
          return { page, session, game: page.frame('#game-frame'), close }
        }
      })
  )
}

/** Runs in the page. */
function storeLogin({ jwt, userId, email }: ApiPlayer): void {
  const login = { jwt, userId, nickName: email.split('@')[0], currentAuthType: 'mail', session: '' }
  localStorage.setItem('access-token', jwt)
  localStorage.setItem('web-auth-data', JSON.stringify(login))
}
