import { call } from '../api.ts'
import { fillCard } from '../card-form.ts'
import type { Scene } from '../screen-list.ts'

const emailField = ({ page, words }: Scene) => page.getByLabel(words('payments:email.label'))
const payButton = ({ page, words }: Scene) =>
  page.getByRole('button', { name: new RegExp(`^${words('payments:pay', { price: '' }).trim()}`) })
const rows = ({ page }: Scene) => page.getByRole('button', { name: /\d{4}-\d{2}-\d{2}/ })

async function newOrder({ world, player }: Scene): Promise<string> {
  const order = await call<{ id: string }>(world, 'POST', '/payments/create', {
    jwt: player?.jwt,
    body: { itemId: 'islandm3-chest' },
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

async function openCardForm(scene: Scene): Promise<void> {
  await waitForChoice(scene)
  await payButton(scene).click()
  await fillCard(scene.page, scene.language, '4242424242424242')
}

async function pay(scene: Scene): Promise<void> {
  await openCardForm(scene)
  await payButton(scene).click()
  await scene.page.getByRole('heading', { name: scene.words('payments:moment.paid.title') }).waitFor()
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
  openCardForm,
  pay,
  waitForHistory: (scene: Scene) => rows(scene).first().waitFor(),
  openTransaction,
  waitForEmptyHistory: ({ page, words }: Scene) =>
    page.getByRole('heading', { name: words('payments:history.empty.title') }).waitFor(),
}
