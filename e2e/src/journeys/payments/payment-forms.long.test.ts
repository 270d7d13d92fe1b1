/** The forms of providers charging roubles: reloaded, expired, blocked, cancelled and declined. */
import { describe, expect } from 'vitest'
import { storeLogin } from '../../environment/api.ts'
import {
  accessibilityViolations,
  finishAnimations,
  holdRequests,
  untilClosed,
} from '../../environment/browser.ts'
import type { Language } from '../../environment/translator.ts'
import { hasFocus } from '../../steps/keyboard.ts'
import { type OrderOptions, payInPopup, orderTest as test } from '../../steps/order-test.ts'
import { payInYooKassaForm } from '../../steps/payment.ts'

const looks: [Language, OrderOptions][] = [
  ['ru', { width: 360, colorScheme: 'dark' }],
  ['en', { width: 1440, colorScheme: 'light' }],
]

describe('YooKassa', () => {
  test.for(looks)(
    'takes a second card after the first was declined (%s)',
    async ([language, look], { order }) => {
      const { t, page, orderId, button, heading, summary, yooKassa, choose, expectNoErrors, fetchStatus } =
        await order(language, look)
      const roubles = /99\s₽|₽\s?99/
      expect(await choose('yookassa')).toMatch(roubles)
      await payInYooKassaForm(page, language, '5555555555554600')
      expect(await summary.textContent()).toMatch(roubles)
      await yooKassa.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
      await expectNoErrors()
      expect(new URL(page.url()).pathname).toBe(`/payments/yookassa/${orderId}`)
      await payInYooKassaForm(page, language, '5555555555554444')
      await heading('payments:result.paid.title').waitFor()
      await expectNoErrors()
      await button(t('payments:result.ok')).click()
      await page.waitForURL('**/transactions')
      expect(await fetchStatus()).toBe('paid')
    },
  )

  test('a reloaded form continues the same payment', async ({ order }) => {
    const { page, orderId, heading, yooKassa, choose, expectNoErrors } = await order('en')
    await choose('yookassa')
    await yooKassa.getByRole('heading').first().waitFor()
    await page.reload()
    await payInYooKassaForm(page, 'en', '5555555555554444')
    await heading('payments:result.paid.title').waitFor()
    await page.goto(`/payments/process/${orderId}`)
    await heading('payments:unavailable.alreadyPaid.title').waitFor()
    await expectNoErrors()
  })

  test('a token that expired before its form opened is replaced', async ({ order }) => {
    const renewed = Promise.withResolvers<void>()
    let forms = 0
    const { page, heading, choose, decide } = await order('en', {
      prepare: (context) =>
        context.route('**/api/payments/yookassa/create/*', async (route) => {
          const response = await route.fetch()
          forms += 1
          if (forms === 1) {
            // A status request between the two would report the first payment's end.
            await context.route('**/api/payments/get/*', async (status) => {
              await renewed.promise
              await status.continue()
            })
            await decide('abandon', { webhook: 'drop' })
          } else renewed.resolve()
          await route.fulfill({ response })
        }),
    })
    await choose('yookassa')
    await payInYooKassaForm(page, 'en', '5555555555554444')
    await heading('payments:result.paid.title').waitFor()
    expect(forms).toBe(2)
  })

  test('a script that fails to load shows an error; it can be retried, or another method chosen', async ({
    order,
  }) => {
    const script = '**/yookassa/checkout-widget.js'
    const { t, tab, page, orderId, button, payButton, yooKassa, choose } = await order('en', {
      prepare: (context) => context.route(script, (route) => route.abort()),
    })
    await choose('yookassa')
    await page.getByText(t('payments:form.failed.title')).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await button(t('payments:form.another')).click()
    await payButton.waitFor()
    expect(new URL(page.url()).pathname).toBe(`/payments/process/${orderId}`)
    await payButton.click()
    await page.getByText(t('payments:form.failed.title')).waitFor()
    await tab.context.unroute(script)
    await button(t('common:retry')).click()
    await yooKassa.getByRole('heading').first().waitFor()
    tab.allowConsoleErrors(/ERR_FAILED/)
  })

  test('a payment that is cancelled before its form has loaded is not opened', async ({ order }) => {
    const { tab, page, heading, choose, cancel, fetchStatus } = await order('en')
    const form = await holdRequests(page, /\/yookassa-form[^/]*\.js$/)
    const cancellation = await holdRequests(page, /\/api\/payments\/cancel$/)
    await choose('yookassa')
    await form.isSent
    await cancel()
    await cancellation.isSent
    const loaded = page.waitForResponse(/\/yookassa-form[^/]*\.js$/)
    form.release()
    await (await loaded).finished()
    await finishAnimations(page)
    cancellation.release()
    await heading('payments:result.none.title').waitFor()
    expect(tab.requestedUrls.filter((url) => url.includes('/payments/yookassa/create'))).toEqual([])
    expect(await fetchStatus()).toBe('none')
  })

  test('a cancelled payment can be paid by another method', async ({ order }) => {
    const { t, button, heading, yooKassa, choose, cancel, expectNoErrors, fetchStatus } = await order('en')
    await choose('yookassa')
    await yooKassa.getByRole('heading').first().waitFor()
    await cancel()
    await heading('payments:result.none.title').waitFor()
    expect(await fetchStatus()).toBe('none')
    await button(t('payments:result.again')).click()
    await button(t('payments:form.changeLabel')).click()
    await choose('yandex-pay')
    await expectNoErrors()
  })
})

