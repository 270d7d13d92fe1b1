import type { Page } from 'playwright-core'
import { call, createOrder } from '../../environment/api.ts'
import { fillCard, yooKassaForm } from '../../steps/payment.ts'
import type { StepContext } from '../screen.ts'

const emailField = ({ page, t }: StepContext) => page.getByLabel(t('payments:email.label'))
const payButton = ({ page, t }: StepContext) =>
  page.getByRole('button', { name: new RegExp(`^${t('payments:pay', { price: '.+' })}`) })
const rows = ({ page }: StepContext) => page.getByRole('button', { name: /\d{4}-\d{2}-\d{2}/ })

async function newOrder({ environment, player, language }: StepContext): Promise<string> {
  const id = await createOrder(environment, player?.jwt, { itemId: 'islandm3-chest', language })
  return `/payments/process/${id}`
}

async function paidOrder({ environment, player }: StepContext): Promise<string> {
  type Payments = { data: { result: { uuid: string; status: string }[] } }
  const { data } = await call<Payments>(environment, 'GET', '/payments/get-user-payments', {
    jwt: player?.jwt,
  })
  return `/payments/process/${data.result.find(({ status }) => status === 'paid')?.uuid}`
}

/** Dates the demo player's orders, because their months depend on the day. */
async function datedHistory({ page }: StepContext): Promise<string> {
  type History = { data: { result: { createTs: number; explanation?: string }[] } }
  await page.route('**/api/payments/get-user-payments*', async (route) => {
    const response = await route.fetch()
    const { data }: History = await response.json()
    const result = data.result.map((row, index) => ({
      ...row,
      createTs: new Date(2030, index < 6 ? 2 : 1, 12).getTime(),
      explanation: row.explanation?.replace(/\d{1,2} \S+, \d\d:\d\d/g, '12.03, 12:00'),
    }))
    await route.fulfill({ response, json: { data: { result } } })
  })
  return '/transactions'
}

const waitForChoice = (ctx: StepContext) => emailField(ctx).waitFor()

async function askToCancel(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await waitForChoice(ctx)
  await page
    .getByRole('button', { name: t('payments:cancel.action') })
    .first()
    .click()
  await page.getByRole('button', { name: t('payments:cancel.stay') }).waitFor()
}

/** Another tab has signed the player out. */
async function payWithoutLogin(ctx: StepContext): Promise<void> {
  await waitForChoice(ctx)
  await ctx.page.evaluate(() => localStorage.clear())
  await payButton(ctx).click()
  await ctx.page.getByRole('heading', { name: ctx.t('payments:signedOut.title') }).waitFor()
}

async function openCardForm(ctx: StepContext, number = '4242424242424242'): Promise<void> {
  await choose(ctx, 'payments:provider.stripe')
  await fillCard(ctx.page, ctx.language, number)
}

async function pay(ctx: StepContext): Promise<void> {
  await openCardForm(ctx)
  await payButton(ctx).click()
  await ctx.page.getByRole('heading', { name: ctx.t('payments:result.paid.title') }).waitFor()
}

async function choose(ctx: StepContext, provider: string): Promise<void> {
  await waitForChoice(ctx)
  await ctx.page
    .getByRole('radio', { name: new RegExp(ctx.t(provider)) })
    .first()
    .check()
  await payButton(ctx).click()
}

async function openYooKassaForm(ctx: StepContext): Promise<void> {
  await choose(ctx, 'payments:provider.yookassa')
  await yooKassaForm(ctx.page).getByRole('heading').first().waitFor()
}

async function failYooKassaForm(ctx: StepContext): Promise<void> {
  await ctx.page.route('**/yookassa/checkout-widget.js', (route) => route.abort())
  await choose(ctx, 'payments:provider.yookassa')
  await ctx.page.getByText(ctx.t('payments:form.failed.title')).waitFor()
}

