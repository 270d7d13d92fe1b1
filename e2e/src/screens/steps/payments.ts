import type { Page } from 'playwright-core'
import { call } from '../../environment/api.ts'
import { fillCard, yooKassaForm } from '../../steps/payment.ts'
import type { Scene } from '../screen-list.ts'

const emailField = ({ page, words }: Scene) => page.getByLabel(words('payments:email.label'))
const payButton = ({ page, words }: Scene) =>
  page.getByRole('button', { name: new RegExp(`^${words('payments:pay', { price: '' }).trim()}`) })
const rows = ({ page }: Scene) => page.getByRole('button', { name: /\d{4}-\d{2}-\d{2}/ })

async function newOrder({ world, player, language }: Scene): Promise<string> {
  const order = await call<{ id: string }>(world, 'POST', '/payments/create', {
    jwt: player?.jwt,
    body: { itemId: 'islandm3-chest' },
    language,
  })
  return `/payments/process/${order.id}`
}

async function paidOrder({ world, player }: Scene): Promise<string> {
  type Payments = { data: { result: { uuid: string; status: string }[] } }
  const { data } = await call<Payments>(world, 'GET', '/payments/get-user-payments', { jwt: player?.jwt })
  return `/payments/process/${data.result.find(({ status }) => status === 'paid')?.uuid}`
}

const waitForChoice = (scene: Scene) => emailField(scene).waitFor()

async function askToCancel(scene: Scene): Promise<void> {
  const { page, words } = scene
  await waitForChoice(scene)
  await page
    .getByRole('button', { name: words('payments:cancel.action') })
    .first()
    .click()
  await page.getByRole('button', { name: words('payments:cancel.stay') }).waitFor()
}

async function openCardForm(scene: Scene, number = '4242424242424242'): Promise<void> {
  await choose(scene, 'payments:through.stripe')
  await fillCard(scene.page, scene.language, number)
}

async function pay(scene: Scene): Promise<void> {
  await openCardForm(scene)
  await payButton(scene).click()
  await scene.page.getByRole('heading', { name: scene.words('payments:moment.paid.title') }).waitFor()
}

async function choose(scene: Scene, through: string): Promise<void> {
  await waitForChoice(scene)
  await scene.page
    .getByRole('radio', { name: new RegExp(scene.words(through)) })
    .first()
    .check()
  await payButton(scene).click()
}

async function openYooKassaForm(scene: Scene): Promise<void> {
  await choose(scene, 'payments:through.yookassa')
  await yooKassaForm(scene.page).getByRole('heading').first().waitFor()
}

async function failYooKassaForm(scene: Scene): Promise<void> {
  await scene.page.route('**/yookassa/checkout-widget.js', (route) => route.abort())
  await choose(scene, 'payments:through.yookassa')
  await scene.page.getByText(scene.words('payments:form.failed.title')).waitFor()
}

async function chooseYandexPay(scene: Scene): Promise<void> {
  await choose(scene, 'payments:through.yandex-pay')
  await scene.page.getByText(scene.words('payments:window.lead')).waitFor()
}

async function openYandexPay(scene: Scene): Promise<Page> {
  await chooseYandexPay(scene)
  const [opened] = await Promise.all([scene.page.waitForEvent('popup'), payButton(scene).click()])
  await scene.page.getByText(scene.words('payments:window.waiting.text')).waitFor()
  return opened
}

async function blockYandexPay(scene: Scene): Promise<void> {
  await chooseYandexPay(scene)
  await scene.page.evaluate(() => {
    window.open = () => null
  })
  await payButton(scene).click()
  await scene.page.getByRole('link', { name: scene.words('payments:window.blocked.open') }).waitFor()
}

async function closeYandexPay(scene: Scene): Promise<void> {
  await (await openYandexPay(scene)).close()
  await scene.page.getByText(scene.words('payments:moment.abandoned.text')).waitFor()
}

async function pressInYandexPay(scene: Scene, name: RegExp, moment: string): Promise<void> {
  const opened = await openYandexPay(scene)
  await opened.getByRole('button', { name }).click()
  await scene.page.getByRole('heading', { name: scene.words(moment) }).waitFor()
}

async function beDeclined(scene: Scene): Promise<void> {
  await openCardForm(scene, '4000000000000002')
  await payButton(scene).click()
  await scene.page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
}

async function cancel(scene: Scene): Promise<void> {
  const { page, words } = scene
  await askToCancel(scene)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('payments:cancel.confirm') })
    .click()
  await page.getByRole('heading', { name: words('payments:moment.none.title') }).waitFor()
}

/** The provider believes that it is paid; the server has not heard of it. */
async function waitForMoney(scene: Scene): Promise<void> {
  await scene.page.route('**/api/payments/get/*', (route) => route.abort())
  await openCardForm(scene)
  await payButton(scene).click()
  await scene.page.getByRole('heading', { name: scene.words('payments:moment.pending.title') }).waitFor()
}

async function openReceipt(scene: Scene): Promise<void> {
  const { page, words } = scene
  await openTransaction(scene)
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: words('payments:history.receipt'), exact: true }).click()
  await page.getByRole('link', { name: words('payments:receipt.open') }).waitFor()
}

async function openTransaction(scene: Scene): Promise<void> {
  await rows(scene).first().click()
  await scene.page.getByText(scene.words('payments:history.method')).waitFor()
}

export const paymentSteps = {
  newOrder,
  paidOrder,
  waitForChoice,
  askToCancel,
  openCardForm: (scene: Scene) => openCardForm(scene),
  openYooKassaForm,
  failYooKassaForm,
  chooseYandexPay,
  openYandexPay,
  blockYandexPay,
  closeYandexPay,
  pay,
  beDeclined,
  fail: (scene: Scene) =>
    pressInYandexPay(scene, /Have the bank decline it|Пусть банк откажет/, 'payments:moment.fail.title'),
  cancel,
  waitForMoney,
  openReceipt,
  waitForHistory: (scene: Scene) => rows(scene).first().waitFor(),
  openTransaction,
  waitForEmptyHistory: ({ page, words }: Scene) =>
    page.getByRole('heading', { name: words('payments:history.empty.title') }).waitFor(),
}
