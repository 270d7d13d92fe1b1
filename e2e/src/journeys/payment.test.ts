/** Paying by the providers that charge roubles, as a player goes through it: to the end, and through what goes wrong. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiPlayer, call, register } from '../environment/api.ts'
import { accessibilityViolations, newVisitor, openBrowser, type Visitor } from '../environment/browser.ts'
import { eventually, startWorld, type World } from '../environment/test-environment.ts'
import { type Language, wordsIn } from '../environment/translator.ts'
import { keepSignedIn } from '../screens/visit.ts'
import { hasFocus } from '../steps/keyboard.ts'
import { decideAtProvider } from '../steps/pay.ts'
import { fillYooKassaCard, yooKassaForm } from '../steps/payment.ts'

let world: World
let browser: Browser
let player: ApiPlayer
let visitor: Visitor
let page: Page
let orderId: string
let words: ReturnType<typeof wordsIn>
let language: Language

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  player = await register(world)
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})
afterEach(() => visitor?.context.close())

type Look = {
  width?: number
  colorScheme?: 'dark' | 'light'
  bypassCSP?: boolean
  before?: (context: BrowserContext) => unknown
}

/** A player with a new order, before the choice of a way to pay. */
async function order(speaks: Language, { before, ...look }: Look = {}): Promise<void> {
  language = speaks
  words = wordsIn(speaks)
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl, language: speaks, ...look })
  page = visitor.page
  await keepSignedIn(page, player)
  await before?.(visitor.context)
  const body = { itemId: 'islandm3-hints' }
  const created = await call<{ id: string }>(world, 'POST', '/payments/create', {
    jwt: player.jwt,
    body,
    language: speaks,
  })
  orderId = created.id
  await page.goto(`/payments/process/${orderId}`)
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = (key: string) => page.getByRole('heading', { name: words(key) })
const summary = () => page.getByRole('region', { name: words('payments:summary') })
const payButton = () => button(new RegExp(`^${words('payments:pay', { price: '' }).trim()}`))
const ways = {
  stripe: 'payments:through.stripe',
  yookassa: 'payments:through.yookassa',
  'yandex-pay': 'payments:through.yandex-pay',
} as const

/** Chooses a way to pay. @returns the price that the button names */
async function choose(provider: keyof typeof ways): Promise<string> {
  await page
    .getByRole('radio', { name: new RegExp(words(ways[provider])) })
    .first()
    .check()
  const price = (await payButton().textContent()) ?? ''
  await payButton().click()
  return price
}

/** Cancels, and says yes to the question. */
async function cancel(): Promise<void> {
  await button(words('payments:cancel.action')).click()
  const question = page.getByRole('dialog', { name: words('payments:cancel.question') })
  await question.getByRole('button', { name: words('payments:cancel.confirm') }).click()
}

async function expectSound(): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
  expect(visitor.complaints).toEqual([])
}

async function statusOf(): Promise<string> {
  const path = `/payments/get/${orderId}`
  return (await call<{ status: string }>(world, 'GET', path, { jwt: player.jwt })).status
}

const decide = (outcome: string, more?: object) => decideAtProvider(world, orderId, outcome, more)

const looks: [Language, Look][] = [
  ['ru', { width: 360, colorScheme: 'dark' }],
  ['en', { width: 1440, colorScheme: 'light' }],
]

