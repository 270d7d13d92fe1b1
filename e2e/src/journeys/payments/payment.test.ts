/** Paying over a game, reported results, receipts, and switching methods. */
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type ApiPlayer, register } from '../../environment/api.ts'
import { accessibilityViolations, untilClosed } from '../../environment/browser.ts'
import { type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { translator } from '../../environment/translator.ts'
import { orderTest as test } from '../../steps/order-test.ts'
import { payInYooKassaForm, stripeForm } from '../../steps/payment.ts'

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
  const parseResult = (url: string) => JSON.parse(new URL(url).searchParams.get('result') ?? 'null')

  test('to a game around the hub, by a message', async ({ environment, order }) => {
    const { t, page, orderId, player } = await order('en', { bypassCSP: true })
    await openHostPage(environment, page, player, orderId)
    const hub = page.frameLocator('iframe')
    await hub.getByRole('radio', { name: new RegExp(t('payments:provider.yandex-pay')) }).check()
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

  /** Opens a page on the games' origin, which frames the hub and keeps its result. */
  async function openHostPage(
    environment: TestEnvironment,
    page: Page,
    player: ApiPlayer,
    orderId: string,
  ): Promise<void> {
    await page.goto(`${environment.gamesUrl}/`)
    const query = new URLSearchParams({ jwt: player.jwt, locale: 'en' })
    await page.evaluate((url) => {
      addEventListener('message', ({ data }) => {
        if (data?.type === 'PAYMENT_RESULT') Object.assign(window, { result: data })
      })
      const frame = Object.assign(document.createElement('iframe'), { title: 'Playhub', src: url })
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
