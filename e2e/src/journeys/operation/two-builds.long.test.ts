/** During an upgrade, hubs with different web client builds run behind one proxy. */

import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser, openTab } from '../../environment/browser.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { createOtherBuild } from '../../environment/other-build.ts'
import { freePort, proxyPrograms, startReverseProxy } from '../../environment/reverse-proxy.ts'
import { translator } from '../../environment/translator.ts'

const t = translator('en')
const visits = 6

test('during an upgrade behind nginx every page starts, whichever hub gets the requests for its scripts', {
  timeout: 600_000,
}, async (context) => {
  const program = proxyPrograms.nginx()
  if (!program || !postgresPrograms()) return context.skip('nginx or PostgreSQL cannot be installed here')
  const cleanups: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  const folder = createOtherBuild()
  const database = await startPostgres({ onCleanup: (cleanup) => void cleanups.push(cleanup) })
  const port = await freePort()
  const env = {
    DATABASE_URL: database.url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: 'true',
  }
  const environment = await startEnvironment(env, 2)
  cleanups.push(environment.close)
  await environment.stopHub(1)
  await environment.startHub(1, folder)
  const proxy = await startReverseProxy('nginx', program, { port, hubUrls: environment.hubUrls })
  cleanups.push(proxy.close)
  const browser = await openBrowser()
  cleanups.push(() => browser.close())

  const builds = new Set<string>()
  for (let visit = 0; visit < visits; visit++) {
    const tab = await openTab(browser, { baseUrl: proxy.url })
    const { page } = tab
    const statuses: number[] = []
    page.on('response', (response) => void statuses.push(response.status()))
    await page.goto('/session/login/email')
    await page.getByLabel(t('accounts:field.email'), { exact: true }).waitFor()
    builds.add(await page.evaluate(() => document.documentElement.dir))
    // Another version's page, and a module of its own.
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('common:header.home') })
      .click()
    await page.locator('main a[href="/games/en/islandm3/"]').first().click()
    await page.getByRole('heading', { level: 1, name: /./ }).waitFor()
    expect(statuses.filter((status) => status >= 400)).toEqual([])
    expect(tab.requestedUrls.filter((url) => url.endsWith('/session/login/email'))).toHaveLength(1)
    tab.expectNoConsoleErrors()
    await tab.close()
  }
  expect(builds).toEqual(new Set(['', 'auto']))
})