describe('YooKassa', () => {
  const form = () => yooKassaForm(page)

  test.each(looks)('takes a second card after the first was declined (%s)', async (speaks, look) => {
    await order(speaks, look)
    const roubles = /99\s₽|₽\s?99/
    expect(await choose('yookassa')).toMatch(roubles)
    await fillYooKassaCard(page, speaks, '5555555555554600')
    expect(await summary().textContent()).toMatch(roubles)
    await form().getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    await expectSound()
    expect(new URL(page.url()).pathname).toBe(`/payments/yookassa/${orderId}`)
    await fillYooKassaCard(page, speaks, '5555555555554444')
    await heading('payments:moment.paid.title').waitFor()
    await expectSound()
    await button(words('payments:moment.ok')).click()
    await page.waitForURL('**/transactions')
    expect(await statusOf()).toBe('paid')
  })

  test('a form that is reloaded goes on with the same payment', async () => {
    await order('en')
    await choose('yookassa')
    await form().getByRole('heading').first().waitFor()
    await page.reload()
    await fillYooKassaCard(page, language, '5555555555554444')
    await heading('payments:moment.paid.title').waitFor()
    await page.goto(`/payments/process/${orderId}`)
    await heading('payments:closed.alreadyPaid.title').waitFor()
    await expectSound()
  })

  test('a form whose time is up decides nothing by itself; another try has a form of its own', async () => {
    await order('ru')
    await choose('yookassa')
    await form().getByRole('heading').first().waitFor()
    await decide('abandon')
    await heading('payments:moment.none.title').waitFor()
    expect(await statusOf()).toBe('none')
    await button(words('payments:moment.again')).click()
    await fillYooKassaCard(page, language, '5555555555554444')
    await heading('payments:moment.paid.title').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a token that expired before its form opened is replaced by another', async () => {
    const renewed = Promise.withResolvers<void>()
    let forms = 0
    await order('en', {
      before: (context) =>
        context.route('**/api/payments/yookassa/create/*', async (route) => {
          const response = await route.fetch()
          forms += 1
          if (forms === 1) {
            // A question that fell between the two would rightly hear that the first payment has ended.
            await context.route('**/api/payments/get/*', async (question) => {
              await renewed.promise
              await question.continue()
            })
            await decide('abandon', { webhook: 'drop' })
          } else renewed.resolve()
          await route.fulfill({ response })
        }),
    })
    await choose('yookassa')
    await fillYooKassaCard(page, language, '5555555555554444')
    await heading('payments:moment.paid.title').waitFor()
    expect(forms).toBe(2)
    expect(visitor.complaints).toEqual([])
  })

  test('a script that does not load says so; it is tried again, or another way is taken', async () => {
    const script = '**/yookassa/checkout-widget.js'
    await order('en', { before: (context) => context.route(script, (route) => route.abort()) })
    await choose('yookassa')
    await page.getByText(words('payments:form.failed.title')).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await button(words('payments:form.another')).click()
    await payButton().waitFor()
    expect(new URL(page.url()).pathname).toBe(`/payments/process/${orderId}`)
    await payButton().click()
    await page.getByText(words('payments:form.failed.title')).waitFor()
    await visitor.context.unroute(script)
    await button(words('common:retry')).click()
    await form().getByRole('heading').first().waitFor()
    expect(visitor.complaints.filter((complaint) => !/ERR_FAILED/.test(complaint))).toEqual([])
  })

  test('cancelled after a question, it is paid another way', async () => {
    await order('en')
    await choose('yookassa')
    await form().getByRole('heading').first().waitFor()
    await cancel()
    await heading('payments:moment.none.title').waitFor()
    expect(await statusOf()).toBe('none')
    await button(words('payments:moment.again')).click()
    await button(words('payments:form.changeLabel')).click()
    await choose('yandex-pay')
    await expectSound()
  })
})

