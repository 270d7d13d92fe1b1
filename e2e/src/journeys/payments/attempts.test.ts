/** Every provider by the same steps: an untouched payment, one ending unpaid, and the next one. */
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { holdRequests } from '../../environment/browser.ts'
import { isLong } from '../../environment/environment.ts'
import type { Language } from '../../environment/translator.ts'
import { type OpenOrder, payInPopup, orderTest as test } from '../../steps/order-test.ts'
import { fillCard, payInYooKassaForm, stripeForm, yooKassaForm } from '../../steps/payment.ts'

type Steps = {
  provider: PaymentProvider
  languages: Language[]
  /** Waits until the form is ready for a payment. */
  waitForForm(order: OpenOrder, language: Language): Promise<unknown>
  /** Opens an attempt, where the form has not done so. */
  open(order: OpenOrder): Promise<unknown>
  pay(order: OpenOrder, language: Language): Promise<unknown>
  /** The bank's refusal ends the attempt, or only the try with this card. */
  declined: 'attempt' | 'card'
}

const providers: Steps[] = [
  {
    provider: 'stripe',
    languages: ['en', 'ru'],
    waitForForm: ({ page }, language) => stripeForm(page, language).locator('input').first().waitFor(),
    open: async () => undefined,
    async pay({ page, payButton }, language) {
      await fillCard(page, language, '4242424242424242')
      await payButton.click()
    },
    declined: 'card',
  },
  {
    provider: 'yookassa',
    languages: ['ru', 'en'],
    waitForForm: ({ page }) => yooKassaForm(page).getByRole('heading').first().waitFor(),
    open: async () => undefined,
    pay: ({ page }, language) => payInYooKassaForm(page, language, '5555555555554444'),
    declined: 'attempt',
  },
  {
    provider: 'yandex-pay',
    languages: ['ru', 'en'],
    waitForForm: ({ payButton }) => payButton.waitFor(),
    open: ({ openWindow }) => openWindow(),
    pay: async ({ openWindow }) => payInPopup(await openWindow()),
    declined: 'attempt',
  },
]

/** Moves the page's clock past some polls. A response to a later request proves theirs have arrived. */
async function letTimePass(page: Page): Promise<void> {
  for (let polls = 0; polls < 3; polls += 1) {
    await page.clock.fastForward(5_000)
    await page.evaluate(async () => (await fetch(location.href)).text())
  }
}

describe.each(providers)('$provider', ({ provider, languages, waitForForm, open, pay, declined }) => {
  describe.each(isLong ? languages : languages.slice(0, 1))('in %s', (language) => {
    test('its own route shows the form of a payment that nobody has started, and after each that ends unpaid, until one is paid', async ({
      order,
    }) => {
      const opened = await order(language)
      const { t, page, orderId, button, heading, dialog, decide, fetchStatus } = opened
      const expectForm = async () => {
        await waitForForm(opened, language)
        await letTimePass(page)
        expect(await dialog.count()).toBe(0)
      }
      await page.clock.install()
      await page.goto(`/payments/${provider}/${orderId}`)
      await expectForm()
      await open(opened)
      await decide('abandon')
      await dialog.getByText(t('payments:result.expired.text')).waitFor()
      expect(await fetchStatus()).toBe('none')
      await button(t('payments:result.again')).click()
      await expectForm()
      for (let tries = 0; tries < 2; tries += 1) {
        await open(opened)
        await decide('decline')
        if (declined === 'attempt') {
          await dialog.getByText(t('payments:result.fail.text')).waitFor()
          await button(t('payments:result.again')).click()
        }
        await expectForm()
      }
      await pay(opened, language)
      await heading('payments:result.paid.title').waitFor()
    })

    test('an order whose payment has expired elsewhere opens as a new one', async ({ order }) => {
      const opened = await order(language)
      const { page, orderId, heading, dialog, decide, fetchStatus } = opened
      await page.goto(`/payments/${provider}/${orderId}`)
      await waitForForm(opened, language)
      await open(opened)
      await page.goto('/')
      // The next payment would reuse Yandex Pay's window.
      const windows = page.context().pages()
      await Promise.all(windows.map((window) => (window === page ? undefined : window.close())))
      await decide('abandon')
      await expect.poll(fetchStatus).toBe('none')
      await page.clock.install()
      await page.goto(`/payments/${provider}/${orderId}`)
      await waitForForm(opened, language)
      await letTimePass(page)
      expect(await dialog.count()).toBe(0)
      await pay(opened, language)
      await heading('payments:result.paid.title').waitFor()
    })
  })
})

