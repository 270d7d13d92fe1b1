/** Payment and login journeys on a hub in production mode. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createOrder, register, storeLogin } from '../environment/api.ts'
import { translator } from '../environment/translator.ts'
import { embedHub } from '../sites/host-site.ts'
import { chooserPath, expectLoggedIn, loginBy, socialLogins } from '../steps/login.ts'
import { fillCard, payInYooKassaForm } from '../steps/payment.ts'
import { productionTest } from './production-test.ts'

const test = productionTest()
const t = translator('en')

/** Orders an item and opens its payment page. */
async function order(hosts: { hubUrl: string }, page: Page, jwt: string, provider: string): Promise<void> {
  await page.goto(`/payments/process/${await createOrder(hosts, jwt, { language: 'en' })}`)
  await page
    .getByRole('radio', { name: new RegExp(t(`payments:provider.${provider}`)) })
    .first()
    .check()
}

/** Hosts for Stripe.js, its frames, 3-D Secure and Link. */
const stripeHosts = [
  'js.stripe.com',
  'm-outer.js.stripe.com',
  'hooks.stripe.com',
  'link.com',
  'checkout.link.com',
  'assets.link.com',
]

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / })

describe('paying', () => {
  test('by Stripe, with a challenge of 3-D Secure', async ({ hosts, open }) => {
    const player = await register(hosts)
    const { page, requestedUrls, expectClean } = await open('en')
    await storeLogin(page, player)
    await order(hosts, page, player.jwt, 'stripe')
    await payButton(page).click()
    const link = page.frameLocator('iframe[title="Link"]')
    await link.getByText('The sandbox has no Link accounts.').waitFor({ state: 'attached' })
    await fillCard(page, 'en', '4000002500003155')
    await payButton(page).click()
    const challenge = page.frameLocator('iframe[title="Confirm the payment with your bank"]')
    await challenge.locator('#complete').click()
    await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
    const requested = new Set(requestedUrls.map((url) => new URL(url).hostname))
    for (const host of stripeHosts) expect(requested).toContain(host)
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
    const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()])
    await popup.waitForURL('https://pay.ya.ru/**')
    await popup.getByRole('button', { name: /^(Pay|Оплатить)/ }).click()
    await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
    expectClean()
  })
})

test.for(socialLogins)('logging in by $method', async ({ method, language, person }, { open }) => {
  const { page, expectClean } = await open(language)
  await page.goto(chooserPath)
  await loginBy(page, method, language, person)
  await expectLoggedIn(page, language, method)
  expectClean()
})

describe('a framed hub', () => {
  const paymentPage = '/payments/process/unknown?project=islandm3'

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