describe('Yandex Pay', () => {
  const press = async (): Promise<Page> => {
    const [opened] = await Promise.all([page.waitForEvent('popup'), payButton().click()])
    await opened.waitForURL('**/yandex-pay/pay*')
    return opened
  }
  const pay = (opened: Page) => opened.getByRole('button', { name: /^(Pay|Оплатить)/ }).click()

  test.each(looks)('is paid in its own window, which closes itself (%s)', async (speaks, look) => {
    await order(speaks, look)
    expect(await choose('yandex-pay')).toMatch(/99\s₽|₽\s?99/)
    await payButton().waitFor()
    await expectSound()
    const opened = await press()
    await page.getByText(words('payments:window.waiting.text')).waitFor()
    await expectSound()
    await Promise.all([opened.waitForEvent('close'), pay(opened)])
    await heading('payments:moment.paid.title').waitFor()
    await expectSound()
    await button(words('payments:moment.ok')).click()
    await page.waitForURL('**/transactions')
  })

  test('a declined payment says so, and the next one pays', async () => {
    await order('ru')
    await choose('yandex-pay')
    const opened = await press()
    await opened.getByRole('button', { name: 'Пусть банк откажет' }).click()
    await heading('payments:moment.fail.title').waitFor()
    expect(await statusOf()).toBe('fail')
    await button(words('payments:moment.again')).click()
    await payButton().waitFor()
    await pay(await press())
    await heading('payments:moment.paid.title').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a closed window counts as none here, and the payment that comes after all is shown', async () => {
    await order('en')
    await choose('yandex-pay')
    const opened = await press()
    await opened.close()
    await page.getByText(words('payments:checking.text')).waitFor()
    await page.getByText(words('payments:moment.abandoned.text')).waitFor()
    await expectSound()
    expect(await statusOf()).toBe('pending')
    await decide('succeed')
    await heading('payments:moment.paid.title').waitFor()
  })

  test('a window closed after the payment is asked about, not believed', async () => {
    await order('en')
    await choose('yandex-pay')
    const opened = await press()
    await decide('succeed', { webhook: 'drop' })
    await opened.close()
    await heading('payments:moment.paid.title').waitFor()
  })

  test('a window that closes after the payment was shown takes the focus from nobody', async () => {
    await order('en')
    await choose('yandex-pay')
    await press()
    await decide('succeed')
    const ok = button(words('payments:moment.ok'))
    await ok.focus()
    await page.getByText(words('payments:checking.text')).waitFor()
    expect(await hasFocus(ok)).toBe(true)
  })

  test('a window that the browser keeps shut becomes a link', async () => {
    await order('ru', {
      before: (context) =>
        context.addInitScript(() => {
          window.open = () => null
        }),
    })
    await choose('yandex-pay')
    await payButton().click()
    const link = page.getByRole('link', { name: words('payments:window.blocked.open') })
    await link.waitFor()
    await expectSound()
    const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await opened.waitForURL('**/yandex-pay/pay*')
    await Promise.all([opened.waitForEvent('close'), pay(opened)])
    await heading('payments:moment.paid.title').waitFor()
  })

  test('cancelled after a question, its page takes no money any more', async () => {
    await order('ru')
    await choose('yandex-pay')
    const opened = await press()
    const address = opened.url()
    await cancel()
    await heading('payments:moment.none.title').waitFor()
    expect(await statusOf()).toBe('none')
    const late = await visitor.context.newPage()
    await late.goto(address)
    await late.waitForURL(`**/payments/process/${orderId}*`)
  })

  test('a page that is reloaded takes its window along', async () => {
    await order('ru')
    await choose('yandex-pay')
    const opened = await press()
    await page.reload()
    await page.getByText(words('payments:window.resumed')).waitFor()
    // Until its page has come anew, the window may still show it as it was.
    await Promise.all([
      opened.waitForEvent('framenavigated', (frame) => frame.url().includes('/yandex-pay/pay')),
      payButton().click(),
    ])
    await page.getByText(words('payments:window.waiting.text')).waitFor()
    await Promise.all([opened.waitForEvent('close'), pay(opened)])
    await heading('payments:moment.paid.title').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a tab that was closed and opened again goes on, and shows the truth', async () => {
    await order('en')
    await choose('yandex-pay')
    const opened = await press()
    await page.close()
    page = await visitor.context.newPage()
    await keepSignedIn(page, player)
    await page.goto(`/payments/process/${orderId}`)
    await page.getByText(words('payments:window.resumed')).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/payments/yandex-pay/${orderId}`)
    await pay(opened)
    await heading('payments:moment.paid.title').waitFor()
  })
})

test('over a running game the item is paid in roubles, and the game has it', async () => {
  // A game greets whoever has bought in it before with what they bought.
  player = await register(world)
  await order('ru')
  await page.goto('/games/ru/islandm3/?play=1')
  const game = page.frameLocator('#game-frame')
  await game.getByRole('button', { name: 'Играть' }).first().click()
  await game.getByRole('button', { name: 'Магазин' }).first().click()
  await game.getByRole('button', { name: /^Купить .*[Пп]одсказ/ }).click()
  await choose('yookassa')
  await fillYooKassaCard(page, language, '5555555555554444')
  await heading('payments:moment.paid.title').waitFor()
  await expectSound()
  await button(words('payments:moment.ok')).click()
  await game.getByRole('heading', { name: /теперь у вас!$/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/games/ru/islandm3/')
})

describe('whoever waits is told how a payment ended', () => {
  const paid = () => ({
    type: 'PAYMENT_RESULT',
    isError: false,
    data: { paymentId: orderId, status: 'paid' },
  })
  const resultOf = (address: string) => JSON.parse(new URL(address).searchParams.get('result') ?? 'null')

  test('a game around the hub, by a message', async () => {
    await order('en', { bypassCSP: true })
    await hostTheHub()
    const hub = page.frameLocator('iframe')
    await hub.getByRole('radio', { name: new RegExp(words(ways['yandex-pay'])) }).check()
    await hub.getByRole('button', { name: /^Pay / }).click()
    await hub.getByText(words('payments:window.lead')).waitFor()
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      hub.getByRole('button', { name: /^Pay / }).click(),
    ])
    await opened.waitForURL('**/yandex-pay/pay*')
    await Promise.all([opened.waitForEvent('close'), opened.getByRole('button', { name: /^Pay/ }).click()])
    await hub.getByRole('button', { name: words('payments:moment.ok') }).click()
    const told = await page.waitForFunction(() => (window as unknown as { told?: unknown }).told)
    expect(await told.jsonValue()).toMatchObject(paid())
    expect(visitor.complaints).toEqual([])
  })

  test('an app, by the address; its one page goes to Yandex Pay and comes back', async () => {
    await order('ru')
    await page.goto(`/payments/process/${orderId}/mobile/ru`)
    await choose('yandex-pay')
    await page.getByText(words('payments:window.lead')).waitFor()
    await payButton().click()
    await page.waitForURL('**/yandex-pay/pay*')
    await page.getByRole('button', { name: /^Оплатить/ }).click()
    await heading('payments:moment.paid.title').waitFor()
    await button(words('payments:moment.ok')).click()
    await page.waitForURL('**/payments/done?result=*')
    expect(resultOf(page.url())).toMatchObject(paid())
  })

  test('the site of a project that asks for redirects, by the way back', async () => {
    await order('en', { before: (context) => sendBackBy(context, 'redirect') })
    await page.goto(`/payments/yookassa/${orderId}?session=a-session`)
    await fillYooKassaCard(page, language, '5555555555554444')
    await heading('payments:moment.paid.title').waitFor()
    await button(words('payments:moment.ok')).click()
    await page.waitForURL(`${world.gamesUrl}/payments/done?result=*`)
    expect(resultOf(page.url())).toMatchObject(paid())
  })

  /** A page of the games' origin, with the hub in a frame and an ear for what it tells. */
  async function hostTheHub(): Promise<void> {
    await page.goto(`${world.gamesUrl}/`)
    const query = new URLSearchParams({ jwt: player.jwt, locale: 'en' })
    await page.evaluate((address) => {
      addEventListener('message', ({ data }) => {
        if (data?.type === 'PAYMENT_RESULT') Object.assign(window, { told: data })
      })
      const frame = Object.assign(document.createElement('iframe'), { title: 'Playhub', src: address })
      Object.assign(frame.style, { width: '900px', height: '900px' })
      document.body.replaceChildren(frame)
    }, `${world.hubUrl}/payments/process/${orderId}?${query}`)
  }

  /** The projects as an operator would have them who wants players sent back. */
  async function sendBackBy(context: BrowserContext, authType: string): Promise<void> {
    await context.route('**/api/control/get-initial-config', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: { result: { projects: object[] } } }
      const projects = data.result.projects.map((one) => ({ ...one, authType, host: world.gamesUrl }))
      await route.fulfill({ response, json: { data: { result: { ...data.result, projects } } } })
    })
    await context.route(`${world.gamesUrl}/payments/done?*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>The site</title>' }),
    )
  }
})

