/**
 * The payment and sign-in journeys of a hub in production mode, under its own Content-Security-Policy. The browser loads
 * the companies' scripts, frames and pages from host names of theirs, which lead to the sandbox.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { test as base, describe, expect } from 'vitest'
import { call, register, storeLogin } from '../environment/api.ts'
import { openTab } from '../environment/browser.ts'
import { type Language, translator } from '../environment/translator.ts'
import { embedHub, startHostSite } from '../sites/host-site.ts'
import { fillCard, payInYooKassaForm } from '../steps/payment.ts'
import { chooserPath, expectSignedIn, signInBy, socialLogins } from '../steps/sign-in.ts'
import { startOfficialHosts } from './environment.ts'
import { isKnownHost } from './front.ts'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('hosts', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await startHostSite()
    const started = await startOfficialHosts(site.url)
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
  /** A tab that fails its test on any report of the policy, console error or host that no company has. */
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

const t = translator('en')

/** Orders an item and opens its payment page. */
async function order(hosts: { hubUrl: string }, page: Page, jwt: string, provider: string): Promise<void> {
  const body = { itemId: 'islandm3-hints' }
  const { id } = await call<{ id: string }>(hosts, 'POST', '/payments/create', { jwt, body, language: 'en' })
  await page.goto(`/payments/process/${id}`)
  await page
    .getByRole('radio', { name: new RegExp(t(`payments:provider.${provider}`)) })
    .first()
    .check()
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / })

describe('paying', () => {
  test('by Stripe, with a challenge of 3-D Secure', async ({ hosts, open }) => {
    const player = await register(hosts)
    const { page, expectClean } = await open('en')
    await storeLogin(page, player)
    await order(hosts, page, player.jwt, 'stripe')
    await payButton(page).click()
    await fillCard(page, 'en', '4000002500003155')
    await payButton(page).click()
    const challenge = page.frameLocator('iframe[title="Confirm the payment with your bank"]')
    await challenge.locator('#complete').click()
    await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
    expectClean()
  })

  test('by YooKassa', async ({ hosts, open }) => {
    const player = await register(hosts)
    const { page, expectClean } = await open('en')
    await storeLogin(page, player)
    await order(hosts, page, player.jwt, 'yookassa')
    await payButton(page).click()
    await payInYooKassaForm(page, 'en', '5555555555554444')
    await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
    expectClean()
  })

  test('by Yandex Pay', async ({ hosts, open }) => {
    const player = await register(hosts)
    const { page, expectClean } = await open('en')
    await storeLogin(page, player)
    await order(hosts, page, player.jwt, 'yandex-pay')
    await payButton(page).click()
    const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()])
    await popup.waitForURL('https://pay.ya.ru/**')
    await popup.getByRole('button', { name: /^(Pay|Оплатить)/ }).click()
    await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
    expectClean()
  })
})

test.for(socialLogins)('signing in by $method', async ({ method, language, person }, { open }) => {
  const { page, expectClean } = await open(language)
  await page.goto(chooserPath)
  await signInBy(page, method, language, person)
  await expectSignedIn(page, language, method)
  expectClean()
})

describe('a framed hub', () => {
  const paymentPage = '/payments/process/unknown'

  test('may offer wallets where the frame of the game allows payments', async ({ hosts, open }) => {
    const { page } = await open('en')
    const mayPay = async (allow: string) => {
      await page.goto(hosts.site.url)
      const hub = await embedHub(page, hosts.publicUrl + paymentPage, allow)
      await hub.getByRole('heading').first().waitFor()
      return hub.evaluate(() => {
        const { featurePolicy } = document as unknown as {
          featurePolicy: { allowsFeature(name: string): boolean }
        }
        return featurePolicy.allowsFeature('payment')
      })
    }
    expect(await mayPay('payment *')).toBe(true)
    expect(await mayPay('')).toBe(false)
  })

  test('is shown on the sites of the projects only', async ({ hosts, open }) => {
    const { page, consoleErrors } = await open('en')
    await page.goto(hosts.site.unlistedUrl)
    await embedHub(page, hosts.publicUrl + paymentPage)
    await expect.poll(() => consoleErrors.join()).toMatch(/frame-ancestors/)
  })
})