describe.each([
  { provider: 'stripe', create: /\/api\/payments\/stripe\/create\// },
  { provider: 'yookassa', create: /\/api\/payments\/yookassa\/create\// },
  { provider: 'yandex-pay', create: /\/api\/payments\/yandex-pay\/create$/ },
] as const)('a payment by $provider', ({ provider, create }) => {
  test('that is cancelled while its call is on the way is not opened, and can be paid later', async ({
    order,
  }) => {
    const opened = await order('en', {
      prepare: (context) => context.route('**/yandex-pay/pay?*', () => undefined),
    })
    const { t, tab, page, button, heading, dialog, choose, cancel, fetchStatus } = opened
    tab.allowConsoleErrors(/status of 409/)
    const creation = await holdRequests(page, create)
    await choose(provider)
    await creation.isSent
    await cancel()
    await heading('payments:result.none.title').waitFor()
    const [response] = await Promise.all([page.waitForResponse(create), creation.release()])
    expect(response.status()).toBe(409)
    expect(await fetchStatus()).toBe('none')
    expect(await dialog.count()).toBe(1)
    expect(await page.getByText(t('errors:toast.CREATE_PAYMENT_STRIPE_ERROR')).count()).toBe(0)
    await page.unroute(create)
    const reopened = page.waitForResponse(create)
    await button(t('payments:result.again')).click()
    if (provider === 'yandex-pay') await opened.payButton.click()
    expect((await reopened).status()).toBe(200)
    expect(await fetchStatus()).toBe('pending')
  })
})

test('a form that reports its end after "Try again" does not bring the last result back', async ({
  order,
}) => {
  const { t, page, orderId, button, heading, dialog, decide, yooKassa } = await order('ru')
  await page.clock.install()
  await page.goto(`/payments/yookassa/${orderId}`)
  await yooKassa.getByRole('heading').first().waitFor()
  const report = await holdRequests(page, /\/yookassa\/modal-close\//)
  const opening = await holdRequests(page, /\/yookassa\/create\//)
  await decide('decline')
  await report.isSent
  await dialog.getByText(t('payments:result.fail.text')).waitFor()
  await button(t('payments:result.again')).click()
  await opening.isSent
  await dialog.waitFor({ state: 'detached' })
  await Promise.all([page.waitForResponse(/modal-close/), report.release()])
  await letTimePass(page)
  expect(await dialog.count()).toBe(0)
  opening.release()
  await payInYooKassaForm(page, 'ru', '5555555555554444')
  await heading('payments:result.paid.title').waitFor()
})

/** Stripe answers a confirmation when the test says so. The emulator's ends with its form. */
const holdConfirmation = (context: BrowserContext) =>
  context.addInitScript(() => {
    let original: ((...given: unknown[]) => object) | undefined
    const confirmPayment = () =>
      new Promise((resolve) => {
        Object.assign(window, { endConfirmation: resolve })
      })
    Object.defineProperty(window, 'Stripe', {
      configurable: true,
      get: () =>
        original &&
        new Proxy(original, {
          apply: (create, self, given) =>
            Object.assign(Reflect.apply(create, self, given), { confirmPayment }),
        }),
      set: (given) => {
        original = given
      },
    })
  })

test('what Stripe reports after its form is gone changes nothing on the next one, until the order is paid', async ({
  order,
}) => {
  const opened = await order('en', { prepare: holdConfirmation })
  const { t, page, button, heading, dialog, choose, cancel, payButton, decide } = opened
  const respondWith = (status: string) =>
    page.evaluate((status) => {
      const { endConfirmation } = window as unknown as { endConfirmation(outcome: object): void }
      endConfirmation({ paymentIntent: { status } })
    }, status)
  await choose('stripe')
  await fillCard(page, 'en', '4242424242424242')
  await payButton.click()
  await page.waitForFunction(() => 'endConfirmation' in window)
  await cancel()
  await heading('payments:result.none.title').waitFor()
  const opening = await holdRequests(page, /\/stripe\/create\//)
  await button(t('payments:result.again')).click()
  await opening.isSent
  await dialog.waitFor({ state: 'detached' })
  await Promise.all([page.waitForResponse(/\/payments\/get\//), respondWith('processing')])
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await dialog.count()).toBe(0)
  opening.release()
  await stripeForm(page, 'en').locator('input').first().waitFor()
  await decide('succeed')
  await heading('payments:result.paid.title').waitFor()
})

test('a Yandex Pay page that cuts its window off is waited for, and pays', async ({ order }) => {
  const { t, heading, dialog, openYandexPay } = await order('en', {
    prepare: (context) =>
      context.route('**/yandex-pay/pay?*', async (route) => {
        const response = await route.fetch()
        const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' }
        await route.fulfill({ response, headers })
      }),
  })
  const popup = await openYandexPay()
  await dialog.getByText(t('payments:result.abandoned.text')).waitFor()
  expect(popup.isClosed()).toBe(false)
  await payInPopup(popup)
  await heading('payments:result.paid.title').waitFor()
})