const newYandexPayOrder = async (ctx: StepContext) =>
  (await newOrder(ctx)).replace('/process/', '/yandex-pay/')

const waitForYandexPay = ({ page, t }: StepContext) =>
  page.getByText(t('payments:window.lead', { provider: t('payments:provider.yandex-pay') })).waitFor()

async function openYandexPay(ctx: StepContext): Promise<Page> {
  const [opened] = await Promise.all([
    ctx.page.waitForEvent('popup'),
    choose(ctx, 'payments:provider.yandex-pay'),
  ])
  await ctx.page.getByText(ctx.t('payments:window.waiting.text')).waitFor()
  return opened
}

async function blockYandexPay(ctx: StepContext): Promise<void> {
  await waitForChoice(ctx)
  await ctx.page.evaluate(() => {
    window.open = () => null
  })
  await choose(ctx, 'payments:provider.yandex-pay')
  await ctx.page
    .getByRole('link', {
      name: ctx.t('payments:window.blocked.open', { provider: ctx.t('payments:provider.yandex-pay') }),
    })
    .waitFor()
}

async function closeYandexPay(ctx: StepContext): Promise<void> {
  await (await openYandexPay(ctx)).close()
  await ctx.page.getByText(ctx.t('payments:result.abandoned.text')).waitFor()
}

async function chooseInYandexPay(ctx: StepContext, name: RegExp, resultTitle: string): Promise<void> {
  const opened = await openYandexPay(ctx)
  await opened.getByRole('button', { name }).click()
  await ctx.page.getByRole('heading', { name: ctx.t(resultTitle) }).waitFor()
  // The result may be known before the screen notices the closed window.
  await ctx.page
    .getByText(ctx.t('payments:window.waiting.title', { provider: ctx.t('payments:provider.yandex-pay') }))
    .first()
    .waitFor({ state: 'detached' })
}

async function useDeclinedCard(ctx: StepContext): Promise<void> {
  await openCardForm(ctx, '4000000000000002')
  await payButton(ctx).click()
  await ctx.page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
}

async function cancel(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await askToCancel(ctx)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('payments:cancel.confirm') })
    .click()
  await page.getByRole('heading', { name: t('payments:result.none.title') }).waitFor()
}

/** The provider has the money, and the client cannot read the order's state. */
async function waitForMoney(ctx: StepContext): Promise<void> {
  await ctx.page.route('**/api/payments/get/*', (route) => route.abort())
  await openCardForm(ctx)
  await payButton(ctx).click()
  await ctx.page.getByRole('heading', { name: ctx.t('payments:result.pending.title') }).waitFor()
}

async function openReceipt(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await openTransaction(ctx)
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: t('payments:history.receipt'), exact: true }).click()
  await page.getByRole('link', { name: t('payments:receipt.open') }).waitFor()
}

async function openTransaction(ctx: StepContext): Promise<void> {
  await rows(ctx).first().click()
  await ctx.page.getByText(ctx.t('payments:history.method')).waitFor()
}

export const paymentSteps = {
  newOrder,
  paidOrder,
  datedHistory,
  waitForChoice,
  askToCancel,
  payWithoutLogin,
  openCardForm: (ctx: StepContext) => openCardForm(ctx),
  openYooKassaForm,
  failYooKassaForm,
  newYandexPayOrder,
  waitForYandexPay,
  openYandexPay,
  blockYandexPay,
  closeYandexPay,
  pay,
  useDeclinedCard,
  failInYandexPay: (ctx: StepContext) =>
    chooseInYandexPay(ctx, /Have the bank decline it|Пусть банк откажет/, 'payments:result.fail.title'),
  cancel,
  waitForMoney,
  openReceipt,
  waitForHistory: (ctx: StepContext) => rows(ctx).first().waitFor(),
  openTransaction,
  waitForEmptyHistory: ({ page, t }: StepContext) =>
    page.getByRole('heading', { name: t('payments:history.empty.title') }).waitFor(),
}
