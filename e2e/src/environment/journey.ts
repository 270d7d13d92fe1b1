import type { Browser } from 'playwright-core'
import { test as base } from 'vitest'
import { type ApiPlayer, register, storeLogin } from './api.ts'
import { openBrowser, openTab, type Tab, type TabOptions } from './browser.ts'
import { startEnvironment, type TestEnvironment } from './environment.ts'

export type OpenTab = (
  options?: Partial<TabOptions> & { player?: ApiPlayer; browser?: Browser },
) => Promise<Tab>

/** Environments for several of a worker's files, by what starts them: one takes several seconds to start. */
const shared = new Map<() => Promise<TestEnvironment>, Promise<TestEnvironment>>()

function getShared<E extends TestEnvironment>(start: () => Promise<E>): Promise<E> {
  const known = shared.get(start) as Promise<E> | undefined
  if (known) return known
  const starting = start()
  shared.set(start, starting)
  // The next test tries again.
  starting.catch(() => shared.delete(start))
  return starting
}

async function closeShared(): Promise<void> {
  const environments = await Promise.all(shared.values())
  shared.clear()
  await Promise.all(environments.map((environment) => environment.close()))
}

/**
 * Vitest's `test` for journeys. A test starts what it names:
 * - `environment`, `browser` and a registered `player` once for the file,
 * - `openTab`, `tab` and `page` for each test, in new browser contexts; `openTab({ player })` opens one logged in,
 * - `fileTab` in one browser context for the whole file, where each test goes on from where the last one ended. A
 * test fails on console errors in its tabs, except those that it passes to `tab.allowConsoleErrors`.
 *
 * ```ts
 * const test = journey({ openBrowser: () => openBrowserWithThirdParties('blocked') })
 *
 * test('a guest finds the prices', async ({ page }) => {
 *   await page.goto('/prices')
 *   …
 * })
 * ```
 */
export function journey<E extends TestEnvironment = TestEnvironment>(
  options: {
    start?: () => Promise<E>
    /** Files with the same `start` share an environment, so each finds what others leave. Default: those without one. */
    isShared?: boolean
    openBrowser?: () => Promise<Browser>
  } = {},
) {
  const start = options.start ?? (startEnvironment as () => Promise<E>)
  const { isShared = !options.start } = options
  const launch = options.openBrowser ?? openBrowser
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
      .extend('sharing', { scope: 'worker' }, ({}, { onCleanup }) => {
        onCleanup(closeShared)
        return { get: () => getShared(start) }
      })
      .extend('environment', { scope: 'file' }, async ({ sharing }, { onCleanup }) => {
        if (isShared) return sharing.get()
        const environment = await start()
        onCleanup(() => environment.close())
        return environment
      })
      // biome-ignore lint/correctness/noEmptyPattern: as above
      .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
        const browser = await launch()
        onCleanup(() => browser.close())
        return browser
      })
      .extend('player', { scope: 'file' }, ({ environment }) =>
        register(environment, `${Date.now().toString(36)}@example.org`),
      )
      .extend('openTab', ({ environment, browser, task }, { onCleanup }): OpenTab => {
        const tabs: Tab[] = []
        onCleanup(async () => {
          if (task.result?.state === 'fail')
            for (const tab of tabs) console.log(`${task.name} failed with\n${await tab.describe()}`)
          await Promise.all(tabs.map((tab) => tab.close()))
          for (const tab of tabs) tab.expectNoConsoleErrors()
        })
        return async ({ player, browser: other, ...tabOptions } = {}) => {
          const tab = await openTab(other ?? browser, { baseUrl: environment.hubUrl, ...tabOptions })
          tabs.push(tab)
          if (player) await storeLogin(tab.page, player)
          return tab
        }
      })
      .extend('tab', ({ openTab }) => openTab())
      .extend('page', ({ tab }) => tab.page)
      .extend('fileTab', { scope: 'file' }, async ({ environment, browser }, { onCleanup }) => {
        const tab = await openTab(browser, { baseUrl: environment.hubUrl })
        onCleanup(async () => {
          await tab.close()
          tab.expectNoConsoleErrors()
        })
        return tab
      })
  )
}