describe('a payment that does not open', () => {
  const refuse = (code: string) => (context: BrowserContext) =>
    context.route(/\/api\/payments\/(yandex-pay|stripe)\/create/, (route) =>
      route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify({ code }) }),
    )
  const toast = (code: string) => page.getByText(words(`errors:toast.${code}`)).first()

  test.each(['PAYMENTS_METHODS_NOT_EXIST', 'PAYMENTS_PROVIDER_DATA_NOT_EXIST'])(
    'says so by its own toast: %s',
    async (code) => {
      await order('ru', { before: refuse(code) })
      await choose('yandex-pay')
      await page.getByText(words('payments:window.lead')).waitFor()
      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        toast(code).waitFor(),
        payButton().click(),
      ])
      expect(opened.isClosed()).toBe(true)
      await payButton().waitFor()
    },
  )

  test('says so by its own toast: CREATE_PAYMENT_STRIPE_ERROR', async () => {
    await order('en', { before: refuse('CREATE_PAYMENT_STRIPE_ERROR') })
    await Promise.all([toast('CREATE_PAYMENT_STRIPE_ERROR').waitFor(), choose('stripe')])
    await page.getByText(words('payments:form.failed.title')).waitFor()
  })
})

test('a receipt is waited for and opened; one that cannot be had says so by its own toast', async () => {
  player = await register(world)
  await order('ru')
  await choose('yookassa')
  await yooKassaForm(page).getByRole('heading').first().waitFor()
  await decide('succeed')
  await heading('payments:moment.paid.title').waitFor()
  const answers: object[] = [{ status: 500, body: '' }, { json: { data: { result: null } } }]
  const hasWaited = Promise.withResolvers<void>()
  await visitor.context.route('**/api/user/get-receipt-link?*', async (route) => {
    const answer = answers.shift()
    if (answer) return route.fulfill(answer)
    await hasWaited.promise
    return route.continue()
  })
  await page.goto('/transactions')
  await button(/\d{4}-\d{2}-\d{2}/).click()
  await Promise.all([
    page.getByText(words('errors:toast.GET_RECEIPT_LINK_ERROR')).first().waitFor(),
    button(words('payments:history.receipt')).click(),
  ])
  await button(words('payments:history.receipt')).click()
  await page.getByText(words('payments:receipt.wait')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  hasWaited.resolve()
  const link = page.getByRole('link', { name: words('payments:receipt.open') })
  await link.waitFor()
  const receipt = await fetch(new URL((await link.getAttribute('href')) ?? '', world.hubUrl))
  expect(receipt.headers.get('content-type')).toBe('application/pdf')
})

describe('switching', () => {
  test('from a YooKassa form to Yandex Pay and to a card: the last way pays, in its currency', async () => {
    await order('en')
    await choose('yookassa')
    await yooKassaForm(page).getByRole('heading').first().waitFor()
    await button(words('payments:form.changeLabel')).click()
    await choose('yandex-pay')
    const [opened] = await Promise.all([page.waitForEvent('popup'), payButton().click()])
    await opened.waitForURL('**/yandex-pay/pay*')
    await Promise.all([opened.waitForEvent('close'), button(words('payments:form.another')).click()])
    expect(await choose('stripe')).toMatch(/\$/)
    await page.frameLocator('iframe[title="Secure card form"]').getByLabel('Card number').waitFor()
    type Payments = { provider: string; status: string; hubPaymentId: string }[]
    const ours = await eventually(async () => {
      const all = (await (await fetch(`${world.sandboxUrl}/control/payments`)).json()) as Payments
      const found = all.filter(({ hubPaymentId }) => hubPaymentId === orderId)
      return found.length === 3 ? found : undefined
    }, 'three payments of one order')
    expect(ours.find(({ provider }) => provider === 'yandex-pay')?.status).toBe('FAILED')
    await decide('succeed')
    await heading('payments:moment.paid.title').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a page of one provider opens its form at once', async () => {
    await order('en')
    await page.goto(`/payments/stripe/${orderId}/web/ru/islandm3`)
    await page.getByRole('heading', { name: wordsIn('ru')('payments:form.title.stripe') }).waitFor()
    await page.frameLocator('iframe[title="Защищённая форма карты"]').getByLabel('Номер карты').waitFor()
    await expectSound()
  })
})