describe('Yandex Pay', () => {
  test.for(looks)('is paid in its popup, which closes itself (%s)', async ([language, look], { order }) => {
    const { t, page, button, payButton, heading, select, openWindow, expectNoErrors } = await order(
      language,
      look,
    )
    await select('yandex-pay')
    expect(await payButton.textContent()).toMatch(/99\s₽|₽\s?99/)
    const popup = await openWindow()
    await page.getByText(t('payments:window.waiting.text')).waitFor()
    await expectNoErrors()
    await untilClosed(popup, () => payInPopup(popup))
    await heading('payments:result.paid.title').waitFor()
    await expectNoErrors()
    await button(t('payments:result.ok')).click()
    await page.waitForURL('**/transactions')
  })

  test('a closed popup counts as abandoned, and a payment that arrives later is shown', async ({ order }) => {
    const { t, page, heading, openYandexPay, expectNoErrors, fetchStatus, decide } = await order('en')
    const popup = await openYandexPay()
    await popup.close()
    await page.getByText(t('payments:checking.text')).waitFor()
    await page.getByText(t('payments:result.abandoned.text')).waitFor()
    await expectNoErrors()
    expect(await fetchStatus()).toBe('pending')
    await decide('succeed')
    await heading('payments:result.paid.title').waitFor()
  })

  test('after the popup has closed, the provider is checked', async ({ order }) => {
    const { heading, openYandexPay, decide } = await order('en')
    const popup = await openYandexPay()
    await decide('succeed', { webhook: 'drop' })
    await popup.close()
    await heading('payments:result.paid.title').waitFor()
  })

  test('a popup that closes after the result was shown does not move the focus', async ({ order }) => {
    const { t, page, button, openYandexPay, decide } = await order('en')
    await openYandexPay()
    await decide('succeed')
    const ok = button(t('payments:result.ok'))
    await ok.focus()
    await page.getByText(t('payments:checking.text')).waitFor()
    expect(await hasFocus(ok)).toBe(true)
  })

  test('a blocked popup is replaced by a link', async ({ order }) => {
    const { t, page, heading, choose, expectNoErrors } = await order('ru', {
      prepare: (context) =>
        context.addInitScript(() => {
          window.open = () => null
        }),
    })
    await choose('yandex-pay')
    const link = page.getByRole('link', {
      name: t('payments:window.blocked.open', { provider: t('payments:provider.yandex-pay') }),
    })
    await link.waitFor()
    await expectNoErrors()
    const [popup] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await popup.waitForURL('**/yandex-pay/pay*')
    await untilClosed(popup, () => payInPopup(popup))
    await heading('payments:result.paid.title').waitFor()
  })

  test('after a cancellation its page takes no payment', async ({ order }) => {
    const { tab, orderId, heading, openYandexPay, cancel, fetchStatus } = await order('ru')
    const popup = await openYandexPay()
    const url = popup.url()
    await cancel()
    await heading('payments:result.none.title').waitFor()
    expect(await fetchStatus()).toBe('none')
    const late = await tab.context.newPage()
    // The page leaves at once, which may interrupt a wait for its load.
    await late.goto(url, { waitUntil: 'commit' })
    await late.waitForURL(`**/payments/process/${orderId}*`)
  })

  test('a reloaded page reuses its popup', async ({ order }) => {
    const { t, page, payButton, heading, openYandexPay } = await order('ru')
    const popup = await openYandexPay()
    await page.reload()
    await page
      .getByText(t('payments:window.resumed', { provider: t('payments:provider.yandex-pay') }))
      .waitFor()
    // The popup may show the old page until it has navigated.
    await Promise.all([
      popup.waitForEvent('framenavigated', (frame) => frame.url().includes('/yandex-pay/pay')),
      payButton.click(),
    ])
    await page.getByText(t('payments:window.waiting.text')).waitFor()
    await untilClosed(popup, () => payInPopup(popup))
    await heading('payments:result.paid.title').waitFor()
  })

  test('a page that was closed and opened again continues and shows the result', async ({ order }) => {
    const { t, tab, page, orderId, player, openYandexPay } = await order('en')
    const popup = await openYandexPay()
    await page.close()
    const reopened = await tab.context.newPage()
    await storeLogin(reopened, player)
    await reopened.goto(`/payments/process/${orderId}`)
    await reopened
      .getByText(t('payments:window.resumed', { provider: t('payments:provider.yandex-pay') }))
      .waitFor()
    expect(new URL(reopened.url()).pathname).toBe(`/payments/yandex-pay/${orderId}`)
    await payInPopup(popup)
    await reopened.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
  })
})
