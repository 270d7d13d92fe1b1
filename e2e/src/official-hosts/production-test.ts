/**
 * Vitest's `test` for journeys on a hub in production mode, under its own Content-Security-Policy. The browser loads
 * the providers' scripts, frames and pages from their real host names, which lead to the sandbox.
 */
import type { BrowserContext } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { openTab } from '../environment/browser.ts'
import type { Language } from '../environment/translator.ts'
import { startHostSite } from '../sites/host-site.ts'
import { startOfficialHosts } from './environment.ts'
import { isKnownHost } from './tls-proxy.ts'

/** @param omitted  Keys this operator has not set. */
export function productionTest(omitted: string[] = []) {
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
      .extend('hosts', { scope: 'file' }, async ({}, { onCleanup }) => {
        const site = await startHostSite()
        const started = await startOfficialHosts(site.url, omitted)
        onCleanup(async () => {
          await started.close()
          await site.close()
        })
        return { ...started, site }
      })
      .extend('browser', { scope: 'file' }, async ({ hosts }, { onCleanup }) => {
        const browser = await hosts.openBrowser()
        onCleanup(() => browser.close())
        return browser
      })
      /** A tab with any policy report, console error or unknown host fails its test. */
      .extend('open', ({ hosts, browser }, { onCleanup }) => {
        const contexts: BrowserContext[] = []
        onCleanup(async () => {
          for (const context of contexts) await context.close()
        })
        return async (language: Language) => {
          const tab = await openTab(browser, { baseUrl: hosts.publicUrl, language })
          contexts.push(tab.context)
          const reports: string[] = []
          await tab.context.exposeFunction('keepReport', (report: string) => reports.push(report))
          await tab.context.addInitScript(() => {
            addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) => {
              const report = `${violatedDirective} blocked ${blockedURI} in ${documentURI}`
              ;(window as unknown as { keepReport(text: string): void }).keepReport(report)
            })
          })
          const expectClean = () => {
            expect(reports).toEqual([])
            tab.expectNoConsoleErrors()
            expect(tab.requestedUrls.filter((url) => !isKnownHost(url))).toEqual([])
          }
          return { ...tab, expectClean }
        }
      })
  )
}
