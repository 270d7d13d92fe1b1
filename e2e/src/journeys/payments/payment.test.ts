/** Paying through the providers that charge roubles: to the end, and through what goes wrong. */
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type ApiPlayer, register, storeLogin } from '../../environment/api.ts'
import {
  accessibilityViolations,
  finishAnimations,
  holdRequests,
  untilClosed,
} from '../../environment/browser.ts'
import { isLong, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { type Language, translator } from '../../environment/translator.ts'
import { hasFocus } from '../../steps/keyboard.ts'
import { methodLabels, type OrderOptions, payInPopup, orderTest as test } from '../../steps/order-test.ts'
import { payInYooKassaForm, stripeForm } from '../../steps/payment.ts'

const looks: [Language, OrderOptions][] = [
  ['ru', { width: 360, colorScheme: 'dark' }],
  ['en', { width: 1440, colorScheme: 'light' }],
]

describe('YooKassa', () => {
  test.for(looks.slice(0, isLong ? 2 : 1))(
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

  test('an expired form leaves the order unpaid; the next try has a new form', async ({ order }) => {
    const { t, page, button, heading, yooKassa, choose, fetchStatus, decide } = await order('ru')
    await choose('yookassa')
    await yooKassa.getByRole('heading').first().waitFor()
    await decide('abandon')
    await heading('payments:result.none.title').waitFor()
    expect(await fetchStatus()).toBe('none')
    await button(t('payments:result.again')).click()
    await payInYooKassaForm(page, 'ru', '5555555555554444')
    await heading('payments:result.paid.title').waitFor()
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
            // A status request between the two would report that the first payment has ended.
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
  test.for(looks.slice(0, isLong ? 2 : 1))(
    'is paid in its popup, which closes itself (%s)',
    async ([language, look], { order }) => {
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
    },
  )

  test('a declined payment shows its result, and the next one pays', async ({ order }) => {
    const { t, button, payButton, heading, openYandexPay, openWindow, fetchStatus } = await order('ru')
    const popup = await openYandexPay()
    await popup.getByRole('button', { name: 'Пусть банк откажет' }).click()
    await heading('payments:result.fail.title').waitFor()
    expect(await fetchStatus()).toBe('fail')
    await button(t('payments:result.again')).click()
    await payButton.waitFor()
    await payInPopup(await openWindow())
    await heading('payments:result.paid.title').waitFor()
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
    const link = page.getByRole('link', { name: t('payments:window.blocked.open') })
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
    const address = popup.url()
    await cancel()
    await heading('payments:result.none.title').waitFor()
    expect(await fetchStatus()).toBe('none')
    const late = await tab.context.newPage()
    // The page leaves at once, which may interrupt a wait for its load.
    await late.goto(address, { waitUntil: 'commit' })
    await late.waitForURL(`**/payments/process/${orderId}*`)
  })

  test('a reloaded page reuses its popup', async ({ order }) => {
    const { t, page, payButton, heading, openYandexPay } = await order('ru')
    const popup = await openYandexPay()
    await page.reload()
    await page.getByText(t('payments:window.resumed')).waitFor()
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
    await reopened.getByText(t('payments:window.resumed')).waitFor()
    expect(new URL(reopened.url()).pathname).toBe(`/payments/yandex-pay/${orderId}`)
    await payInPopup(popup)
    await reopened.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
  })
})

test('over a running game the item is paid in roubles, and the game grants it', async ({
  environment,
  order,
}) => {
  // A game lists earlier purchases at its start, so this player is a new one.
  const { t, page, button, heading, choose, expectNoErrors } = await order('ru', {
    player: await register(environment),
  })
  await page.goto('/games/ru/islandm3/?play=1')
  const game = page.frameLocator('#game-frame')
  await game.getByRole('button', { name: 'Играть' }).first().click()
  await game.getByRole('button', { name: 'Магазин' }).first().click()
  await game.getByRole('button', { name: /^Купить .*[Пп]одсказ/ }).click()
  await choose('yookassa')
  await payInYooKassaForm(page, 'ru', '5555555555554444')
  await heading('payments:result.paid.title').waitFor()
  await expectNoErrors()
  await button(t('payments:result.ok')).click()
  await game.getByRole('heading', { name: /теперь у вас!$/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/games/ru/islandm3/')
})

describe('the result of a payment is reported', () => {
  const paid = (orderId: string) => ({
    type: 'PAYMENT_RESULT',
    isError: false,
    data: { paymentId: orderId, status: 'paid' },
  })
  const parseResult = (address: string) => JSON.parse(new URL(address).searchParams.get('result') ?? 'null')

  test('to a game around the hub, by a message', async ({ environment, order }) => {
    const { t, page, orderId, player } = await order('en', { bypassCSP: true })
    await openHostPage(environment, page, player, orderId)
    const hub = page.frameLocator('iframe')
    await hub.getByRole('radio', { name: new RegExp(t(methodLabels['yandex-pay'])) }).check()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      hub.getByRole('button', { name: /^Pay / }).click(),
    ])
    await popup.waitForURL('**/yandex-pay/pay*')
    await untilClosed(popup, () => popup.getByRole('button', { name: /^Pay/ }).click())
    await hub.getByRole('button', { name: t('payments:result.ok') }).click()
    const result = await page.waitForFunction(() => (window as unknown as { result?: unknown }).result)
    expect(await result.jsonValue()).toMatchObject(paid(orderId))
  })

  test('to an app, in the address; its page goes to Yandex Pay and returns', async ({ order }) => {
    const { t, page, orderId, button, heading, choose } = await order('ru')
    await page.goto(`/payments/process/${orderId}/mobile/ru`)
    await choose('yandex-pay')
    await page.waitForURL('**/yandex-pay/pay*')
    await page.getByRole('button', { name: /^Оплатить/ }).click()
    await heading('payments:result.paid.title').waitFor()
    await button(t('payments:result.ok')).click()
    await page.waitForURL('**/payments/done?result=*')
    expect(parseResult(page.url())).toMatchObject(paid(orderId))
  })

  test('to the site of a project with authType redirect, in the address', async ({ environment, order }) => {
    const { t, page, orderId, button, heading } = await order('en', {
      prepare: (context) => useRedirects(environment, context),
    })
    await page.goto(`/payments/yookassa/${orderId}?session=a-session`)
    await payInYooKassaForm(page, 'en', '5555555555554444')
    await heading('payments:result.paid.title').waitFor()
    await button(t('payments:result.ok')).click()
    await page.waitForURL(`${environment.gamesUrl}/payments/done?result=*`)
    expect(parseResult(page.url())).toMatchObject(paid(orderId))
  })

  /** Opens a page on the games' origin that frames the hub and keeps its result. */
  async function openHostPage(
    environment: TestEnvironment,
    page: Page,
    player: ApiPlayer,
    orderId: string,
  ): Promise<void> {
    await page.goto(`${environment.gamesUrl}/`)
    const query = new URLSearchParams({ jwt: player.jwt, locale: 'en' })
    await page.evaluate((address) => {
      addEventListener('message', ({ data }) => {
        if (data?.type === 'PAYMENT_RESULT') Object.assign(window, { result: data })
      })
      const frame = Object.assign(document.createElement('iframe'), { title: 'Playhub', src: address })
      Object.assign(frame.style, { width: '900px', height: '900px' })
      document.body.replaceChildren(frame)
    }, `${environment.hubUrl}/payments/process/${orderId}?${query}`)
  }

  /** Gives every project `authType: redirect`. */
  async function useRedirects(environment: TestEnvironment, context: BrowserContext): Promise<void> {
    await context.route('**/api/control/get-initial-config', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: { result: { projects: object[] } } }
      const projects = data.result.projects.map((one) => ({
        ...one,
        authType: 'redirect',
        host: environment.gamesUrl,
      }))
      await route.fulfill({ response, json: { data: { result: { ...data.result, projects } } } })
    })
    await context.route(`${environment.gamesUrl}/payments/done?*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>The site</title>' }),
    )
  }
})

describe('a payment that does not open', () => {
  const refuse = (code: string) => (context: BrowserContext) =>
    context.route(/\/api\/payments\/(yandex-pay|stripe)\/create/, (route) =>
      route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify({ code }) }),
    )
  test.for(['PAYMENTS_METHODS_NOT_EXIST', 'PAYMENTS_PROVIDER_DATA_NOT_EXIST'])(
    'shows its own toast: %s',
    async (code, { order }) => {
      const { t, tab, page, payButton, select } = await order('ru', { prepare: refuse(code) })
      tab.allowConsoleErrors(/status of 409/)
      await select('yandex-pay')
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page
          .getByText(t(`errors:toast.${code}`))
          .first()
          .waitFor(),
        payButton.click(),
      ])
      expect(popup.isClosed()).toBe(true)
      await payButton.waitFor()
    },
  )

  test('shows its own toast: CREATE_PAYMENT_STRIPE_ERROR', async ({ order }) => {
    const { t, tab, page, choose } = await order('en', { prepare: refuse('CREATE_PAYMENT_STRIPE_ERROR') })
    tab.allowConsoleErrors(/status of 409/)
    await Promise.all([
      page.getByText(t('errors:toast.CREATE_PAYMENT_STRIPE_ERROR')).first().waitFor(),
      choose('stripe'),
    ])
    await page.getByText(t('payments:form.failed.title')).waitFor()
  })
})

test('a receipt is waited for and opened; one that fails to load shows its own toast', async ({
  environment,
  order,
}) => {
  const { t, tab, page, button, heading, yooKassa, choose, decide } = await order('ru', {
    player: await register(environment),
  })
  await choose('yookassa')
  await yooKassa.getByRole('heading').first().waitFor()
  await decide('succeed')
  await heading('payments:result.paid.title').waitFor()
  tab.allowConsoleErrors(/status of 500/)
  const responses: object[] = [{ status: 500, body: '' }, { json: { data: { result: null } } }]
  const hasWaited = Promise.withResolvers<void>()
  await tab.context.route('**/api/user/get-receipt-link?*', async (route) => {
    const response = responses.shift()
    if (response) return route.fulfill(response)
    await hasWaited.promise
    return route.continue()
  })
  await page.goto('/transactions')
  await button(/\d{4}-\d{2}-\d{2}/).click()
  await Promise.all([
    page.getByText(t('errors:toast.GET_RECEIPT_LINK_ERROR')).first().waitFor(),
    button(t('payments:history.receipt')).click(),
  ])
  await button(t('payments:history.receipt')).click()
  await page.getByText(t('payments:receipt.wait')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  hasWaited.resolve()
  const link = page.getByRole('link', { name: t('payments:receipt.open') })
  await link.waitFor()
  const receipt = await fetch(new URL((await link.getAttribute('href')) ?? '', environment.hubUrl))
  expect(receipt.headers.get('content-type')).toBe('application/pdf')
})

describe('switching methods', () => {
  test('from a YooKassa form to Yandex Pay and to a card: the last method pays, in its currency', async ({
    environment,
    order,
  }) => {
    const { t, page, orderId, button, heading, yooKassa, choose, openYandexPay, decide } = await order('en')
    await choose('yookassa')
    await yooKassa.getByRole('heading').first().waitFor()
    await button(t('payments:form.changeLabel')).click()
    const popup = await openYandexPay()
    await Promise.all([popup.waitForEvent('close'), button(t('payments:form.another')).click()])
    expect(await choose('stripe')).toMatch(/\$/)
    await stripeForm(page, 'en').getByLabel('Card number').waitFor()
    type Payments = { provider: string; status: string; hubPaymentId: string }[]
    const ours = await waitUntil(async () => {
      const all = (await (await fetch(`${environment.sandboxUrl}/control/payments`)).json()) as Payments
      const found = all.filter(({ hubPaymentId }) => hubPaymentId === orderId)
      return found.length === 3 ? found : undefined
    }, 'three payments of one order')
    expect(ours.find(({ provider }) => provider === 'yandex-pay')?.status).toBe('FAILED')
    await decide('succeed')
    await heading('payments:result.paid.title').waitFor()
  })

  test('a page of one provider opens its form at once', async ({ order }) => {
    const { page, orderId, expectNoErrors } = await order('en')
    await page.goto(`/payments/stripe/${orderId}/web/ru/islandm3`)
    await page.getByRole('heading', { name: translator('ru')('payments:form.title.stripe') }).waitFor()
    await stripeForm(page, 'ru').getByLabel('Номер карты').waitFor()
    await expectNoErrors()
  })
})
